// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A result while a stream is measured.
package enum MeasureEvent: Sendable {
    /// A frame that was measured.
    case frame(FrameMeasurement)
    /// A frame in which codes were read. The receiver's work, such as printing, counts into the latency.
    case read(ReadMeasurement)
}

/// The figures of one frame.
package struct FrameMeasurement: Hashable, Sendable {
    /// The frame's place in its stream.
    package var sequence: Int
    /// Seconds since the first frame measured, by timestamps.
    package var time: Double
    package var isCorrupt: Bool
    /// `nil` if those of the symbol were requested and there was none.
    package var figures: AreaFigures?
    /// The light, from the whole frame.
    package var light: LightReading
    /// Flicker in the frames up to this one; `nil` if there are no steady bands.
    package var flicker: FlickerEstimate?
    /// The symbol read last if that was within half a second, else the likeliest place, if any.
    package var symbol: SymbolMeasurement?

    package init(
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
package struct ReadMeasurement: Sendable {
    package var sequence: Int
    package var time: Double
    /// In reading order, at least one; corners in pixels of the frame.
    package var barcodes: [Barcode]
    package var decodeTime: Duration
    /// From the frame's timestamp to the end of reading; `nil` if the timestamp is from another clock.
    package var age: Duration?

    package init(sequence: Int, time: Double, barcodes: [Barcode], decodeTime: Duration, age: Duration?) {
        self.sequence = sequence
        self.time = time
        self.barcodes = barcodes
        self.decodeTime = decodeTime
        self.age = age
    }
}
