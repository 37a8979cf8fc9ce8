// SPDX-License-Identifier: Apache-2.0

/// The USB controllers that hypervisors show their guests. A guest that has another one has it for itself (PCI passthrough), as
/// Qubes' sys-usb does.
enum EmulatedController {
    /// - Parameter id: its ids on PCI, such as `8086:a36d`.
    static func isKnown(_ id: String) -> Bool {
        let id = id.lowercased()
        return vendors.contains(String(id.prefix(4))) || ids.contains(id)
    }

    /// VMware, Parallels, VirtualBox, QEMU.
    private static let vendors: Set = ["15ad", "1ab8", "80ee", "1b36"]

    /// Chips that they imitate. Source: hw/usb of QEMU, and Devices/USB of VirtualBox.
    private static let ids: Set = [
        // UHCI: PIIX3, PIIX4, ICH9.
        "8086:7020", "8086:7112", "8086:2934", "8086:2935", "8086:2936", "8086:2937", "8086:2938", "8086:2939",
        // EHCI: ICH4, ICH6, ICH9.
        "8086:24cd", "8086:265c", "8086:293a", "8086:293c",
        // OHCI: Apple's KeyLargo.
        "106b:003f",
        // xHCI: NEC, Panther Point.
        "1033:0194", "8086:1e31",
    ]
}
