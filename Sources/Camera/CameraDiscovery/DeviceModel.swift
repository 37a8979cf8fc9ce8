// SPDX-License-Identifier: Apache-2.0

internal import UserSession

extension SystemDeviceFiles {
    /// The USB id, `046d:082d`, and the name of the camera behind a node, from sysfs, without opening the node.
    package static func model(ofNodeAt path: String) -> (usbID: String?, name: String?) {
        let files = SystemFiles()
        guard let sysname = files.resolved(path)?.split(separator: "/").last else { return (nil, nil) }
        let folder = "/sys/class/video4linux/\(sysname)"
        // The parent of a video node is the USB interface, and its parent the device.
        let ids = ["idVendor", "idProduct"].compactMap { files.line("\(folder)/device/../\($0)") }
        return (ids.count == 2 ? ids.joined(separator: ":") : nil, files.line("\(folder)/name"))
    }
}
