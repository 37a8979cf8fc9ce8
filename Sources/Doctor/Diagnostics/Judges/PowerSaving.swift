// SPDX-License-Identifier: Apache-2.0

/// A USB camera that the kernel suspends while nobody uses it (runtime power saving). Some do not wake from that: they answer
/// requests no more, or too late.
struct PowerSaving {
    /// The sysfs folder of the device.
    let folder: String
    private let suspendedMs: Int?

    /// `nil` unless power saving is on for it. One that has never been suspended so far has nothing to wake from.
    init?(_ node: NodeRecord?) {
        guard let node, node.bus == "usb", node.usbPowerControl == "auto", node.usbSuspendedMs != 0,
            DriverJudge.isSafePath(node.cameraKey)
        else { return nil }
        folder = node.cameraKey
        suspendedMs = node.usbSuspendedMs
    }

    var evidence: [EvidenceLine] {
        [EvidenceLine("\(folder)/power/control", "auto: suspended while unused", threshold: "on")]
            + (suspendedMs.map {
                [EvidenceLine("suspended so far", "\(Words.number(Double($0) / 1000, decimals: 0)) s")]
            } ?? [])
    }

    var fixes: [Fix] {
        [
            off,
            Fix(
                "If it works from then on, keep it so: a udev rule with ATTR{power/control}=\"on\" for this camera, or a newer kernel, which may know that this model must not be suspended"
            ),
        ]
    }

    /// Until it is unplugged.
    private var off: Fix {
        Fix(
            "Keep the kernel from suspending it",
            commands: ["echo on | sudo tee \(folder)/power/control"], needsRoot: true,
            undo: ["echo auto | sudo tee \(folder)/power/control"])
    }
}
