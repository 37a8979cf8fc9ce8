// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Apple's chip T1 (iBridge) of a MacBook Pro with Touch Bar that is on USB in its recovery mode. It loads its firmware from the EFI partition
/// when the machine is switched on, and without it offers none of its devices: the camera, the Touch Bar, the light sensor.
///
/// Source: Dunedan/mbp-2016-linux, README.md, "iBridge", and its issue 52; roadrunner2/macbook12-spi-driver, apple-ibridge.c.
package struct RecoveringT1: Codable, Hashable, Sendable {
    /// Its name in sysfs: `1-3`.
    package var name: String
    /// The folder `EFI` of the EFI partition: `/boot/efi/EFI`; `nil` where none is mounted or it cannot be read.
    package var folder: String?
    /// Whether `APPLE/EMBEDDEDOS` in it holds files; `nil` without that folder, and where it cannot be read.
    package var hasFirmware: Bool?

    package init(name: String) { self.name = name }

    /// The machines that have the chip, by their names in DMI.
    private static let models: Set = ["MacBookPro13,2", "MacBookPro13,3", "MacBookPro14,2", "MacBookPro14,3"]

    /// - Parameter board: maker and model, `Apple Inc. MacBookPro13,3`.
    static func find(_ files: SystemFiles, board: String?) -> RecoveringT1? {
        guard let board, board.hasPrefix("Apple "), let model = board.split(separator: " ").last, models.contains(String(model)) else { return nil }
        let usb = "/sys/bus/usb/devices"
        let devices = (files.names(usb) ?? []).filter { !$0.contains(":") && files.line("\(usb)/\($0)/idVendor") == "05ac" }
        let products = devices.map { files.line("\(usb)/\($0)/idProduct") }
        // Beside a chip that has started, the other is an iPhone in its recovery mode, which has the same id.
        guard !products.contains("8600") else { return nil }
        // The chip has a port of the machine's own controller; what is at a hub or in a socket is a telephone.
        let found = zip(devices, products).first { device, product in
            product == "1281" && !device.contains(".") && files.line("\(usb)/\(device)/removable") != "removable"
        }
        guard let found else { return nil }
        var chip = RecoveringT1(name: found.0)
        // The folder is there without the partition as well.
        let mounts = (files.text("/proc/mounts", limit: 1 << 20) ?? "").split(separator: "\n").map { $0.split(separator: " ") }
        let mounted = Set(mounts.filter { $0.count > 2 && $0[2] == "vfat" }.map { String($0[1]) })
        let folders = ["/boot/efi", "/efi", "/boot"].filter(mounted.contains).compactMap { child("efi", of: $0, files) }
        let states = folders.map { hasFirmware($0, files) }
        if let index = states.firstIndex(of: true) ?? states.indices.first { (chip.folder, chip.hasFirmware) = (folders[index], states[index]) }
        return chip
    }

    private static func hasFirmware(_ folder: String, _ files: SystemFiles) -> Bool? {
        guard let apple = child("apple", of: folder, files) else { return false }
        guard let names = files.names(apple) else { return nil }
        guard let embedded = names.first(where: { $0.lowercased() == "embeddedos" }) else { return false }
        return files.names("\(apple)/\(embedded)").map { !$0.isEmpty }
    }

    /// The folder of that name; FAT, the EFI partition's file system, knows no case.
    private static func child(_ name: String, of folder: String, _ files: SystemFiles) -> String? {
        guard let found = files.names(folder)?.first(where: { $0.lowercased() == name }), files.names("\(folder)/\(found)") != nil else { return nil }
        return "\(folder)/\(found)"
    }
}
