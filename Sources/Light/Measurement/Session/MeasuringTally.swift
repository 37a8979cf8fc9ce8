// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import SymbolFinding

/// The results of reading and measuring over a whole run, in bounded memory.
struct MeasuringTally: Hashable, Sendable {
    /// Milliseconds.
    var decodes = Distribution(resolution: 0.01)
    var latencies = Distribution(resolution: 0.01)
    var latencySeries = TimeSeries()
    /// Frames tried, frames in which a code was read, and codes read.
    var tried = 0
    var framesRead = 0
    var codes = 0

    var measured = 0
    var withoutSymbol = 0
    var mean = Distribution(resolution: 0.01)
    var clipped = Distribution(resolution: 0.001)
    var black = Distribution(resolution: 0.001)
    var contrast = Distribution(resolution: 0.0001)
    var spatialNoise = Distribution(resolution: 0.001)
    var temporalNoise = Distribution(resolution: 0.001)
    var edgeWidth = Distribution(resolution: 0.001)
    var tenengrad = Distribution(resolution: 0.1)
    var laplacianVariance = Distribution(resolution: 0.1)
    var tenengradSeries = TimeSeries()
    var edgeSeries = TimeSeries()
    /// The light as Bv + 32, because a distribution holds no negative values; it is hardly ever darker.
    var light = Distribution(resolution: 0.001)
    static let lightOffset = 32.0
    var lastLight: LightReading?
    var flickerAmplitude = Distribution(resolution: 0.0001)
    var flickerFrequency = Distribution(resolution: 0.01)
    var lastFigures: FrameMeasurement?

    /// The figures of symbols that were read.
    var module = Distribution(resolution: 0.001)
    var symbolEdge = Distribution(resolution: 0.001)
    var symbolContrast = Distribution(resolution: 0.01)
    var grade = Distribution(resolution: 0.001)
    var lastSymbol: SymbolMeasurement?

    mutating func decoded(_ time: Duration, codes count: Int) {
        tried += 1
        decodes.add(time.milliseconds)
        codes += count
        if count > 0 { framesRead += 1 }
    }

    mutating func told(after latency: Duration, at time: Double) {
        latencies.add(latency.milliseconds)
        latencySeries.add(latency.milliseconds, at: time)
    }

    mutating func add(_ symbol: SymbolMeasurement) {
        lastSymbol = symbol
        if let size = symbol.module { module.add(size) }
        if let width = symbol.figures.edgeWidth { symbolEdge.add(width) }
        symbolContrast.add(symbol.figures.contrast)
        if let estimate = symbol.grade { grade.add(estimate.overall) }
    }

    mutating func add(_ frame: FrameMeasurement) {
        lastFigures = frame
        measured += 1
        lastLight = frame.light
        if let estimate = frame.light.estimate { light.add(estimate.brightnessValue + Self.lightOffset) }
        if let flicker = frame.flicker {
            flickerAmplitude.add(flicker.amplitude)
            if let frequency = flicker.frequency { flickerFrequency.add(frequency) }
        }
        guard let figures = frame.figures else {
            withoutSymbol += 1
            return
        }
        mean.add(figures.mean)
        clipped.add(100 * figures.clipped)
        black.add(100 * figures.black)
        contrast.add(figures.contrast)
        spatialNoise.add(figures.spatialNoise)
        if let noise = figures.temporalNoise { temporalNoise.add(noise) }
        if let width = figures.edgeWidth {
            edgeWidth.add(width)
            edgeSeries.add(width, at: frame.time)
        }
        tenengrad.add(figures.tenengrad)
        laplacianVariance.add(figures.laplacianVariance)
        tenengradSeries.add(figures.tenengrad, at: frame.time)
    }
}
