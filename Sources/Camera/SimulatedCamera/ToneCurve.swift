// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The conversion of the linear signal to a byte: gamma, then contrast and brightness, as in a camera's processor.
package struct ToneCurve: Hashable, Sendable {
    /// The controls, 0 to 255; 128 changes nothing.
    package var brightness: Int64 = 128
    package var contrast: Int64 = 128

    package init(brightness: Int64 = 128, contrast: Int64 = 128) {
        self.brightness = brightness
        self.contrast = contrast
    }

    /// The bits of the table index; the linear signal has two more.
    static let tableBits = 14

    /// The byte as a real number, before clipping. Contrast rotates the line about mid-grey.
    package func level(of signal: Double) -> Double {
        (255 * Self.gamma(signal) - 127.5) * Double(contrast) / 128 + 127.5 + Double(brightness - 128)
    }

    /// The byte of each linear signal, index 0 black to 2^14 − 1 full scale.
    func table() -> [UInt8] {
        let count = 1 << Self.tableBits
        return (0..<count).map { index in
            UInt8(min(255, max(0, level(of: (Double(index) + 0.5) / Double(count)).rounded())))
        }
    }

    /// The sRGB curve, 0...1 to 0...1. Source: IEC 61966-2-1.
    package static func gamma(_ signal: Double) -> Double {
        signal <= 0.0031308 ? 12.92 * signal : 1.055 * pow(signal, 1 / 2.4) - 0.055
    }

    /// The inverse of `gamma`.
    package static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
