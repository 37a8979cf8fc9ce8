// SPDX-License-Identifier: Apache-2.0

public import Frames

/// The results of a whole run of measuring.
public struct MeasuringSummary: Sendable {
    /// The negotiated format.
    public var format: StreamFormat
    /// The source's counters, including frames before the picture had settled.
    public var statistics: StreamStatistics
    public var stream: StreamTally
    /// The mean of every frame, 0 to 255, and its clipped pixels, percent.
    public var brightness: TimeSeries
    public var clippedOverTime: TimeSeries
    /// Frames that reading, and measuring, skipped for newer ones.
    public var passedByReader: Int
    public var passedByFigures: Int
    /// From opening the camera to the first frame; set by the caller.
    public var timeToFirstFrame: Duration?
    /// The machine's ambient light sensor at the end of the run; `nil` if it has none. Set by the caller.
    public var sensor: AmbientLightSensor?
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
    public var duration: Double {
        guard let first = stream.first, let last = stream.last else { return 0 }
        return last.since(first).milliseconds / 1000
    }

    public var latencyMeaning: LatencyMeaning { LatencyMeaning(stream.origin) }

    // MARK: Reading

    /// The time reading a frame took, milliseconds, whether it found a code or not.
    public var decodes: Distribution { tally.decodes }
    /// Milliseconds from a frame's timestamp until its codes were reported; see `latencyMeaning`.
    public var latencies: Distribution { tally.latencies }
    public var latencyOverTime: TimeSeries { tally.latencySeries }
    /// Frames tried, and frames in which at least one code was read.
    public var framesTried: Int { tally.tried }
    public var framesRead: Int { tally.framesRead }
    public var codesRead: Int { tally.codes }
    /// The share of frames with a code, 0 to 1; `nil` before the first frame.
    public var readShare: Double? { tally.tried > 0 ? Double(tally.framesRead) / Double(tally.tried) : nil }
    public var readsPerFrame: Double? { tally.tried > 0 ? Double(tally.codes) / Double(tally.tried) : nil }

    // MARK: Figures

    public var framesMeasured: Int { tally.measured }
    /// Frames without a symbol when the symbol was to be measured.
    public var framesWithoutSymbol: Int { tally.withoutSymbol }
    public var mean: Distribution { tally.mean }
    /// Percent.
    public var clipped: Distribution { tally.clipped }
    public var black: Distribution { tally.black }
    public var contrast: Distribution { tally.contrast }
    public var spatialNoise: Distribution { tally.spatialNoise }
    public var temporalNoise: Distribution { tally.temporalNoise }
    public var edgeWidth: Distribution { tally.edgeWidth }
    public var tenengrad: Distribution { tally.tenengrad }
    public var laplacianVariance: Distribution { tally.laplacianVariance }
    public var tenengradOverTime: TimeSeries { tally.tenengradSeries }
    public var edgeWidthOverTime: TimeSeries { tally.edgeSeries }
    /// The figures of the latest frame.
    public var lastFigures: FrameMeasurement? { tally.lastFigures }

    /// The median brightness value over the run, and its range; `nil` if it was never known.
    public var brightnessValue: (median: Double, minimum: Double, maximum: Double)? {
        guard let median = tally.light.median, let low = tally.light.minimum, let high = tally.light.maximum else {
            return nil
        }
        let offset = MeasuringTally.lightOffset
        return (median - offset, low - offset, high - offset)
    }
    public var lastLight: LightReading? { tally.lastLight }

    /// The share of frames with steady bands, 0 to 1; then the median of their amplitude and of their frequency.
    public var flickerShare: Double {
        tally.measured > 0 ? Double(tally.flickerAmplitude.count) / Double(tally.measured) : 0
    }
    public var flickerAmplitude: Double? { tally.flickerAmplitude.median }
    public var flickerFrequency: Double? { tally.flickerFrequency.median }

    // MARK: The symbol read

    public var module: Distribution { tally.module }
    public var symbolEdgeWidth: Distribution { tally.symbolEdge }
    public var symbolContrast: Distribution { tally.symbolContrast }
    public var grade: Distribution { tally.grade }
    public var lastSymbol: SymbolMeasurement? { tally.lastSymbol }
}
