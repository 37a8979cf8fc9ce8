// SPDX-License-Identifier: Apache-2.0

import Glibc

extension SystemDeviceFiles {
    /// The USB id, `046d:082d`, and the name of the camera behind a node, from sysfs, without opening the node.
    package static func model(ofNodeAt path: String) -> (usbID: String?, name: String?) {
        guard let resolved = unsafe realpath(path, nil) else { return (nil, nil) }
        defer { unsafe free(resolved) }
        let node = unsafe String(cString: resolved)
        guard let sysname = node.split(separator: "/").last else { return (nil, nil) }
        let folder = "/sys/class/video4linux/\(sysname)"
        // The parent of a video node is the USB interface, and its parent the device.
        let ids = ["idVendor", "idProduct"].compactMap { firstLine("\(folder)/device/../\($0)") }
        return (ids.count == 2 ? ids.joined(separator: ":") : nil, firstLine("\(folder)/name"))
    }

    /// At most 256 bytes; `nil` if it cannot be read.
    private static func firstLine(_ path: String) -> String? {
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self)
    }
}
