// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges why OBS Studio feeds no virtual camera: its plug-in for it lies where it does not look, or it does not see the module.
struct OBSFeeder {
    private let record: OBSRecord
    private let place: Place

    /// `nil` if nothing says that OBS is to feed this virtual camera, and if nothing keeps it from that.
    init?(_ node: NodeRecord, _ snapshot: Snapshot) {
        guard let record = snapshot.host.value?.obs, record.strayPlugin != nil || record.lacksLoopback,
            record.isRunning || node.title.contains("OBS")
        else { return nil }
        self.record = record
        place = Place(snapshot)
    }

    private var name: String { "OBS\(record.version.map { " \($0)" } ?? "")\(record.isFlatpak ? ", which is a Flatpak here," : "")" }

    /// The addition to the sentence about a virtual camera that nothing feeds.
    var words: String {
        if record.isFlatpak, record.strayPlugin != nil {
            return "; \(name) does not see the plug-in that is installed for the system (obs-v4l2sink): its sandbox has plug-ins of its own"
        }
        if let folder = record.pluginFolder {
            return "; \(name) does not load its plug-in for virtual cameras (obs-v4l2sink), because that lies in a folder in which it does not look: it looks in \(folder)"
        }
        return record.isFlatpak && record.isOlder(27)
            ? "; \(name) does not see from its sandbox that v4l2loopback is loaded, takes it for not installed, and offers no virtual camera (versions before 27)"
            : "; \(name) had not found v4l2loopback when it was started last, and offers no virtual camera"
    }

    var evidence: [EvidenceLine] {
        [record.strayPlugin.map { EvidenceLine($0, "installed; not in a folder of this OBS") }].compactMap(\.self)
            + (record.lacksLoopback ? [EvidenceLine("OBS's log", "v4l2loopback not installed, virtual camera disabled")] : [])
    }

    var fixes: [Fix] {
        let start = "start it again, and choose Start Virtual Camera"
        var fixes: [Fix] = []
        if record.isFlatpak, record.isOlder(27) {
            fixes.append(
                Fix(
                    "Update it: OBS has a virtual camera of its own since 26.1, and the Flatpak sees the module since 27; then \(start)",
                    commands: ["flatpak update com.obsproject.Studio"], isRunnable: false))
            if record.strayPlugin != nil {
                fixes.append(Fix("Or install the plug-in as an extension of the Flatpak (com.obsproject.Studio.Plugin.…), in place of the system's"))
            }
            fixes.append(
                place.install("Or install the distribution's OBS in its place", [.apt: "obs-studio", .dnf: "obs-studio", .rpmOSTree: "obs-studio", .pacman: "obs-studio", .zypper: "obs-studio"])
                    ?? Fix("Or install the distribution's OBS in its place"))
        } else if let plugin = record.strayPlugin, let folder = record.pluginFolder {
            fixes.append(
                Fix(
                    "Let it find the plug-in, and start it again",
                    commands: ["sudo ln -s \(Words.shell(plugin)) \(Words.shell(folder + "/v4l2sink.so"))"], needsRoot: true,
                    undo: ["sudo rm \(Words.shell(folder + "/v4l2sink.so"))"], isRunnable: false))
            fixes.append(Fix("Or update it: OBS has a virtual camera of its own since 26.1, without a plug-in"))
        } else {
            fixes.append(Fix("Start it again now that the module is loaded, and choose Start Virtual Camera"))
        }
        return fixes
    }

    /// That OBS offers no virtual camera, because this machine has none of the module; if that program is asked about.
    static func withoutModule(_ snapshot: Snapshot) -> Finding? {
        guard let client = snapshot.client, OBSRecord.names.contains(client.name), let host = snapshot.host.value,
            let record = host.obs, record.lacksLoopback, host.machine?.module("v4l2loopback")?.isLoaded != true,
            snapshot.nodes.value?.contains(where: { $0.nodeClass == "loopback" }) != true
        else { return nil }
        let isInstalled = host.machine?.module("v4l2loopback")?.isAvailable == true
        return Finding(
            .deviceNoDriver, .note,
            "OBS offers no virtual camera (no \"Start Virtual Camera\"), because the kernel module that it needs, v4l2loopback, is \(isInstalled ? "not loaded" : "not installed on this machine")",
            confidence: .likely,
            evidence: [
                EvidenceLine("OBS's log", "v4l2loopback not installed, virtual camera disabled"),
                EvidenceLine("v4l2loopback", isInstalled ? "on disk, not loaded" : "not on disk for this kernel (\(host.kernelRelease))"),
            ],
            effect: "OBS shows cameras, and other programs get no picture from it",
            fixes: (isInstalled ? [] : [DriverJudge.installLoopback(Place(snapshot), host)]) + [
                Fix(
                    "Load it, and start OBS again", commands: [OBSLoading.load], needsRoot: true,
                    undo: ["sudo modprobe -r v4l2loopback"], isRunnable: false)
            ])
    }
}
