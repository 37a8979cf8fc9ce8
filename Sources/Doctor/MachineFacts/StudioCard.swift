// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A capture card whose driver makes no video node: programs reach it through its maker's own library.
///
/// Source: Blackmagic Design's Desktop Video for Linux (driver `blackmagic` or `blackmagic-io`, library libDeckLinkAPI.so), and AJA's
/// libajantv2 (driver `ajantv2`).
package struct StudioCard: Codable, Hashable, Sendable {
    /// Its place on PCI, `0000:03:00.0`.
    package var name: String
    /// Its PCI ids, `bdbd:a117`.
    package var identifier: String
    package var driver: String
    /// The maker's library on this machine; `nil` if it is in none of the usual folders, or the maker's programs bring it along.
    package var library: String?

    package init(name: String, identifier: String, driver: String, library: String? = nil) {
        self.name = name
        self.identifier = identifier
        self.driver = driver
        self.library = library
    }

    package var isBlackmagic: Bool { driver.hasPrefix("blackmagic") }

    static func find(_ files: SystemFiles) -> Self? {
        let folder = "/sys/bus/pci/devices"
        for name in files.names(folder) ?? [] {
            let device = "\(folder)/\(name)"
            guard let vendor = files.line(device + "/vendor")?.dropFirst(2), ["bdbd", "f1d0"].contains(vendor),
                let driver = files.linkName(device + "/driver"), driver.hasPrefix("blackmagic") || driver == "ajantv2"
            else { continue }
            var card = Self(name: name, identifier: "\(vendor):\(files.line(device + "/device")?.dropFirst(2) ?? "")", driver: driver)
            let folders = ["/usr/lib", "/usr/lib64"] + files.architectureFolders()
            if card.isBlackmagic { card.library = folders.map { $0 + "/libDeckLinkAPI.so" }.first(where: files.exists) }
            return card
        }
        return nil
    }
}
