// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// What the filters of a Raspberry Pi's config.txt ask of a board: its model, its serial number and its type. See: Raspberry Pi's
/// documentation of config.txt, "Conditional filters", and of the revision codes.
struct BootBoard {
    /// `Raspberry Pi 4 Model B Rev 1.4`; empty if it is not known.
    let model: String
    private let serial: UInt32?
    private let type: UInt32?

    init(_ model: String, _ files: SystemFiles) {
        self.model = model
        serial = files.line("/proc/device-tree/serial-number").flatMap { UInt32($0.suffix(8), radix: 16) }
        let bytes = files.bytes("/proc/device-tree/system/linux,revision", limit: 4) ?? []
        let code = bytes.reduce(0) { $0 << 8 | UInt32($1) }
        // Of the old codes none tells a type: in the new ones bit 23 is set.
        type = bytes.count == 4 && code & 1 << 23 != 0 ? code >> 4 & 0xff : nil
    }

    /// Whether a filter holds here; `nil` if that is not known: a display, a pin, a filter that is newer than this list.
    ///
    /// - Parameter filter: without its brackets, in small letters.
    func holds(_ filter: String) -> Bool? {
        if filter == "none" { return false }
        if filter.hasPrefix("0x") {
            guard let serial, let wanted = UInt64(filter.dropFirst(2), radix: 16) else { return nil }
            return UInt32(truncatingIfNeeded: wanted) == serial
        }
        if filter.hasPrefix("board-type=") {
            let number = filter.dropFirst("board-type=".utf8.count)
            guard let type, let wanted = number.hasPrefix("0x") ? UInt32(number.dropFirst(2), radix: 16) : UInt32(number) else { return nil }
            return wanted == type
        }
        // It says to which port the settings of HDMI below it belong; other lines count. Only the Pi 4 has it.
        if filter.hasPrefix("hdmi:") { return isModel("pi4") == true ? true : nil }
        return isModel(filter)
    }

    /// Newer models see the sections of those that they are built like: a Compute Module 4 those for `[pi4]`, too.
    private func isModel(_ filter: String) -> Bool? {
        guard model.hasPrefix("Raspberry Pi ") else { return nil }
        // `Raspberry Pi Model B Rev 2` is of the first generation.
        let name = model.firstRange(of: " Rev ").map { String(model[..<$0.lowerBound]) } ?? model
        let isModule = name.contains("Compute Module")
        let isZero = !isModule && name.contains("Zero")
        // `Raspberry Pi 4 Model B`, `Raspberry Pi 400`, `Raspberry Pi Compute Module 4S`
        let number = name.split(separator: " ").first { $0.first?.isNumber == true }
        let isModule0 = isModule && (number == "0" || name.contains("Zero"))
        let generation = isZero || isModule0 ? nil : number?.first ?? "1"
        let isPlus = name.contains("Plus")
        switch filter {
        // A Compute Module 0 sees those for `[pi02]`; of the two others the documentation says nothing there.
        case "pi0": return isModule0 ? nil : isZero
        case "pi0w": return isModule0 ? nil : isZero && name.hasSuffix("W")
        case "pi02": return isModule0 || isZero && name.contains("Zero 2")
        case "cm0": return isModule0
        case "pi1", "pi2", "pi3", "pi4", "pi5": return generation == filter.last
        case "pi3+": return generation == "3" && isPlus
        case "cm3+": return isModule && generation == "3" && isPlus
        // Firmware without `[cm3+]` takes this one for a Compute Module 3+.
        case "cm3": return isModule && generation == "3" ? (isPlus ? nil : true) : false
        case "pi400", "pi500": return number.map { $0 == filter.dropFirst(2) } ?? false
        case "cm1", "cm5": return isModule && generation == filter.last
        case "cm4": return isModule && number == "4"
        case "cm4s": return isModule && number == "4S"
        default: return nil
        }
    }
}
