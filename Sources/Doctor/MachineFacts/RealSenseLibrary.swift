// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// librealsense 2 (the RealSense SDK 2.0) on this machine, and Intel's depth cameras that not every version of it supports.
package enum RealSenseLibrary {
    /// A model that version 2 has never supported, or supports no longer.
    package struct Model: Sendable {
        package let name: String
        /// Whether only versions 1.x support it.
        package let isLegacy: Bool

        /// Whether a version of librealsense 2 supports it.
        package func isSupported(by version: [Int]) -> Bool { !isLegacy && version.lexicographicallyPrecedes(RealSenseLibrary.firstWithout) }
    }

    /// The release that dropped SR300, SR305 and L515. Source: its release notes.
    private static let firstWithout = [2, 55]

    /// Source of the ids: librealsense's config/99-realsense-libusb.rules, and src/ds-device.h of v1.12.1. The ZR300 is two devices. Not the
    /// T265, which is no camera of V4L2.
    private static let models = [
        "0a66": Model(name: "F200", isLegacy: true), "0a80": Model(name: "R200", isLegacy: true), "0abf": Model(name: "LR200", isLegacy: true),
        "0acb": Model(name: "ZR300", isLegacy: true), "0ad0": Model(name: "ZR300", isLegacy: true), "0aa5": Model(name: "SR300", isLegacy: false),
        "0b48": Model(name: "SR305", isLegacy: false), "0b64": Model(name: "L515", isLegacy: false),
    ]

    /// - Parameters:
    ///   - vendor: four hexadecimal digits.
    ///   - product: four hexadecimal digits.
    package static func model(vendor: String?, product: String?) -> Model? {
        vendor == "8086" ? product.flatMap { models[$0.lowercased()] } : nil
    }

    /// The three numbers in the name of the library's file, `librealsense2.so.2.25.0`; `nil` for other files.
    package static func version(ofFile path: String) -> [Int]? {
        guard let name = path.split(separator: "/").last, name.hasPrefix(file) else { return nil }
        let parts = name.dropFirst(file.utf8.count).split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        return parts.count == 3 && numbers.count == 3 && numbers[0] == 2 ? numbers : nil
    }

    private static let file = "librealsense2.so."

    /// The files of the library, by their paths; looked for only if such a camera is there. None where version 1 is there as well.
    package static func find(_ files: SystemFiles) -> [String] {
        let usb = "/sys/bus/usb/devices"
        let hasModel = (files.names(usb) ?? []).contains { name in
            !name.contains(":") && model(vendor: files.line("\(usb)/\(name)/idVendor"), product: files.line("\(usb)/\(name)/idProduct")) != nil
        }
        guard hasModel else { return [] }
        let robots = (files.names("/opt/ros") ?? []).map { "/opt/ros/\($0)/lib" }
        let folders = ["/usr/local/lib", "/usr/local/lib64", "/usr/lib", "/usr/lib64"] + robots
        let found = folders.flatMap { folder in
            ([folder] + files.architectureFolders(in: folder)).flatMap { place in (files.names(place) ?? []).map { "\(place)/\($0)" } }
        }
        // Beside the version for it, the newer one is there for other cameras.
        guard !found.contains(where: { $0.contains("/librealsense.so") }) else { return [] }
        return found.filter { version(ofFile: $0) != nil }
    }
}
