// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// On a Raspberry Pi whose firmware captures (Debian 11 and before), a program can have the camera through the firmware's own
/// interface (MMAL). The node is then open in nobody, and does not stream. Source: the driver bcm2835-camera.
enum FirmwareHolder {
    static func find(_ snapshot: Snapshot, _ stream: StreamRecord) -> Finding? {
        guard let driver = snapshot.chosen?.driver, driver.contains("mmal") || driver.contains("bcm2835"),
            stream.failure?.request == "VIDIOC_STREAMON", let host = snapshot.host.value,
            let line = KernelLogFacts(host).last(["failed enabling camera", "failed to enable camera"])
        else { return nil }
        let evidence = [
            EvidenceLine("VIDIOC_STREAMON(\(snapshot.chosen?.place ?? "the camera"))", stream.failure?.errno ?? ""), EvidenceLine("kernel log", line),
        ]
        if let clients = host.machine?.firmwareClients, !clients.isEmpty { return seen(clients, evidence) }
        // Who may look into all processes has seen that nobody has it.
        guard snapshot.holders.value?.limitation != nil || snapshot.user.value.map({ $0.id != 0 && !$0.isBehindRoot }) == true else { return nil }
        return unseen(host.machine?.firmwarePrograms ?? [], evidence)
    }

    /// Without a node, as where the driver for one is not loaded: programs that can get pictures in no other way are running.
    static func withoutNode(_ host: HostRecord, _ evidence: [EvidenceLine]) -> Finding? {
        let programs = (host.machine?.firmwarePrograms ?? []).filter(\.needsFirmware)
        guard let first = programs.first else { return nil }
        let titles = programs.map(title)
        return Finding(
            .nodeBusy, .fail,
            "\(Words.list(titles)) \(titles.count == 1 ? "has" : "have") the camera through the Raspberry Pi's firmware (MMAL), which gives it to one program only",
            confidence: .likely, evidence: zip(programs, titles).map { EvidenceLine("/proc/\($0.processID)/comm", $1) } + evidence,
            effect: "other programs, such as raspistill, fail (ENOSPC, out of resources), and the camera itself works",
            fixes: [
                Fix(
                    first.name == "mjpg_streamer"
                        ? "Take the pictures of mjpg_streamer in place of the camera (OctoPi: http://HOST/webcam/?action=stream; otherwise mostly http://HOST:8080/?action=stream)"
                        : "Take the pictures from \(first.name), if it serves them")
            ] + stopping(programs))
    }

    private static func title(_ program: FirmwareProgram) -> String {
        "\(program.name) (process \(program.processID)\(program.unit.map { ", of \($0)" } ?? ""))"
    }

    private static let effect = "no other program gets pictures, although nobody has the node open"

    private static func seen(_ clients: [String], _ evidence: [EvidenceLine]) -> Finding {
        let names = clients.map { String($0.prefix { $0 != " " }) }
        return Finding(
            .nodeBusy, .fail,
            "\(Words.list(clients)) \(clients.count == 1 ? "uses" : "use") the camera through the Raspberry Pi's firmware (MMAL), which gives it to one program only",
            confidence: .likely, evidence: evidence + clients.map { EvidenceLine("/dev/vchiq", "open in \($0)") }, effect: effect,
            fixes: [
                Fix(
                    "Stop \(Words.list(names)), or let its own page stop the camera; if it starts with the machine, look in /etc/rc.local and in the services",
                    commands: ["sudo pkill \(Words.shell(names[0]))"], needsRoot: true, isRunnable: false)
            ])
    }

    /// Programs of other users have it, as far as can be told from what runs.
    private static func unseen(_ programs: [FirmwareProgram], _ evidence: [EvidenceLine]) -> Finding {
        let titles = programs.map(title)
        return Finding(
            .nodeBusy, .fail,
            "another program probably has the camera through the Raspberry Pi's firmware (MMAL), which gives it to one program only"
                + (titles.isEmpty ? "; this user cannot see which one" : ": \(Words.list(titles)) \(titles.count == 1 ? "is" : "are") running and can use it"),
            confidence: titles.isEmpty ? .possible : .likely,
            evidence: evidence + zip(programs, titles).map { EvidenceLine("/proc/\($0.processID)/comm", $1) }, effect: effect,
            fixes: stopping(programs) + [
                Fix("See which program has it", commands: ["sudo fuser -v /dev/vchiq"], needsRoot: true, isRunnable: false),
                Fix(
                    "If both programs need the pictures: let one of them take the camera, and the other one its stream (motion and motionEye: http://HOST:8081/)"
                ),
            ])
    }

    private static func stopping(_ programs: [FirmwareProgram]) -> [Fix] {
        var named: Set<String> = []
        return programs.filter { named.insert($0.unit ?? $0.name).inserted }.map { program in
            guard let unit = program.unit, HoldersRecord.Starter.shared(unit) == nil else {
                return Fix("Stop \(program.name) if it shows the camera", commands: ["sudo kill \(program.processID)"], needsRoot: true, isRunnable: false)
            }
            let name = Words.shell(unit)
            return Fix(
                "Stop the service \(unit), which runs \(program.name), or let its own page stop the camera", commands: ["sudo systemctl stop \(name)"],
                needsRoot: true, undo: ["sudo systemctl start \(name)"], isRunnable: false)
        }
    }
}
