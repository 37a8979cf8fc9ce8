// SPDX-License-Identifier: Apache-2.0

internal import UdevRules
internal import UserSession

extension HostCollector {
    /// The rules that load firmware into devices that the kernel log tells of and that are not there now.
    static func firmwareLoaders(_ log: [String], _ files: SystemFiles, _ rules: @autoclosure () -> RuleFiles) -> [FirmwareLoader] {
        guard log.contains(where: { $0.contains("USB disconnect") }) else { return [] }
        let folder = "/sys/bus/usb/devices"
        let present = Set(
            (files.names(folder) ?? []).filter { !$0.contains(":") }.compactMap { name -> String? in
                guard let vendor = files.line("\(folder)/\(name)/idVendor"), let product = files.line("\(folder)/\(name)/idProduct") else { return nil }
                return "\(vendor):\(product)".lowercased()
            })
        var seen = present
        return log.filter { $0.contains("New USB device found") }.compactMap(KernelLogFacts.usbID).filter { seen.insert($0.lowercased()).inserted }
            .suffix(8).compactMap { identifier in
                let ids = identifier.split(separator: ":").map(String.init)
                guard ids.count == 2, ids.allSatisfy({ $0.utf8.count == 4 }),
                    let loader = DeviceRule.loader(vendor: ids[0], product: ids[1], in: rules())
                else { return nil }
                return FirmwareLoader(identifier: identifier, file: loader.file, command: String(loader.command.prefix(200)))
            }
    }
}
