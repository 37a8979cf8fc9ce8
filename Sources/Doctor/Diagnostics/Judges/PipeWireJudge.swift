// SPDX-License-Identifier: Apache-2.0

internal import PipeWireCameras

/// Judges the way to a camera of PipeWire: the portal, the daemon, its session manager, and who else uses the camera.
enum PipeWireJudge {
    /// The checks before the pictures. The first that fails explains the failure.
    static func judge(_ snapshot: Snapshot) -> [CheckReport] {
        guard let record = snapshot.pipeWire?.value else { return [] }
        let trouble = record.trouble.flatMap { finding($0, record, snapshot) }
        var checks: [CheckReport] = []
        func check(_ id: CheckID, _ passed: String) {
            guard checks.allSatisfy({ $0.state != .fail }) else { return }
            checks.append(
                CheckReport(id, findings: trouble.map { $0.check == id ? [$0.finding] : [] } ?? [], passed: passed))
        }
        let camera = record.camera
        check(
            .presence,
            camera.map { "PipeWire has \($0.title) (\($0.name))" }
                ?? (record.usesPortal ? "the camera portal answers" : "PipeWire answers"))
        check(.access, record.usesPortal ? "the portal gives access" : "PipeWire lets this user in")
        check(.contention, sharing(camera))
        if let trouble, trouble.check == .stream { check(.stream, "") }
        return checks
    }

    private static func sharing(_ camera: PipeWireCamera?) -> String {
        let others = camera.map { names($0) } ?? []
        return others.isEmpty
            ? "no other program reads from it through PipeWire" : "PipeWire shares it with \(Words.list(others))"
    }

    private static func names(_ camera: PipeWireCamera) -> [String] {
        camera.clients.map { client in
            client.process.map { "\(client.application) (process \($0))" } ?? client.application
        }
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static let start = "systemctl --user enable --now pipewire wireplumber"
    private static let restart = "systemctl --user restart pipewire wireplumber"

    private static func evidence(_ trouble: PipeWireRecord.Trouble, _ record: PipeWireRecord) -> [EvidenceLine] {
        var lines = [EvidenceLine(record.address, trouble.cause)]
        if let camera = record.camera {
            lines.append(
                EvidenceLine(
                    "node \(camera.name)",
                    "\(camera.state)" + (camera.error.map { ": \($0)" } ?? "")
                        + (camera.devicePath.map { ", reads \($0)" } ?? "")))
            lines += names(camera).map { EvidenceLine("linked to \(camera.name)", $0) }
        }
        return lines
    }

    private static func finding(
        _ trouble: PipeWireRecord.Trouble, _ record: PipeWireRecord, _ snapshot: Snapshot
    ) -> (check: CheckID, finding: Finding)? {
        let seen = evidence(trouble, record)
        let argument = Words.shell(snapshot.subject.name)
        let services = PipeWireServices(Place(snapshot))
        func found(
            _ check: CheckID, _ id: FindingID, _ message: String, effect: String = "no frame arrives", _ fixes: Fix...
        ) -> (CheckID, Finding) {
            (check, Finding(id, .fail, message, evidence: seen, effect: effect, fixes: fixes))
        }
        switch trouble.kind {
        case .noDaemon:
            return found(
                .presence, .pipeWireNoDaemon, "no PipeWire daemon runs for this user",
                services.start("Start it, now and at each login", start),
                services.installDaemon,
                Fix(
                    "Or use the camera's own node, which needs no PipeWire", commands: ["candela list"],
                    isRunnable: false))
        case .noManager:
            return found(
                .presence, .pipeWireNoManager,
                "PipeWire runs without a session manager, which lists cameras and connects programs with them",
                services.start("Start it, now and at each login", "systemctl --user enable --now wireplumber"),
                services.installManager)
        case .noCamera:
            return found(
                .presence, .pipeWireNoCamera,
                record.usesPortal ? "the portal offers no camera" : "PipeWire has no camera",
                Fix("See whether this machine has one", commands: ["candela doctor"], isRunnable: false),
                services.restart(
                    "If it has, let the session manager look again",
                    record.usesPortal ? "systemctl --user restart wireplumber xdg-desktop-portal" : restart))
        case .noBus:
            return found(
                .presence, .pipeWireNoPortal, "there is no session bus, so there is no camera portal",
                Fix("Run candela in a desktop session, where DBUS_SESSION_BUS_ADDRESS is set"),
                Fix("Or use PipeWire directly", commands: ["candela scan pipewire:"], isRunnable: false))
        case .noPortal:
            return found(
                .presence, .pipeWireNoPortal, "nothing on the session bus offers cameras",
                services.installPortal,
                services.restart("If it is installed, restart it", "systemctl --user restart xdg-desktop-portal"))
        case .denied:
            return found(
                .access, .pipeWireDenied, "the camera portal denied access",
                Fix("Allow the camera in the desktop's privacy settings"),
                Fix(
                    "Make the portal ask again: forget its answer for programs that have no application id, as those started in a "
                        + "terminal",
                    commands: [PipeWireTrouble.askAgain]))
        case .dismissed, .unanswered:
            return found(
                .access, .pipeWireUnanswered, "the camera portal's question was not answered",
                Fix(
                    "Answer the question that the desktop shows", commands: ["candela doctor \(argument)"],
                    isRunnable: false),
                services.installBackEnd)
        case .refused:
            return found(
                .access, .pipeWireRefused, "PipeWire does not let this user in",
                Fix("Run candela as the user whose desktop session it is, not with sudo"),
                Fix("Or ask the desktop", commands: ["candela scan portal:"], isRunnable: false))
        case .busy:
            let others = record.camera.map { names($0) } ?? []
            let path = record.camera?.devicePath
            if others.isEmpty {
                return found(
                    .contention, .pipeWireBusy, "a program that does not use PipeWire has the camera",
                    effect: "PipeWire cannot open it for anybody else",
                    Fix(
                        "See which program it is", commands: ["candela doctor \(Words.shell(path ?? "/dev/video0"))"],
                        isRunnable: false))
            }
            return found(
                .contention, .pipeWireBusy,
                "\(Words.list(others)) \(others.count == 1 ? "uses" : "use") the camera in a format that cannot be shared here",
                effect: "a camera of PipeWire has one format for all its programs",
                Fix("Close that program, or choose another format or size there"),
                Fix("Then scan", commands: ["candela scan \(argument)"], isRunnable: false))
        case .noFormat:
            return found(
                .stream, .pipeWireNoFormat, "no format could be agreed with the camera: \(trouble.cause)",
                Fix(
                    "See what it offers", commands: ["pw-cli enum-params \(record.camera?.id ?? 0) EnumFormat"],
                    isRunnable: false),
                Fix("Leave out --format and --size", commands: ["candela doctor \(argument)"], isRunnable: false))
        case .notLinked:
            return found(
                .stream, .pipeWireNotLinked, "the session manager did not connect candela with the camera",
                services.restart("Restart it", "systemctl --user restart wireplumber"), services.journal("wireplumber"))
        case .noFrames:
            return found(
                .stream, .pipeWireNoFrames, "the stream started, but no frame came",
                Fix("Replug the camera, or start the program again that makes the pictures"),
                services.restart("Restart PipeWire", restart),
                Fix("See whether the camera itself gives frames", commands: ["candela doctor"], isRunnable: false))
        case .lost, .removed:
            return found(
                .stream, .pipeWireLost, "the stream ended: \(trouble.cause)",
                effect: "the scan waits for frames that do not arrive",
                services.start("If the daemon stopped, start it again", start),
                Fix("Let the scan wait for it", commands: ["candela scan \(argument) --wait"], isRunnable: false))
        case .failed:
            return found(
                .stream, .pipeWireFailed, "PipeWire failed: \(trouble.cause)",
                services.restart("Restart PipeWire", restart), services.journal("pipewire"))
        // Mistakes in the request.
        case .libraryMissing, .notFound, .ambiguous, .cancelled: return nil
        }
    }
}
