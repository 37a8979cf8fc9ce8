// SPDX-License-Identifier: Apache-2.0

package import Udev

/// The device files of this machine that a rule affects.
package struct RuleTargets: Hashable, Sendable {
    package let seen: [InstallCheck.Seen]

    static let none = RuleTargets(seen: [])
    private init(seen: [InstallCheck.Seen]) { self.seen = seen }

    /// Asks udev, and reads the files' permissions.
    package init(_ options: RuleOptions) throws(UdevError) {
        let context = try UdevContext()
        var seen: [InstallCheck.Seen] = []
        for subsystem in ["video4linux", "media"] {
            for device in try context.devices(subsystem: subsystem) {
                guard let path = device.devnode, let state = FileState.read(path) else { continue }
                if let camera = options.camera, !Self.isReached(device, camera, context) { continue }
                seen.append(InstallCheck.Seen(state, tags: device.currentTags))
            }
        }
        if options.torch {
            for device in try context.devices(subsystem: "leds") where TorchLED.isTorch(device.sysname) {
                guard let state = FileState.read(device.syspath + "/brightness") else { continue }
                seen.append(InstallCheck.Seen(state, isAttribute: true))
            }
        }
        self.seen = seen
    }

    private static func isReached(_ device: UdevDevice, _ camera: CameraMatch, _ context: UdevContext) -> Bool {
        guard let usb = context.parent(of: device, subsystem: "usb", devtype: "usb_device") else { return false }
        return camera.matches(
            vendorID: context.attribute("idVendor", of: usb), productID: context.attribute("idProduct", of: usb),
            serial: context.attribute("serial", of: usb))
    }

    var forPlan: [UdevPlanner.Target] { seen.map { UdevPlanner.Target($0.state, isAttribute: $0.isAttribute) } }
}
