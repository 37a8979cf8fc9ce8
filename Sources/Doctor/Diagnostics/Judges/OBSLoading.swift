// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges why OBS has no virtual camera although its module is on disk: OBS loads v4l2loopback itself when somebody starts its virtual camera,
/// by `pkexec modprobe`, and that can fail.
///
/// Source: obs-studio, `loopback_module_load` in plugins/linux-v4l2/v4l2-output.c.
struct OBSLoading {
    static let load = "sudo modprobe v4l2loopback exclusive_caps=1 card_label='OBS Virtual Camera'"

    private enum Cause {
        /// The snap has no pkexec, and may not load modules.
        case snap
        case refused(String)
        case failed
    }

    private let cause: Cause
    private let snapshot: Snapshot
    private let host: HostRecord
    private let record: OBSRecord?
    /// Whether OBS is what is asked about.
    private let isAsked: Bool

    /// `nil` if the module is loaded or cannot be, if OBS does not run, and if nothing keeps it from loading the module.
    init?(_ snapshot: Snapshot) {
        guard let host = snapshot.host.value, let module = host.machine?.module("v4l2loopback"), module.isAvailable, !module.isLoaded, !module.isBuiltIn,
            host.machine?.module("v4l2loopback_dc")?.isLoaded != true, snapshot.nodes.value?.contains(where: { $0.nodeClass == "loopback" }) != true,
            !Place(snapshot).isGuest, host.obs?.lacksLoopback != true, host.obs?.lacksCamera != true,
            // What the kernel refuses, nobody can load.
            DriverJudge.refusedLoopback(snapshot, host, .note) == nil
        else { return nil }
        let client = snapshot.client.flatMap { OBSRecord.names.contains($0.name) ? $0 : nil }
        guard client != nil || host.obs?.isRunning == true else { return nil }
        let isSnap = client.map { $0.kind == .snap } ?? (host.obs?.isSnap == true)
        let hasFailed = host.obs?.hasFailed == true
        if isSnap, client != nil || hasFailed {
            cause = .snap
        } else if let refusal = host.obs?.loadRefusal {
            cause = .refused(refusal)
        } else if hasFailed {
            cause = .failed
        } else {
            return nil
        }
        self.snapshot = snapshot
        self.host = host
        record = host.obs
        isAsked = client != nil
    }

    /// On a machine without any camera, where OBS's is the one that is missed.
    ///
    /// - Parameter evidence: that there is no camera.
    func withoutCamera(_ evidence: [EvidenceLine]) -> Finding {
        finding(.deviceNone, .fail, "there is no camera on this machine, and OBS has not made its virtual one", evidence)
    }

    /// Beside a camera that works.
    var besideCamera: Finding? {
        guard snapshot.chosen != nil else { return nil }
        return finding(.deviceNoDriver, isAsked && record?.hasFailed == true ? .warn : .note, "OBS has not made its virtual camera", [])
    }

    private func finding(_ id: FindingID, _ severity: Finding.Severity, _ message: String, _ more: [EvidenceLine]) -> Finding {
        Finding(
            id, severity, "\(message): its kernel module v4l2loopback is installed and not loaded, and \(why)", confidence: .likely,
            evidence: [EvidenceLine("v4l2loopback", "on disk, not loaded")] + evidence + more,
            effect: "Start Virtual Camera in OBS has no effect, and programs that show a camera get no picture from OBS", fixes: fixes)
    }

    private var why: String {
        switch cause {
        case .snap: "OBS is a snap here, whose sandbox cannot load it: it has no pkexec, with which OBS does that"
        case .refused("Not authorized"):
            "OBS could not load it: pkexec was not authorized (no authentication agent of this session asked for the password, or the password was wrong)"
        case .refused: "OBS could not load it: the question for the password was closed"
        case .failed: "OBS could not start its virtual camera"
        }
    }

    private var evidence: [EvidenceLine] {
        var lines: [EvidenceLine] = []
        if case .refused(let reason) = cause { lines.append(EvidenceLine("journalctl -t pkexec", "\(reason): modprobe v4l2loopback")) }
        if record?.hasFailed == true { lines.append(EvidenceLine("OBS's log", "Failed to start virtual camera")) }
        return lines
    }

    private var fixes: [Fix] {
        var fixes = [
            Fix(
                "Load it, and choose Start Virtual Camera in OBS", commands: [Self.load], needsRoot: true, undo: ["sudo modprobe -r v4l2loopback"],
                isRunnable: false),
            atStart,
        ]
        switch cause {
        case .snap: fixes.append(Fix("Or install OBS from the distribution or as a Flatpak in place of the snap: it then asks for the password and loads the module itself"))
        case .refused("Not authorized"):
            fixes.append(
                Fix(
                    "Or start an authentication agent of polkit with the session, and OBS again (polkit-gnome, lxqt-policykit, mate-polkit): desktops bring their own, compositors and window managers such as sway and i3 do not"
                ))
        case .refused, .failed: break
        }
        return fixes
    }

    private var atStart: Fix {
        let place = Place(snapshot)
        var fix = place.loadingAtStart("v4l2loopback", "Load it at every start, too")
        // Somebody has set its options already, or there is no such folder.
        guard host.machine?.virtualNumbers == nil, ![.nix, .guix, .openwrt].contains(place.platform.packages) else { return fix }
        let file = "/etc/modprobe.d/obs-virtual-camera.conf"
        fix.commands.append("echo 'options v4l2loopback exclusive_caps=1 card_label=\"OBS Virtual Camera\"' | sudo tee \(file)")
        fix.undo.append("sudo rm \(file)")
        return fix
    }
}
