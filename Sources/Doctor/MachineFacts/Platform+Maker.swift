// SPDX-License-Identifier: Apache-2.0

extension Platform {
    /// Whether its firmware says that it is a real computer: by a maker of computers, or by the case of a laptop. The processor of one on
    /// which a hypervisor runs beside this system, such as Xen's dom0, says that it is a guest.
    package var isMakersComputer: Bool {
        if isPortable == true { return true }
        let words = (board ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.first.map { Self.makers.contains(String($0)) } == true
    }

    /// Whether its DMI names say KVM as a word of its own. Device trees name no such machine, and switches that carry a keyboard, a video
    /// signal and a mouse over the network (KVM) are boards with one.
    var isNamedKVM: Bool {
        isFromDeviceTree != true && (board ?? "").split { !$0.isLetter && !$0.isNumber }.contains("KVM")
    }

    /// The first words of their names in DMI. Not Apple, Microsoft and Google, who make virtual machines, too.
    private static let makers: Set = [
        "acer", "asrock", "asus", "asustek", "dell", "framework", "fujitsu", "gigabyte", "hewlett", "hp", "huawei", "intel", "lenovo", "lg",
        "medion", "micro", "msi", "novacustom", "panasonic", "protectli", "purism", "razer", "samsung", "shuttle", "sony", "supermicro",
        "system76", "toshiba", "tuxedo",
    ]
}
