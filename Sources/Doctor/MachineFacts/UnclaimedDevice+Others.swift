// SPDX-License-Identifier: Apache-2.0

extension UnclaimedDevice {
    /// Whether its own name says what it is, and that is no camera, such as `802.11ac NIC`.
    package var isPlainlyOther: Bool {
        guard !soundsLikeVideo else { return false }
        let name = (title ?? "").lowercased()
        if ["802.11", "wi-fi", "bluetooth", "smart card", "card reader"].contains(where: name.contains) { return true }
        return name.split { !$0.isLetter }.contains { Self.otherWords.contains(String($0)) }
    }

    /// Whole words.
    private static let otherWords: Set = [
        "wlan", "wifi", "nic", "wireless", "ethernet", "lan", "modem", "lte", "gps", "gnss", "printer", "ups", "jtag", "smartcard",
        "keyboard", "mouse", "touchpad", "touchscreen", "headset",
    ]

    /// Whether its name says that it waits for its firmware, which it may not be itself without.
    package var awaitsFirmware: Bool { waitsForFirmware || isBootLoader || (title ?? "").lowercased().contains("recovery mode") }
}
