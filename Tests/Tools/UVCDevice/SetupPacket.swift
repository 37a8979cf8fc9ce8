// SPDX-License-Identifier: Apache-2.0

/// The eight bytes that start a control transfer. Source: USB 2.0, table 9-2.
package struct SetupPacket: Hashable, Sendable {
    package enum Kind: UInt8, Sendable { case standard, `class`, vendor, reserved }
    package enum Recipient: Hashable, Sendable { case device, interface, endpoint, other }

    package var isInput: Bool
    package var kind: Kind
    package var recipient: Recipient
    package var request: UInt8
    package var value: UInt16
    package var index: UInt16
    package var length: UInt16

    /// `bytes` has eight elements.
    package init(bytes: [UInt8]) {
        isInput = bytes[0] & 0x80 != 0
        kind = Kind(rawValue: bytes[0] >> 5 & 3)!
        recipient =
            switch bytes[0] & 0x1f {
            case 0: .device
            case 1: .interface
            case 2: .endpoint
            default: .other
            }
        request = bytes[1]
        value = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
        index = UInt16(bytes[4]) | UInt16(bytes[5]) << 8
        length = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
    }

    package var valueHigh: UInt8 { UInt8(value >> 8) }
    package var valueLow: UInt8 { UInt8(truncatingIfNeeded: value) }
    package var indexHigh: UInt8 { UInt8(index >> 8) }
    package var indexLow: UInt8 { UInt8(truncatingIfNeeded: index) }
}
