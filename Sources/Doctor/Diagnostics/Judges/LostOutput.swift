// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A virtual camera that nothing can feed a second time. With exclusive_caps, v4l2loopback takes the output capability away while a program
/// writes to it, and before 0.13.0 gives it back only to a program that had started the stream (VIDIOC_STREAMON): OBS and others only write.
///
/// Source: v4l2loopback.c of 0.12.3 to 0.12.7, `v4l2_loopback_write` and `v4l2_loopback_close`; v4l2loopback#470 and #477.
struct LostOutput {
    private let version: String
    private let place: String

    /// `nil` unless OBS has fed this virtual camera before, and failed to start it again.
    init?(_ node: NodeRecord, _ snapshot: Snapshot) {
        let virtual = (snapshot.nodes.value ?? []).filter { $0.nodeClass == "loopback" }
        guard let host = snapshot.host.value, let module = host.loopback, let version = module.version, module.isOlder(minor: 13) == true,
            module.exclusiveCaps.first == true, virtual.count == 1, virtual.first?.sysname == node.sysname, !node.yieldsPictures,
            host.obs?.virtualCamera == .failedAgain,
            snapshot.holders.value?.holders.contains(where: { !$0.isOurs }) != true
        else { return nil }
        self.version = version
        place = node.place
    }

    /// The addition to the sentence about a virtual camera that nothing feeds.
    var words: String {
        "; OBS fed it before, and could not start its virtual camera again: v4l2loopback \(version) with exclusive_caps=1 does not offer its output again after the first program that wrote to it has closed it (fixed in 0.13.0)"
    }

    var evidence: [EvidenceLine] {
        [
            EvidenceLine("OBS's log", "Virtual camera started, then Failed to start virtual camera"),
            EvidenceLine("/sys/module/v4l2loopback/version", version), EvidenceLine("/sys/module/v4l2loopback/parameters/exclusive_caps", "Y"),
        ]
    }

    var fixes: [Fix] {
        [
            Fix(
                "Close what has \(place) open, load the module again, and choose Start Virtual Camera",
                commands: ["sudo modprobe -r v4l2loopback", OBSLoading.load], needsRoot: true, isRunnable: false),
            Fix("To fix it for good: install v4l2loopback 0.13.0 or later, from a newer release of the distribution or from its source"),
            Fix(
                "Or load it without exclusive_caps: OBS can then start and stop as often as you like, but browsers based on Chromium do not list that camera",
                commands: ["sudo modprobe -r v4l2loopback", "sudo modprobe v4l2loopback exclusive_caps=0 card_label='OBS Virtual Camera'"], needsRoot: true,
                isRunnable: false),
        ]
    }
}
