// SPDX-License-Identifier: Apache-2.0

/// The names of cameras' sensors and of the chips that turn another device's video into a sensor's signal, as their drivers, device
/// trees and the kernel log write them.
package enum SensorName {
    /// Whether a name is that of a sensor, such as `imx219`, `ov5640_mipi` or `sc3336`.
    package static func isOne(_ name: some StringProtocol) -> Bool {
        let name = name.lowercased()
        if others.contains(where: name.hasPrefix) { return false }
        for maker in makers where name.hasPrefix(maker.prefix) {
            // Some have a suffix: `ov5640_mipi`, `os08a20-mipi`; the name of a chip ends before it.
            let model = name.dropFirst(maker.prefix.count).prefix { $0 != "_" }
            if maker.fits(model) { return true }
        }
        return special.contains(where: name.hasPrefix)
    }

    /// Whether a name is that of a bridge, such as `tc358743`: what it gives is not seen through a lens.
    package static func isBridge(_ name: some StringProtocol) -> Bool {
        let name = name.lowercased()
        return bridges.contains(where: name.hasPrefix)
    }

    /// The driver in a line of the kernel log about a device on I²C: `imx415` in `[  512.3] imx415 4-001a: write reg failed`; of a line
    /// `imx219: probe of 10-0010 failed` too. `nil` if it is about something else.
    package static func driver(in line: some StringProtocol) -> Substring? {
        let text = line.hasPrefix("[") ? String(line.drop { $0 != "]" }.dropFirst()) : String(line)
        let words = text.split(separator: " ").prefix(5).map { word in word.hasSuffix(":") ? word.dropLast() : word }
        guard let driver = words.first else { return nil }
        if words.count > 1, isAddress(words[1]) { return driver }
        return words.count > 3 && words[1] == "probe" && words[2] == "of" && isAddress(words[3]) ? driver : nil
    }

    /// Whether a line of the kernel log is from the driver of a sensor.
    package static func isNamed(in line: some StringProtocol) -> Bool { driver(in: line).map(isOne) ?? false }

    /// `4-001a`, and `i2c-OVTI5693:00` on ACPI.
    private static func isAddress(_ word: Substring) -> Bool {
        word.hasPrefix("i2c-") || isBusAddress(word)
    }

    /// Whether a name is that of a device on I²C without ACPI: the bus and the address, `4-001a`.
    package static func isBusAddress(_ name: some StringProtocol) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(\.isNumber) && parts[1].utf8.count == 4
            && parts[1].allSatisfy(\.isHexDigit)
    }

    /// The address of the sensor that did not take a control, in a line of libcamera: `10-0010` in `'imx219 10-0010': Unable to set control
    /// 0x00980911: Input/output error`.
    package static func address(inRefusal line: String) -> String? {
        guard let mark = line.firstRange(of: "': Unable to set control") else { return nil }
        return line[..<mark.lowerBound].split { $0 == " " || $0 == "'" }.last.flatMap { isBusAddress($0) ? String($0) : nil }
    }

    private struct Maker {
        var prefix: String
        var fits: @Sendable (Substring) -> Bool
    }

    /// Makers whose names of sensors are a prefix with a number. Source: the kernel's drivers/media/i2c, and those of Rockchip's, NXP's
    /// and Qualcomm's kernels.
    private static let makers: [Maker] = [
        // OmniVision, and its newer families: ov5640, os08a20, og01a1b, ox03c10.
        Maker(prefix: "ov") { isNumbered($0) }, Maker(prefix: "os") { isFamily($0) }, Maker(prefix: "og") { isFamily($0) },
        Maker(prefix: "ox") { isFamily($0) },
        // Sony: three digits, and up to three letters for a variant (imx290lqr). `imx6q` and `imx8mm` are NXP's processors.
        Maker(prefix: "imx") { model in
            model.prefix(while: \.isNumber).count == 3 && model.count <= 6 && model.dropFirst(3).allSatisfy(\.isLetter)
        },
        // Hynix, GalaxyCore, Samsung, Aptina and ON Semiconductor, Himax, BYD.
        Maker(prefix: "hi") { isNumbered($0) }, Maker(prefix: "gc") { isNumbered($0) }, Maker(prefix: "s5k") { isNumbered($0) },
        Maker(prefix: "mt9") { model in (4...6).contains(model.count) && model.first?.isLetter == true && model.allSatisfy { $0.isLetter || $0.isNumber } },
        Maker(prefix: "ar0") { isNumbered($0) }, Maker(prefix: "hm") { isNumbered($0) }, Maker(prefix: "bf") { isNumbered($0) },
        // SmartSens: sc3336, sc132gs, sc500ai.
        Maker(prefix: "sc") { model in
            let digits = model.prefix(while: \.isNumber).count
            return (3...4).contains(digits) && model.count <= digits + 2 && model.dropFirst(digits).allSatisfy(\.isLetter)
        },
        // STMicroelectronics: vd55g1, vd56g3, vgxy61.
        Maker(prefix: "vd") { model in model.prefix(2).count(where: \.isNumber) == 2 && model.dropFirst(2).hasPrefix("g") },
        Maker(prefix: "vgxy") { isNumbered($0) },
    ]
    private static let special = ["s5c73m3", "mira220", "mira050", "ar1335", "t4ka3", "nt99141"]

    private static func isNumbered(_ model: Substring) -> Bool {
        model.first?.isNumber == true && model.count <= 6 && model.allSatisfy { $0.isLetter || $0.isNumber }
    }

    /// Two digits, a letter, two digits or a digit and a letter.
    private static func isFamily(_ model: Substring) -> Bool {
        let model = model.prefix { $0 != "-" }
        return (5...6).contains(model.count) && model.prefix(2).allSatisfy(\.isNumber) && model.dropFirst(2).first?.isLetter == true
            && model.allSatisfy { $0.isLetter || $0.isNumber }
    }

    /// Chips that begin in the same way: processors, chargers and power supplies of Qualcomm, Spreadtrum and SouthChip, HiSilicon's
    /// processors.
    private static let others = [
        "sc7180", "sc7280", "sc8180", "sc8280", "sc27", "sc85", "sc89", "hi3516", "hi3518", "hi3519", "hi3559", "hi3660",
        "hi3670", "hi6220", "hi6421",
    ]

    /// HDMI and analogue video. Source: the kernel's drivers/media/i2c, and those of Rockchip's and Raspberry Pi's kernels.
    private static let bridges = [
        "tc358743", "tc35874", "tc358840", "lt6911", "adv7180", "adv7280", "adv7281", "adv7282", "adv748", "adv7604", "adv7611", "adv7612",
        "adv7842", "tvp514", "tvp515", "tw9900", "tw9910", "rk628", "it66021", "it6616", "gm7150", "gs2971",
    ]
}
