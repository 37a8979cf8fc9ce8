// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames

/// Withholds a linear code until enough frames have shown it.
///
/// This is in addition to what `ReadingWeight` requires of every read. Codes with error correction, or whose check
/// characters let at most one misread in a thousand pass, pass immediately.
struct AgreementGate {
    /// Reads further apart than this do not count together.
    static let memory = Duration.seconds(1)
    private static let strong: Set<Symbology> = [.code128, .code93, .dataBar, .dataBarExpanded]

    private let needed: Int
    private var seen: [CodeKey: (frames: Int, last: FrameTimestamp)] = [:]

    init(_ needed: Int) { self.needed = needed }

    /// The codes of one frame that enough frames have shown. Call it for each frame with codes.
    mutating func agreed(_ codes: [Barcode], at moment: FrameTimestamp) -> [Barcode] {
        guard needed > 1 else { return codes }
        seen = seen.filter { moment.since($0.value.last) < Self.memory }
        for key in Set(codes.filter(Self.isWeak).map(CodeKey.init)) {
            seen[key] = ((seen[key]?.frames ?? 0) + 1, moment)
        }
        return codes.filter { !Self.isWeak($0) || seen[CodeKey($0)]!.frames >= needed }
    }

    private static func isWeak(_ code: Barcode) -> Bool {
        code.symbology.isLinear && !strong.contains(code.symbology)
    }
}
