// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A camera or deck on FireWire (IEEE 1394): no program gets it through V4L2.
package struct FireWireCamera: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// A camcorder or deck, which sends DV.
        case tape = "avc"
        /// An industrial camera, which sends raw pictures.
        case industrial = "iidc"
    }
    package var kind: Kind
    /// Raw: `Sony DSR-25`.
    package var title: String?
    /// `fw1`, as in /dev and in sysfs.
    package var name: String

    package init(_ kind: Kind, title: String?, name: String) {
        (self.kind, self.title, self.name) = (kind, title, name)
    }

    /// Source: the kernel's Documentation/ABI/stable/sysfs-bus-firewire; of its units, those of the 1394 Trade Association (00a02d) and of
    /// Point Grey (00b09d) in systemd's 50-udev-default.rules.
    static func find(_ files: SystemFiles) -> FireWireCamera? {
        let folder = "/sys/bus/firewire/devices"
        return (files.names(folder) ?? []).lazy.compactMap { name -> FireWireCamera? in
            guard name.hasPrefix("fw"), name.dropFirst(2).allSatisfy(\.isNumber), files.line("\(folder)/\(name)/is_local") != "1",
                let units = files.line("\(folder)/\(name)/units")?.lowercased()
            else { return nil }
            let kind: Kind? =
                units.contains("0x00a02d:0x010001")
                ? .tape : units.contains("0x00a02d:0x00010") || units.contains("0x00b09d:0x00010") ? .industrial : nil
            let words = ["vendor_name", "model_name"].compactMap { files.line("\(folder)/\(name)/\($0)") }.filter { !$0.isEmpty }
            return kind.map { FireWireCamera($0, title: words.isEmpty ? nil : words.joined(separator: " "), name: name) }
        }.first
    }
}
