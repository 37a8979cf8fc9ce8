// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Pixel formats of GenICam under V4L2's names. Source: EMVA's Pixel Format Naming Convention.
package enum GenICamFormat {
    private static let table: [(pfnc: UInt32, fourCC: String)] = [
        (0x0108_0001, "GREY"), (0x0110_0003, "Y10"), (0x0110_0005, "Y12"), (0x0110_0025, "Y14"), (0x0110_0007, "Y16"),
        (0x0210_001f, "UYVY"), (0x0210_0032, "YUYV"), (0x0218_0014, "RGB3"), (0x0218_0015, "BGR3"),
    ]

    /// `nil` for a format that cannot be read: Bayer, packed bits, three dimensions.
    package static func fourCC(_ pfnc: UInt32) -> FourCC? { table.first { $0.pfnc == pfnc }.flatMap { FourCC($0.fourCC) } }

    package static func pfnc(_ fourCC: FourCC) -> UInt32? { table.first { FourCC($0.fourCC) == fourCC }?.pfnc }
}
