// SPDX-License-Identifier: Apache-2.0

import Calibration
import Frames
import Testing

/// Decisions about formats, sizes and rates, from figures only.
@Suite("stream comparison")
struct StreamComparisonTests {
    private static let vga = FrameSize(width: 640, height: 480)
    private static let quarter = FrameSize(width: 320, height: 240)
    private static let hd = FrameSize(width: 1280, height: 720)

    private func yuyv(_ size: FrameSize = vga, _ rate: Double = 30) -> StreamMode {
        StreamMode(fourCC: FourCC("YUYV")!, size: size, fastest: rate, slowest: 5, coding: .exact)
    }
    private func mjpg(_ size: FrameSize = vga, _ rate: Double = 30) -> StreamMode {
        StreamMode(fourCC: FourCC("MJPG")!, size: size, fastest: rate, slowest: 5, coding: .compressed)
    }

    private func result(
        rate: Double = 1, frame: Double = 33.3, decode: Double = 8, ratio: Double = 40, module: Double = 3.5,
        frames: Int = 24
    ) -> ProbeResult {
        var result = ProbeResult()
        result.frames = frames
        result.reads = Int((rate * Double(frames)).rounded())
        result.frameDuration = frame
        result.decodeTimes = [Double](repeating: decode, count: frames)
        result.noise = 4
        (result.dark, result.light) = (40, 40 + (ratio * ratio * 16 + 174.24).squareRoot())
        (result.edgeWidth, result.modulePixels) = (1.8, module)
        return result
    }

    private func facts(exposure: Double = 33, module: Double? = 3.5, clipped: Bool = false) -> StreamComparison.Facts {
        var facts = StreamComparison.Facts()
        facts.exposure = exposure
        facts.module = module
        facts.isClippedByRate = clipped
        return facts
    }

    /// Runs trials until there are no more.
    private func run(_ comparison: inout StreamComparison, _ answer: (StreamMode) -> ProbeResult) -> [StreamComparison
        .Trial]
    {
        var trials: [StreamComparison.Trial] = []
        while let trial = comparison.next(), trials.count < 20 {
            trials.append(trial)
            comparison.take(answer(trial.mode), of: trial)
        }
        return trials
    }

    @Test(
        "an exact format in which every frame reads has nothing to fear from JPEG at the same rate: no trial, and why")
    func exactWins() {
        var comparison = StreamComparison(
            current: yuyv(), result: result(), offered: [yuyv(), mjpg()], facts: facts())
        #expect(run(&comparison) { _ in result() }.isEmpty)
        #expect(comparison.best.mode == yuyv())
        #expect(comparison.passedOver.map(\.mode) == [mjpg()])
        #expect(comparison.passedOver.first?.reason.contains("no faster") == true)
    }

    @Test("an exact format of the same size that is as fast replaces JPEG, even if JPEG has less measured noise")
    func uncompressed() {
        var comparison = StreamComparison(
            current: mjpg(), result: result(ratio: 60), offered: [yuyv(), mjpg()], facts: facts())
        let trials = run(&comparison) { _ in result(ratio: 40, frames: 12) }
        #expect(trials.map(\.mode) == [yuyv()] && trials.map(\.reason) == [.uncompressed])
        #expect(comparison.best.mode == yuyv())
        #expect(comparison.losers.first?.words.contains("compression removes detail") == true)
    }

    @Test("an exact format that the bus slows down is skipped while every JPEG frame decodes")
    func slowBus() {
        let comparison = StreamComparison(
            current: mjpg(Self.hd), result: result(module: 7), offered: [yuyv(Self.hd, 10), mjpg(Self.hd)],
            facts: facts(module: 7))
        #expect(comparison.next() == nil)
        #expect(comparison.passedOver.first?.reason.contains("100 ms per frame instead of 33 ms") == true)
    }

    @Test("if JPEG frames fail, the slower exact format is tried, and wins by its decode rate")
    func surerBeatsSooner() {
        var comparison = StreamComparison(
            current: mjpg(Self.hd), result: result(rate: 0.8, module: 7), offered: [yuyv(Self.hd, 10), mjpg(Self.hd)],
            facts: facts(module: 7))
        let trials = run(&comparison) { _ in result(frame: 100, module: 7, frames: 12) }
        #expect(trials.map(\.reason) == [.uncompressed])
        #expect(comparison.best.mode == yuyv(Self.hd, 10))
        #expect(comparison.losers.first?.words == "reads 79 % of the frames against 100 %")
    }

    @Test("frames slower than their exposure are tried as JPEG, which is kept only if it is faster")
    func quicker() {
        for (measured, wins) in [(34.0, true), (85, false)] {
            var comparison = StreamComparison(
                current: yuyv(), result: result(frame: 90), offered: [yuyv(), mjpg()], facts: facts())
            let trials = run(&comparison) { _ in result(frame: measured, frames: 12) }
            #expect(trials.map(\.mode) == [mjpg()] && trials.map(\.reason) == [.quicker])
            #expect((comparison.best.mode == mjpg()) == wins)
        }
    }

    @Test("decompression time counts as latency")
    func delivery() {
        var slow = result(frame: 50, frames: 12)
        slow.delivery = 90
        var now = result(frame: 90)
        now.delivery = 2
        var comparison = StreamComparison(current: yuyv(), result: now, offered: [yuyv(), mjpg()], facts: facts())
        #expect(run(&comparison) { _ in slow }.count == 1)
        #expect(comparison.best.mode == yuyv())
    }

    @Test("smaller frames are tried if decoding is slow and modules stay wide enough")
    func smaller() {
        let offered = [yuyv(), yuyv(Self.quarter)]
        var roomy = StreamComparison(
            current: yuyv(), result: result(decode: 60, module: 8), offered: offered, facts: facts(module: 8))
        let trials = run(&roomy) { _ in result(decode: 15, module: 4, frames: 12) }
        #expect(trials.map(\.mode) == [yuyv(Self.quarter)] && trials.map(\.reason) == [.smaller])
        #expect(roomy.best.mode.size == Self.quarter)
        let narrow = StreamComparison(
            current: yuyv(), result: result(decode: 60, module: 4), offered: offered, facts: facts(module: 4))
        #expect(narrow.next() == nil)
    }

    @Test("if noise makes frames fail, larger pixels are tried")
    func binned() {
        var comparison = StreamComparison(
            current: yuyv(Self.hd), result: result(rate: 0.7, ratio: 6, module: 6), offered: [yuyv(), yuyv(Self.hd)],
            facts: facts(module: 6))
        let trials = run(&comparison) { _ in result(ratio: 14, module: 3, frames: 12) }
        #expect(trials.first?.mode == yuyv() && trials.first?.reason == .binned)
        #expect(comparison.best.mode.size == Self.vga)
    }

    @Test("narrow modules in good light lead to more pixels, at a sufficient rate")
    func larger() {
        let comparison = StreamComparison(
            current: yuyv(), result: result(rate: 0.5, module: 1.7),
            offered: [yuyv(), yuyv(Self.hd, 2), mjpg(Self.hd)], facts: facts(module: 1.7))
        #expect(comparison.next()?.mode == mjpg(Self.hd) && comparison.next()?.reason == .larger)
    }

    @Test("if light is short and the camera limits exposure to its frame interval, a lower rate is tried")
    func slower() throws {
        let noisy = result(rate: 0.4, ratio: 6)
        let comparison = StreamComparison(
            current: yuyv(), result: noisy, offered: [yuyv()], facts: facts(clipped: true))
        let trial = try #require(comparison.next())
        #expect(trial.reason == .slower && trial.mode.rate == 7.5 && trial.mode.size == Self.vga)
        #expect(StreamComparison(current: yuyv(), result: noisy, offered: [yuyv()], facts: facts()).next() == nil)
        // A moving code is blurred before that.
        var moving = facts(clipped: true)
        moving.longestExposure = 20
        #expect(StreamComparison(current: yuyv(), result: noisy, offered: [yuyv()], facts: moving).next() == nil)
    }

    @Test("a mode that does not start is named with its reason, is not tried again, and counts towards the bound")
    func refused() {
        let offered = [yuyv(), mjpg(), yuyv(Self.hd), mjpg(Self.hd), yuyv(Self.quarter), mjpg(Self.quarter)]
        var comparison = StreamComparison(
            current: yuyv(), result: result(rate: 0.5, frame: 90, module: 1.7), offered: offered,
            facts: facts(module: 1.7))
        var count = 0
        while let trial = comparison.next() {
            comparison.refuse(trial, because: "did not stream")
            count += 1
            #expect(count <= 4)
        }
        #expect(count >= 2)
        #expect(comparison.best.mode == yuyv())
        #expect(comparison.passedOver.count >= count)
    }

    @Test("the proof corrects a mode that a dozen frames favoured by chance")
    func proof() {
        var comparison = StreamComparison(
            current: mjpg(), result: result(rate: 0.9), offered: [yuyv(), mjpg()], facts: facts())
        _ = run(&comparison) { _ in result(frames: 12) }
        #expect(comparison.best.mode == yuyv())
        comparison.prove(result(rate: 0.5))
        #expect(comparison.best.mode == mjpg())
    }
}
