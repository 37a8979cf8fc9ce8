// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A video device on USB that more than one module of this kernel wants: the first that is loaded gets it.
package struct RivalDrivers: Codable, Hashable, Sendable {
    /// The device's name in sysfs: `1-1`.
    package var device: String
    /// The module that has it, and the others.
    package var driver: String
    package var others: [String]
}

struct RivalFinder {
    let files: SystemFiles
    let index: ModuleIndex

    func find() -> [RivalDrivers] {
        let folder = "/sys/bus/usb/devices"
        return (files.names(folder) ?? []).filter { $0.contains(":") }.compactMap { name in
            let path = "\(folder)/\(name)"
            guard let driver = files.linkName(path + "/driver").map(ModuleIndex.normalised),
                files.exists(path + "/video4linux") || driver == "uvcvideo" || driver.hasPrefix("gspca"),
                let alias = files.line(path + "/modalias")
            else { return nil }
            let modules = index.modules(for: alias)
            // uvcvideo wants every device of its class, and steps back for none.
            let others = modules.filter { $0 != driver && $0 != "uvcvideo" && !$0.hasPrefix("snd") }
            guard modules.contains(driver), !others.isEmpty else { return nil }
            return RivalDrivers(device: String(name.prefix { $0 != ":" }), driver: driver, others: others)
        }
    }
}
