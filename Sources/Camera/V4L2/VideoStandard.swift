// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2

/// Standards of analog television, which say how a grabber decodes what comes in. Source: `videodev2.h`, `v4l2_std_id`.
package struct VideoStandard: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// With its regional forms, but for those with another number of lines.
    package static let pal = Self(rawValue: 0x06ff)
    package static let palM = Self(rawValue: 0x0100)
    package static let pal60 = Self(rawValue: 0x0800)
    package static let ntsc = Self(rawValue: 0xf000)
    package static let secam = Self(rawValue: 0xff0000)

    /// 59.94 fields a second, which carry the odd and the even lines in turn: 29.97 whole pictures.
    package static let lines525: Self = [.ntsc, .palM, .pal60]
    /// 25 whole pictures a second.
    package static let lines625: Self = [.pal, .secam]

    /// `NTSC`, or `PAL or SECAM` where several are possible; empty for none that is known.
    package var words: String {
        [(Self.ntsc, "NTSC"), (.pal, "PAL"), (.palM, "PAL-M"), (.pal60, "PAL-60"), (.secam, "SECAM")]
            .filter { !isDisjoint(with: $0.0) }.map(\.1).joined(separator: " or ")
    }
}

extension VideoDevice {
    /// The standard that the current input decodes; `nil` if it has none.
    package func standard() -> VideoStandard? { standard(.getStandard) }

    /// The standards that the signal can have, as far as the driver finds out; empty without a signal, `nil` if it cannot tell.
    /// Drivers refuse it while they stream.
    package func sensedStandard() -> VideoStandard? { standard(.queryStandard) }

    private func standard(_ request: Request) -> VideoStandard? {
        var number: v4l2_std_id = 0
        do throws(SystemError) {
            try attempt(request, &number)
        } catch {
            return nil
        }
        return VideoStandard(rawValue: number)
    }
}
