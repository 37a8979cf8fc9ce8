// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A virtual camera that another program feeds, and that OBS takes for its own: OBS writes into the first video node that it can write to, and
/// cannot be told another.
///
/// Source: obs-studio, `virtualcam_start` in plugins/linux-v4l2/v4l2-output.c.
struct TwoFeeders {
    private let node: NodeRecord
    private let host: HostRecord
    private let feeders: [HoldersRecord.Holder]
    /// Whether OBS writes into it; otherwise it found none that it could write to.
    private let isMixed: Bool

    /// `nil` unless this is the only virtual camera, a program beside OBS feeds it, and OBS has tried to.
    init?(_ snapshot: Snapshot) {
        let virtual = (snapshot.nodes.value ?? []).filter { $0.nodeClass == "loopback" }
        guard let node = snapshot.chosen, node.nodeClass == "loopback", virtual.count == 1, let host = snapshot.host.value, let obs = host.obs,
            obs.isRunning
        else { return nil }
        let holders = snapshot.holders.value?.holders ?? []
        let feeders = holders.filter { !$0.isOurs && $0.isFeeder == true && !Self.isOBS($0) }
        isMixed = obs.virtualCamera == .running && holders.contains(where: Self.isOBS)
        guard !feeders.isEmpty, isMixed || obs.hasFailed else { return nil }
        self.node = node
        self.host = host
        self.feeders = feeders
    }

    private static func isOBS(_ holder: HoldersRecord.Holder) -> Bool { OBSRecord.names.contains(holder.name) }

    var finding: Finding {
        let names = Words.list(feeders.prefix(4).map(\.title))
        let obs = "OBS takes the first virtual camera that it can write to, and \(node.place) is the only one"
        return Finding(
            .nodeDisturbed, isMixed ? .warn : .note,
            isMixed
                ? "\(names) and OBS's virtual camera both write into \(node.place): \(obs)"
                : "OBS could not start its virtual camera: \(obs), which \(names) already \(feeders.count == 1 ? "feeds" : "feed")",
            confidence: .likely,
            evidence: feeders.map { EvidenceLine("feeds \(node.place)", $0.title) }
                + [EvidenceLine("OBS's log", isMixed ? "Virtual camera started" : "Failed to start virtual camera"), EvidenceLine("virtual cameras", "1")],
            effect: isMixed
                ? "programs that read it get pictures of both in turn: the picture flickers, also in OBS itself if that shows it"
                : "programs that read it get the pictures of \(Words.list(feeders.map(\.name))), and none of OBS's",
            fixes: fixes)
    }

    private var fixes: [Fix] {
        let module = LoopbackModule(node, host)
        let caps = host.loopback?.exclusiveCaps.first == true ? " exclusive_caps=1,1" : ""
        let names = Words.list(feeders.map(\.name))
        var options = "devices=2\(caps)"
        var split = "let \(names) write into the one with the higher number"
        if let number = node.place.videoNumber, (0..<62).contains(number), host.videoNames?.contains("video\(number + 1)") != true {
            options = "devices=2 video_nr=\(number),\(number + 1)\(caps)"
            split = "let \(names) write into /dev/video\(number + 1)"
        }
        let second =
            module.isDroidCams
            ? Fix("Make a second virtual camera for OBS: load the usual module v4l2loopback beside \(module.name)")
            : Fix(
                "Make a second virtual camera: close the programs that have \(node.place) open, load the module with two devices, \(split), and leave the other one to OBS",
                commands: module.reload(options), needsRoot: true, isRunnable: false)
        let lasting = Fix("To keep it: write the line `options v4l2loopback \(options)` into a file in /etc/modprobe.d, in place of other options for that module; a name that programs look for (card_label) must be given to both again")
        return [second] + (module.isDroidCams ? [] : [lasting]) + [Fix("Or stop OBS's virtual camera, if OBS is only to show this one")]
    }
}
