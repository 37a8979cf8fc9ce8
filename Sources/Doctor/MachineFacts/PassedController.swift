// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A USB controller on PCI that a driver keeps for a virtual machine: this machine sees nothing of what is plugged into its ports.
package struct PassedController: Codable, Hashable, Sendable {
    /// Its name in sysfs: `0000:00:14.0`.
    package var name: String
    /// `vfio-pci`.
    package var driver: String

    package init(name: String, driver: String) {
        self.name = name
        self.driver = driver
    }

    /// Drivers that keep a PCI device for virtual machines: those of VFIO and Xen, and a placeholder.
    package static let drivers: Set = ["vfio-pci", "pci-stub", "pciback", "xen-pciback"]

    /// Source: the class 0x0c03 of the PCI ID Repository (pci.ids): serial bus, USB controller.
    static func find(_ files: SystemFiles) -> [PassedController] {
        let folder = "/sys/bus/pci/devices"
        return (files.names(folder) ?? []).compactMap { name in
            guard files.line("\(folder)/\(name)/class")?.hasPrefix("0x0c03") == true,
                let driver = files.linkName("\(folder)/\(name)/driver"), drivers.contains(driver)
            else { return nil }
            return PassedController(name: name, driver: driver)
        }
    }
}
