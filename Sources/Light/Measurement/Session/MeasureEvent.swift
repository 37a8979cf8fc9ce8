// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// A result while a stream is measured.
public enum MeasureEvent: Sendable {
    /// A frame that was measured.
    case frame(FrameMeasurement)
    /// A frame in which codes were read. The receiver's work, such as printing, counts into the latency.
    case read(ReadMeasurement)
}

/// The figures of one frame.
public struct FrameMeasurement: Hashable, Sendable {
    /// The frame's place in its stream.
    public var sequence: Int
    /// Seconds since the first frame measured, by timestamps.
    public var time: Double
    public var isCorrupt: Bool
    /// `nil` if those of the symbol were requested and there was none.
    public var figures: AreaFigures?
    /// The light, from the whole frame.
    public var light: LightReading
    /// Flicker in the frames up to this one; `nil` if there are no steady bands.
    public var flicker: FlickerEstimate?
    /// The symbol read last if that was within half a second, else the likeliest place, if any.
    public var symbol: SymbolMeasurement?

    public init(
        sequence: Int, time: Double, isCorrupt: Bool = false, figures: AreaFigures?, light: LightReading,
        flicker: FlickerEstimate? = nil, symbol: SymbolMeasurement? = nil
    ) {
        self.sequence = sequence
        self.time = time
        self.isCorrupt = isCorrupt
        self.figures = figures
        self.light = light
        self.flicker = flicker
        self.symbol = symbol
    }
}

/// The codes read in one frame.
public struct ReadMeasurement: Sendable {
    public var sequence: Int
    public var time: Double
    /// In reading order, at least one; corners in pixels of the frame.
    public var barcodes: [Barcode]
    public var decodeTime: Duration
    /// From the frame's timestamp to the end of reading; `nil` if the timestamp is from another clock.
    public var age: Duration?

    public init(sequence: Int, time: Double, barcodes: [Barcode], decodeTime: Duration, age: Duration?) {
        self.sequence = sequence
        self.time = time
        self.barcodes = barcodes
        self.decodeTime = decodeTime
        self.age = age
    }
}
