// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A USB camera that the kernel suspends while nobody uses it (runtime power saving). Some do not wake from that: they answer
/// requests no more, or too late. Others leave the bus instead.
struct PowerSaving {
    /// The sysfs folder of the device.
    let folder: String
    private let suspendedMs: Int?

    /// `nil` unless power saving is on for it. One that has never been suspended so far has nothing to wake from.
    init?(_ node: NodeRecord?) {
        guard let node, node.usbSuspendedMs != 0 else { return nil }
        self.init(leaving: node)
    }

    /// The same for one that leaves when it is to be suspended: it comes back as a new device, which has not been suspended yet.
    init?(leaving node: NodeRecord?) {
        guard let node, node.bus == "usb", node.usbPowerControl == "auto", DriverJudge.isSafePath(node.cameraKey) else { return nil }
        folder = node.cameraKey
        suspendedMs = node.usbSuspendedMs
    }

    var evidence: [EvidenceLine] {
        [EvidenceLine("\(folder)/power/control", "auto: suspended while unused", threshold: "on")]
            + (suspendedMs.flatMap { $0 == 0 ? nil : $0 }.map {
                [EvidenceLine("suspended so far", "\(Words.number(Double($0) / 1000, decimals: 0)) s")]
            } ?? [])
    }

    /// What keeps it awake: for now, and then for good.
    ///
    /// - Parameter identifier: its ids, `1de1:f105`.
    func fixes(_ identifier: String?, _ place: Place) -> [Fix] {
        [off, lasting(identifier, place)]
    }

    /// Until it is unplugged.
    private var off: Fix {
        Fix(
            "Keep the kernel from suspending it",
            commands: ["echo on | sudo tee \(folder)/power/control"], needsRoot: true,
            undo: ["echo auto | sudo tee \(folder)/power/control"])
    }

    /// uvcvideo switches power saving on when it has started the camera, so that a rule for the device itself comes too early. The event
    /// after that, bind, exists since Linux 4.14; before, its node comes shortly before that.
    private func lasting(_ identifier: String?, _ place: Place) -> Fix {
        let ids = (identifier ?? "").split(separator: ":")
        if place.platform.packages == .openwrt {
            return Fix(
                "If it works from then on, keep it so by a script in /etc/hotplug.d/usb that writes on to the same file, or by a newer kernel, which may know that this model must not be suspended"
            )
        }
        guard !place.isGuest, ids.count == 2, ids.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }) else {
            return Fix(
                "If it works from then on, keep it so: a udev rule \(place.isGuest ? "of the host " : "")that writes on into power/control of the camera when its driver has started it (\(place.kernel.isEmpty || place.isKernel(before: [4, 14]) ? "a second after its video node comes" : "ACTION==\"bind\"")), or a newer kernel, which may know that this model must not be suspended"
            )
        }
        let model = "ATTRS{idVendor}==\"\(ids[0])\", ATTRS{idProduct}==\"\(ids[1])\""
        let rule =
            place.isKernel(before: [4, 14])
            ? "ACTION==\"add\", SUBSYSTEM==\"video4linux\", \(model), RUN+=\"/bin/sh -c 'sleep 1; echo on > /sys$devpath/../../../power/control'\""
            : "ACTION==\"bind\", SUBSYSTEM==\"usb\", DRIVER==\"uvcvideo\", \(model), RUN+=\"/bin/sh -c 'echo on > /sys$devpath/../power/control'\""
        return place.udevRule(
            "If it works from then on, keep it so by a rule for this model, and plug it in again; or update to a newer kernel, which may know that this model must not be suspended",
            [rule], file: "70-camera-awake.rules")
    }
}
