// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// What measuring a stream tells while it goes on.
public enum MeasureEvent: Sendable {
    /// A frame whose figures were taken.
    case frame(FrameMeasurement)
    /// A frame of which codes were read. Whatever the receiver does with it counts into the latency: it prints.
    case read(ReadMeasurement)
}

/// The figures of one frame.
public struct FrameMeasurement: Hashable, Sendable {
    /// The frame's place in its stream.
    public var sequence: Int
    /// Seconds since the first frame measured, by their timestamps.
    public var time: Double
    public var isCorrupt: Bool
    /// `nil` when the symbol's were asked for, and none was there.
    public var figures: AreaFigures?
    /// Of the whole frame.
    public var light: LightReading
    /// Of the frames up to this one; `nil` where there are no steady bands.
    public var flicker: FlickerEstimate?
    /// What was read last, within half a second, or else the likeliest place, if there is one.
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

/// One frame's reads.
public struct ReadMeasurement: Sendable {
    public var sequence: Int
    public var time: Double
    /// In reading order, at least one; corners in pixels of the frame.
    public var barcodes: [Barcode]
    public var decodeTime: Duration
    /// From the frame's timestamp to the end of reading; `nil` where the timestamp is of another clock.
    public var age: Duration?

    public init(sequence: Int, time: Double, barcodes: [Barcode], decodeTime: Duration, age: Duration?) {
        self.sequence = sequence
        self.time = time
        self.barcodes = barcodes
        self.decodeTime = decodeTime
        self.age = age
    }
}
