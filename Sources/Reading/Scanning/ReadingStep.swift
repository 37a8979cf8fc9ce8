// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// The reader that a step uses. The ladder knows no library: its creator assigns readers to engines.
package enum ReadingEngine: String, Hashable, Sendable, CaseIterable {
    /// zbar, every line.
    case zbar
    /// zbar, every other row and column: about half the time, for codes at least a third larger.
    case coarseZBar = "zbar-coarse"
    /// zbar, rows only: for a place whose bars stand upright.
    case rowsZBar = "zbar-rows"
    /// zxing-cpp, with `tryHarder`.
    case zxing
    /// The same, stopping after one linear code: for a place where one is expected.
    case closeZXing = "zxing-one"
    /// Our own reader of Data Matrix, Aztec and, through a library, QR, at several scales.
    case candela
    /// The same, one search of the picture as it is.
    case quickCandela = "candela-quick"
    /// Our own reader of linear codes: averaged lines along the bars, blurred EAN and UPC.
    case linear = "candela-linear"
    /// The same, only the likeliest places and sharp codes.
    case quickLinear = "candela-linear-quick"
}

extension ReadingEngine {
    /// Whether it is our own reader of linear codes.
    var isForLinear: Bool { self == .linear || self == .quickLinear }
}

/// One rung of the ladder: a preparation, a reader, its symbologies and its condition.
package struct ReadingStep: Hashable, Sendable, CustomStringConvertible {
    package var preparation: ReadingPreparation
    package var engine: ReadingEngine
    /// The symbologies that this step reads.
    package var symbologies: Set<Symbology>
    /// The pixel limit: a larger picture is first reduced by the smallest integer factor that fits.
    package var pixelLimit: Int
    /// The number of windows along each side, 1 for the whole picture. Windows overlap by half, so there are `(2 *
    /// windows - 1)` by as many.
    package var windows: Int
    /// Read only the places of bars, each turned upright and enlarged if it is small, instead of the whole picture.
    package var isOnBars: Bool
    package var condition: Condition

    package enum Condition: Hashable, Sendable {
        case always
        /// Only if no code has been accepted so far.
        case nothingRead
        /// Only if no code, or more than one linear code, has been accepted so far.
        case noneOrSeveralLinear
        /// As `noneOrSeveralLinear`, and as `placesLeft`.
        case moreLikely
        /// Unless a linear code has been accepted so far.
        case noLinearRead
        /// Only if no code has been accepted so far, or if the last search for the structure of matrix codes saw places that
        /// resemble the accepted ones.
        case placesLeft
        /// Only if several matrix codes have been accepted so far: a sheet or tray of them.
        case sheet
        /// Only if no code has been accepted so far, but one was read that waits for another read.
        case unconfirmed
        /// Only if no code has been accepted so far, on pictures larger than this many pixels.
        case unreadLargerThan(Int)
        /// Always on pictures larger than this many pixels, and never on others.
        case largerThan(Int)
        /// In every `count`th picture of a stream, beginning with picture `offset`, and always in the first.
        case everyNth(Int, offset: Int)
        /// When new content has come into view, on that part of the frame; also in every frame on what moves through a still scene.
        case onset
        /// When new content has come into view, on that part of the frame, unless it is little more than a code that has been
        /// read in this frame.
        case unexplainedOnset
        /// This many frames after that, if nothing has been read since; 0 is the same frame.
        case unreadOnset(after: Int)
        /// On several frames of a place laid on each other, where nothing has been read for a while, until a code is accepted.
        case stacked
        /// At the place of a code that was read in this frame and is not confirmed yet, until it is.
        case doubt
    }

    package init(
        _ preparation: ReadingPreparation, _ engine: ReadingEngine, _ symbologies: Set<Symbology>,
        _ condition: Condition = .always, pixelLimit: Int, windows: Int = 1, isOnBars: Bool = false
    ) {
        self.preparation = preparation
        self.engine = engine
        self.symbologies = symbologies
        self.pixelLimit = pixelLimit
        self.windows = windows
        self.isOnBars = isOnBars
        self.condition = condition
    }

    /// Whether it takes long on a large picture, beside the others.
    var isDear: Bool { [.zbar, .candela, .linear].contains(engine) }

    /// Whether both do the same, whenever they do it.
    func isSameSearch(as other: ReadingStep) -> Bool {
        var copy = other
        copy.condition = condition
        return self == copy
    }

    /// Whether a reader with these abilities does what the step is for on every unprepared picture.
    package func isNeedless(given abilities: ReaderAbilities) -> Bool {
        if windows > 1 { return abilities.contains(.several) && preparation == .none }
        return switch preparation {
        case .inverted: abilities.contains(.inverted) && !symbologies.contains(where: \.isLinear)
        case .reduced: abilities.contains(.reduced)
        default: false
        }
    }

    /// `turned 45 → zxing, linear`
    package var description: String {
        var text = "\(preparation)"
        if isOnBars { text = preparation == .none ? "bars, upright" : "bars, upright, \(preparation)" }
        if windows > 1 { text += ", \(windows)×\(windows) windows" }
        text += " → \(engine.rawValue)"
        if symbologies.count == 1, let only = symbologies.first {
            text += ", \(only.rawValue)"
        } else if symbologies.allSatisfy(\.isLinear) {
            text += ", linear"
        } else if symbologies.allSatisfy({ !$0.isLinear }) {
            text += ", matrix"
        }
        return text
    }
}

/// What a step did, for benchmarks and for finding out why reading is slow.
package struct ReadingRecord: Sendable {
    package var step: ReadingStep
    /// The codes that the step's reader returned, accepted or not.
    package var codes: Int
    /// The time for preparing and reading. A preparation shared by several steps counts for the first.
    package var duration: Duration
}
