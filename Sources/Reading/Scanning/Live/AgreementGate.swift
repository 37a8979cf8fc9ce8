// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames

/// Holds a linear code back until so many frames have shown it.
///
/// This is asked for on top of what `ReadingWeight` demands of every read. Codes that correct errors, or whose check
/// characters leave one misread in a thousand at most, pass at once.
struct AgreementGate {
    /// Frames that far apart are not of one look at a code.
    static let memory = Duration.seconds(1)
    private static let strong: Set<Symbology> = [.code128, .code93, .dataBar, .dataBarExpanded]

    private let needed: Int
    private var seen: [CodeKey: (frames: Int, last: FrameTimestamp)] = [:]

    init(_ needed: Int) { self.needed = needed }

    /// Those of one frame's codes that have been seen in enough of them. Called for each frame with codes.
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
