// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import Measurement
import Testing

@Suite("Distributions and series")
struct DistributionTests {
    @Test("percentiles are those of every value, by the nearest rank")
    func exact() {
        var distribution = Distribution(resolution: 0.01)
        var values: [Double] = []
        var state: UInt64 = 7
        for _ in 0..<5000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = (Double(state >> 40) / 1000).rounded() / 100 + 3
            values.append(value)
            distribution.add(value)
        }
        values.sort()
        for share in [0.0, 0.01, 0.5, 0.95, 0.99, 0.999, 1] {
            let rank = max(1, Int((share * 5000).rounded(.up)))
            #expect(abs(distribution.percentile(share)! - values[rank - 1]) < 1e-6)
        }
        #expect(abs(distribution.mean! - values.reduce(0, +) / 5000) < 1e-6)
        let mean = values.reduce(0, +) / 5000
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 5000
        #expect(abs(distribution.deviation! - variance.squareRoot()) < 1e-6)
    }

    @Test("values above its range are counted, and the largest is kept")
    func beyond() {
        var distribution = Distribution(resolution: 0.01)
        for value in [1, 2, 1e300, 5e9, -3, .nan, .infinity] { distribution.add(value) }
        #expect(distribution.count == 5)
        #expect(distribution.minimum == 0 && distribution.maximum == 1e300)
        #expect(distribution.percentile(0.2) == 0 && distribution.percentile(0.4) == 1)
        #expect(distribution.percentile(0.8) == 1e300)
    }

    @Test("no values have no percentiles, one value is all of them")
    func few() {
        var distribution = Distribution(resolution: 0.1)
        #expect(distribution.percentile(0.5) == nil && distribution.mean == nil && distribution.bins(4).isEmpty)
        distribution.add(4.2)
        #expect(distribution.percentile(0) == distribution.percentile(1))
        #expect(distribution.deviation == nil)
        #expect(distribution.bins(4).map(\.count) == [1])
    }

    @Test("bins hold every value once")
    func bins() {
        var distribution = Distribution(resolution: 0.01)
        for value in 0..<1000 { distribution.add(Double(value) / 10) }
        let bins = distribution.bins(20)
        #expect(bins.count == 20)
        #expect(bins.reduce(0) { $0 + $1.count } == 1000)
        #expect(bins.allSatisfy { (49...51).contains($0.count) })
    }

    @Test("a series of a million values keeps their mean and extremes in bounded room")
    func series() {
        var series = TimeSeries(capacity: 64)
        for index in 0..<100_000 { series.add(index == 77_777 ? 500 : Double(index % 10), at: Double(index) / 30) }
        #expect(series.points.count <= 64 && series.points.count > 32)
        #expect(series.points.reduce(0) { $0 + $1.count } == 100_000)
        #expect(series.points.contains { $0.maximum == 500 })
        #expect(series.points.allSatisfy { $0.minimum == 0 })
        #expect(zip(series.points, series.points.dropFirst()).allSatisfy { $0.time < $1.time })
    }
}

@Suite("Timing of a stream")
struct StreamTallyTests {
    private func tally(_ frames: [(Int, Double)], origin: TimestampOrigin = .exposureStart) -> StreamTally {
        var tally = StreamTally()
        for (sequence, milliseconds) in frames {
            tally.add(
                sequence: sequence, timestamp: FrameTimestamp(nanoseconds: Int64(milliseconds * 1e6)), origin: origin)
        }
        return tally
    }

    @Test("rate and jitter, with gaps by sequence numbers")
    func gaps() throws {
        // 25 a second, each second frame 2 ms late, three missing.
        let numbers = (0..<100).filter { ![20, 50, 51].contains($0) }
        let result = tally(numbers.map { ($0, 40 * Double($0) + ($0 % 2 == 1 ? 2 : 0)) })
        #expect(result.frames == 97 && result.missing == 3)
        let (rate, jitter) = (try #require(result.rate), try #require(result.jitter))
        #expect(abs(rate - 25) < 0.03)
        // Intervals of 42 and 38 alternate.
        #expect(abs(jitter - 2) < 0.02)
        #expect(result.intervals.count == 94)
        #expect(result.intervals.maximum == 42)
    }

    @Test("one frame has no rate")
    func one() {
        let result = tally([(5, 100)])
        #expect(result.rate == nil && result.jitter == nil && result.frames == 1)
        #expect(StreamTally().origin == nil)
    }

    @Test("the meaning of a latency depends on the clock")
    func meaning() {
        #expect(tally([(0, 0), (1, 33)]).origin == .exposureStart)
        var mixed = tally([(0, 0)])
        mixed.add(sequence: 1, timestamp: FrameTimestamp(nanoseconds: 1), origin: .arrival)
        mixed.add(sequence: 2, timestamp: FrameTimestamp(nanoseconds: 2), origin: .arrival)
        #expect(mixed.origin == nil)
        #expect(
            TimestampOrigin.allCases.filter { LatencyMeaning($0).isKnown } == [.exposureStart, .frameEnd, .arrival])
        #expect(!LatencyMeaning(nil).isKnown)
        #expect(LatencyMeaning(.arrival).sentence.contains("is not known"))
    }
}
