// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// Which reader a step uses. The ladder knows no library: whoever builds it says which reader plays which part.
public enum ReadingEngine: String, Hashable, Sendable, CaseIterable {
    /// zbar, every line.
    case zbar
    /// zbar, every other row and column: about half the time, and codes a third larger at least.
    case coarseZBar = "zbar-coarse"
    /// zxing-cpp, trying harder.
    case zxing
    /// The same, content with one linear code: for looks at a place where one is expected.
    case closeZXing = "zxing-one"
    /// Our own reader of Data Matrix, Aztec and, through a library, QR, at several scales.
    case candela
    /// The same, one look at the picture as it is.
    case quickCandela = "candela-quick"
    /// Our own reader of linear codes: averaged lines along the bars, blurred EAN and UPC.
    case linear = "candela-linear"
    /// The same, the likeliest places and sharp codes only.
    case quickLinear = "candela-linear-quick"
}

/// One rung: a preparation, a reader, and for what and when.
public struct ReadingStep: Hashable, Sendable, CustomStringConvertible {
    public var preparation: ReadingPreparation
    public var engine: ReadingEngine
    /// The symbologies this step is for.
    public var symbologies: Set<Symbology>
    /// The most pixels it is given: a larger picture is first reduced by the least whole factor that fits.
    public var pixelLimit: Int
    /// Into how many windows each side is divided, 1 for the whole picture. Windows overlap by half, so there are
    /// `(2 * windows - 1)` by as many.
    public var windows: Int
    public var condition: Condition

    public enum Condition: Hashable, Sendable {
        case always
        /// Only when no code has been accepted so far.
        case nothingRead
        /// Unless exactly one code has been accepted so far: where there are two, there may be more.
        case notOne
        /// Only on pictures larger than this many pixels, and then always.
        case largerThan(Int)
        /// In every `count`th picture of a stream, beginning with picture `offset`; in the first picture always.
        case everyNth(Int, offset: Int)
        /// When something new has come into view, over that part of the frame.
        case onset
        /// So many frames after that, as long as nothing has been read since; 0 is the same frame.
        case unreadOnset(after: Int)
        /// Over the place of a code that was read in this frame and is not believed yet, until it is.
        case doubt
    }

    public init(
        _ preparation: ReadingPreparation, _ engine: ReadingEngine, _ symbologies: Set<Symbology>,
        _ condition: Condition = .always, pixelLimit: Int, windows: Int = 1
    ) {
        self.preparation = preparation
        self.engine = engine
        self.symbologies = symbologies
        self.pixelLimit = pixelLimit
        self.windows = windows
        self.condition = condition
    }

    /// Whether a reader with these abilities does what the step is for whenever it sees the picture as it came.
    public func isNeedless(given abilities: ReaderAbilities) -> Bool {
        if windows > 1 { return abilities.contains(.several) && preparation == .none }
        return switch preparation {
        case .inverted: abilities.contains(.inverted) && !symbologies.contains(where: \.isLinear)
        case .reduced: abilities.contains(.reduced)
        default: false
        }
    }

    /// `turned 45 → zxing, linear`
    public var description: String {
        var text = "\(preparation)"
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

/// What a step did, for benchmarks and for whoever asks why reading is slow.
public struct ReadingRecord: Sendable {
    public var step: ReadingStep
    /// The codes the step's reader gave, accepted or not.
    public var codes: Int
    /// Preparing and reading. A preparation that several steps share is counted with the first.
    public var duration: Duration
}
