// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Megapixels, the camera program of telephones with Linux, reads a description of the device: `DEVICE.ini`, from its version 2 on
/// `DEVICE.conf`, by the names in the device tree. Sources: its src/camera_config.c; libmegapixels' src/findconfig.c.
enum MegapixelsSetup {
    private static let folder = "/usr/share/megapixels/config"

    /// `nil` without the program, if it has a description, and if it is not known where it looks.
    static func find(_ files: SystemFiles) -> UnconfiguredProgram? {
        guard ["/usr/bin/megapixels", "/usr/local/bin/megapixels"].contains(where: files.exists),
            let tree = files.text("/proc/device-tree/compatible", limit: 4096),
            let own = files.names(folder), own.contains(where: isDescription), !files.exists("/etc/megapixels.ini")
        else { return nil }
        let devices = tree.split(separator: "\0").map(String.init).filter(isPlain)
        guard let device = devices.first else { return nil }
        let homes = (files.names("/home") ?? []).prefix(8).map { "/home/\($0)/.config/megapixels/config" }
        let others = (["/usr/local/share/megapixels/config", "/etc/megapixels/config"] + homes).flatMap { files.names($0) ?? [] }
        let isDescribed = devices.contains { name in ["ini", "conf"].contains { own.contains("\(name).\($0)") || others.contains("\(name).\($0)") } }
        return isDescribed ? nil : UnconfiguredProgram(name: "Megapixels", device: device, folder: folder)
    }

    private static func isDescription(_ name: String) -> Bool { name.hasSuffix(".ini") || name.hasSuffix(".conf") }

    /// Names of device trees are: a maker, a comma and a model.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.count <= 64 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ",-_.+".contains($0)) }
    }
}
