// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A port of the kernel's virtual USB host controller with the camera in it.
///
/// The controller speaks USB/IP over the socket that it is given; no network is needed.
/// Source: drivers/usb/usbip/vhci_sysfs.c.
package final class VirtualPort {
    private static let controller = "/sys/devices/platform/vhci_hcd.0"

    package let descriptor: Int32
    private let port: Int

    /// Plugs the camera in. Needs root and the module vhci-hcd.
    package init(port: Int, speed: BusSpeed) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = try SystemError.check("make", "a socket pair") {
            unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        }
        self.port = port
        descriptor = ends[0]
        defer { close(ends[1]) }
        do {
            // Port, socket, device identifier (bus 1, device number from the port), speed.
            try Self.write("\(port) \(ends[1]) \(65_537 + port) \(speed.rawValue)", to: "attach")
        } catch {
            close(ends[0])
            throw error
        }
    }

    /// Unplugs the camera.
    package func unplug() throws(SystemError) { try Self.write("\(port)", to: "detach") }

    deinit { close(descriptor) }

    private static func write(_ text: String, to attribute: String) throws(SystemError) {
        let path = "\(controller)/\(attribute)"
        let file = try SystemError.check("open", path) { unsafe open(path, O_WRONLY | O_CLOEXEC) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        _ = try SystemError.check("write \(text) to", path) {
            unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
        }
    }

    /// Waits for exactly `count` bytes; `nil` once the controller has closed its end.
    package func read(_ count: Int) -> [UInt8]? {
        guard count > 0 else { return [] }
        var isWhole = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let result = unsafe recv(descriptor, buffer.baseAddress! + filled, count - filled, 0)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { break }
                filled += result
            }
            isWhole = filled == count
        }
        return isWhole ? bytes : nil
    }

    /// `false` once the controller has closed its end.
    package func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let result = unsafe bytes.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { return false }
            sent += result
        }
        return true
    }
}

/// The speed of the bus, with the kernel's numbers. Source: `enum usb_device_speed` in linux/usb/ch9.h.
package enum BusSpeed: Int, Sendable {
    /// 12 Mb/s, as behind an old hub. The kernel limits the declared packet sizes to what this speed allows.
    case full = 2
    /// 480 Mb/s.
    case high = 3

    package init?(_ name: String) {
        switch name {
        case "full": self = .full
        case "high": self = .high
        default: return nil
        }
    }
}
