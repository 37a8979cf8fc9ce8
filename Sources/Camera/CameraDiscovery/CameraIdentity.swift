// SPDX-License-Identifier: Apache-2.0

/// The name of a camera that stays the same across replugging and reboots.
///
/// It depends only on the camera, never on other devices, so it cannot change when a second camera is plugged in. Two
/// cameras of one model without serial numbers share it; then `VideoNode.identityIsShared` is set.
package enum CameraIdentity {
    /// - Parameters:
    ///   - properties: udev's. `ID_BUS` and `ID_SERIAL` form the name in `/dev/v4l/by-id`; without them `ID_PATH` is used,
    ///     as in `/dev/v4l/by-path`.
    ///   - byID: the node's links in `/dev/v4l/by-id`, in case the properties are missing.
    ///   - usb: the USB device's own strings, to build udev's name where udev's rules do not run.
    ///   - bus, name: the last resort.
    package static func derive(
        properties: [String: String], byID: [String] = [], usb: USBStrings? = nil, bus: VideoNode.Bus, name: String
    ) -> String {
        if let bus = properties["ID_BUS"], let serial = properties["ID_SERIAL"], !bus.isEmpty, !serial.isEmpty {
            return "\(bus)-\(serial)"
        }
        if let link = byID.min() {
            let file = String(link.split(separator: "/").last ?? "")
            let identity = withoutNodeIndex(file)
            if !identity.isEmpty { return identity }
        }
        if let usb {
            let parts = [usb.manufacturer ?? usb.vendorID, usb.product ?? usb.productID, usb.serial]
            let words = parts.compactMap { $0 }.map(clean).filter { !$0.isEmpty }
            if !words.isEmpty { return "usb-" + words.joined(separator: "_") }
        }
        if let path = properties["ID_PATH"], !path.isEmpty { return path }
        return "\(bus)-\(clean(name))"
    }

    /// The descriptors that udev composes `ID_SERIAL` from.
    package struct USBStrings: Hashable, Sendable {
        package var manufacturer: String?
        package var product: String?
        package var serial: String?
        package var vendorID: String?
        package var productID: String?

        package init(
            manufacturer: String? = nil, product: String? = nil, serial: String? = nil, vendorID: String? = nil,
            productID: String? = nil
        ) {
            self.manufacturer = manufacturer
            self.product = product
            self.serial = serial
            self.vendorID = vendorID
            self.productID = productID
        }
    }

    /// `usb-046d_C920_1234-video-index0` without its suffix.
    static func withoutNodeIndex(_ file: String) -> String {
        var characters = Substring(file)
        while let last = characters.last, last.isASCII, last.isNumber { characters.removeLast() }
        let ending = "-video-index"
        return characters.hasSuffix(ending) ? String(characters.dropLast(ending.count)) : file
    }

    /// Replaces characters as udev does in link names: runs of white space and anything outside letters, digits and
    /// `#+-.:=@_` become `_`. Source: `udev_replace_whitespace` and `udev_replace_chars` in systemd's `udev-util.c`.
    package static func clean(_ text: String) -> String {
        var result = ""
        var gap = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace && scalar.isASCII {
                gap = !result.isEmpty
                continue
            }
            if gap { result += "_" }
            gap = false
            let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
            let allowed =
                scalar.isASCII
                ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "#+-.:=@_".unicodeScalars.contains(scalar)
                : !isControl && scalar.value != 0xfffd
            result.unicodeScalars.append(allowed ? scalar : "_")
        }
        return result
    }
}
