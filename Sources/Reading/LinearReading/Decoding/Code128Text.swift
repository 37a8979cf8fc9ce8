// SPDX-License-Identifier: Apache-2.0

/// Converts the values of a Code 128, without start and check character, to text. See ISO/IEC 15417, table 1.
enum Code128Text {
    /// `nil` if the values are not a text: pointless code set changes, or functions in places that do not allow them.
    static func bytes(_ values: [Int]) -> [UInt8]? {
        var set = values[0] - 103
        var bytes: [UInt8] = []
        var isShifted = false
        var isExtended = false
        var extendsNext = false
        for (place, value) in values.dropFirst().dropLast().enumerated() {
            let current = isShifted ? 1 - set : set
            isShifted = false
            if value == 102 {
                // In first place it means GS1; later it separates elements.
                if place > 0 { bytes.append(0x1d) }
                continue
            }
            if current == 2 {
                switch value {
                case 0...99: bytes += [0x30 + UInt8(value / 10), 0x30 + UInt8(value % 10)]
                case 100: set = 1
                case 101: set = 0
                default: return nil
                }
                continue
            }
            switch value {
            case 0...95:
                let ascii = current == 0 && value >= 64 ? value - 64 : value + 32
                let high = isExtended != extendsNext
                extendsNext = false
                bytes.append(UInt8(ascii + (high ? 128 : 0)))
            case 96, 97: continue
            case 98: isShifted = true
            case 99: set = 2
            case 100 where current == 0, 101 where current == 1: set = 1 - current
            default:
                // Function 4: the next character is from the upper half; twice, all following ones are.
                if extendsNext { (isExtended, extendsNext) = (!isExtended, false) } else { extendsNext = true }
            }
        }
        return isShifted || bytes.isEmpty ? nil : bytes
    }
}
