// SPDX-License-Identifier: Apache-2.0

package import Frames

/// The results of a whole run of measuring.
package struct MeasuringSummary: Sendable {
    /// The negotiated format.
    package var format: StreamFormat
    /// The source's counters, including frames before the picture had settled.
    package var statistics: StreamStatistics
    package var stream: StreamTally
    /// The mean of every frame, 0 to 255, and its clipped pixels, percent.
    package var brightness: TimeSeries
    package var clippedOverTime: TimeSeries
    /// Frames that reading, and measuring, skipped for newer ones.
    package var passedByReader: Int
    package var passedByFigures: Int
    /// From opening the camera to the first frame; set by the caller.
    package var timeToFirstFrame: Duration?
    /// The machine's ambient light sensor at the end of the run; `nil` if it has none. Set by the caller.
    package var sensor: AmbientLightSensor?
    let tally: MeasuringTally

    init(
        format: StreamFormat, statistics: StreamStatistics, stream: StreamTally, brightness: TimeSeries,
        clipped: TimeSeries, passedByReader: Int, passedByFigures: Int, tally: MeasuringTally
    ) {
        self.format = format
        self.statistics = statistics
        self.stream = stream
        self.brightness = brightness
        clippedOverTime = clipped
        self.passedByReader = passedByReader
        self.passedByFigures = passedByFigures
        self.tally = tally
    }

    /// Seconds from the first to the last frame, by timestamps.
    package var duration: Double {
        guard let first = stream.first, let last = stream.last else { return 0 }
        return last.since(first).milliseconds / 1000
    }

    package var latencyMeaning: LatencyMeaning { LatencyMeaning(stream.origin) }

    // MARK: Reading

    /// The time reading a frame took, milliseconds, whether it found a code or not.
    package var decodes: Distribution { tally.decodes }
    /// Milliseconds from a frame's timestamp until its codes were reported; see `latencyMeaning`.
    package var latencies: Distribution { tally.latencies }
    package var latencyOverTime: TimeSeries { tally.latencySeries }
    /// Frames tried, and frames in which at least one code was read.
    package var framesTried: Int { tally.tried }
    package var framesRead: Int { tally.framesRead }
    package var codesRead: Int { tally.codes }
    /// The share of frames with a code, 0 to 1; `nil` before the first frame.
    package var readShare: Double? { tally.tried > 0 ? Double(tally.framesRead) / Double(tally.tried) : nil }
    package var readsPerFrame: Double? { tally.tried > 0 ? Double(tally.codes) / Double(tally.tried) : nil }

    // MARK: Figures

    package var framesMeasured: Int { tally.measured }
    /// Frames without a symbol when the symbol was to be measured.
    package var framesWithoutSymbol: Int { tally.withoutSymbol }
    package var mean: Distribution { tally.mean }
    /// Percent.
    package var clipped: Distribution { tally.clipped }
    package var black: Distribution { tally.black }
    package var contrast: Distribution { tally.contrast }
    package var spatialNoise: Distribution { tally.spatialNoise }
    package var temporalNoise: Distribution { tally.temporalNoise }
    package var edgeWidth: Distribution { tally.edgeWidth }
    package var tenengrad: Distribution { tally.tenengrad }
    package var laplacianVariance: Distribution { tally.laplacianVariance }
    package var tenengradOverTime: TimeSeries { tally.tenengradSeries }
    package var edgeWidthOverTime: TimeSeries { tally.edgeSeries }
    /// The figures of the latest frame.
    package var lastFigures: FrameMeasurement? { tally.lastFigures }

    /// The median brightness value over the run, and its range; `nil` if it was never known.
    package var brightnessValue: (median: Double, minimum: Double, maximum: Double)? {
        guard let median = tally.light.median, let low = tally.light.minimum, let high = tally.light.maximum else {
            return nil
        }
        let offset = MeasuringTally.lightOffset
        return (median - offset, low - offset, high - offset)
    }
    package var lastLight: LightReading? { tally.lastLight }

    /// The share of frames with steady bands, 0 to 1; then the median of their amplitude and of their frequency.
    package var flickerShare: Double {
        tally.measured > 0 ? Double(tally.flickerAmplitude.count) / Double(tally.measured) : 0
    }
    package var flickerAmplitude: Double? { tally.flickerAmplitude.median }
    package var flickerFrequency: Double? { tally.flickerFrequency.median }

    // MARK: The symbol read

    package var module: Distribution { tally.module }
    package var symbolEdgeWidth: Distribution { tally.symbolEdge }
    package var symbolContrast: Distribution { tally.symbolContrast }
    package var grade: Distribution { tally.grade }
    package var lastSymbol: SymbolMeasurement? { tally.lastSymbol }
}
