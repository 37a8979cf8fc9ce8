// SPDX-License-Identifier: Apache-2.0

import Cameras
import Frames
import Testing
import TestSupport

@Suite("Settling of a stream that has just begun")
struct SettlingTests {
    /// The number of the frame, from 1, with which the stream has settled.
    private func settled(_ means: [Double?]) -> Int? {
        var filter = SettlingFilter()
        return means.firstIndex { filter.accept(mean: $0) }.map { $0 + 1 }
    }

    @Test("three small changes running are needed")
    func calm() {
        #expect(settled([100, 100, 100, 100]) == 4)
        #expect(settled([100, 100, 100]) == nil)
        #expect(settled([0, 40, 80, 100, 104, 100, 104]) == 7)
        // Two per cent of the range are 5.1.
        #expect(settled([100, 105, 110, 115]) == 4)
        #expect(settled([100, 105.2, 100, 105.2, 100]) == nil)
    }

    @Test("a damaged frame begins the count again")
    func damaged() {
        #expect(settled([100, 100, 100, nil, 100, 100, 100]) == 7)
        #expect(settled([nil, nil, 100, 100, 100, 100]) == 6)
    }

    @Test("the tenth frame settles it, come what may")
    func tenth() {
        #expect(settled((0..<12).map { $0 % 2 == 0 ? 0 : 255 }) == 10)
        #expect(settled([Double?](repeating: nil, count: 12)) == 10)
    }

    @Test("what has settled stays so")
    func stays() {
        var filter = SettlingFilter()
        for _ in 0..<4 { _ = filter.accept(mean: 100) }
        #expect(filter.isSettled)
        let later = [0, nil, 255].map { filter.accept(mean: $0) }
        #expect(later == [true, true, true])
    }

    private func frames(_ values: [UInt8]) -> [Frame] {
        values.enumerated().map { .grey($1, sequence: $0) }
    }

    @Test("a source gives its first frame when it has settled, and every one from then on")
    func source() throws {
        let scripted = ScriptedFrameSource(frames([0, 90, 180, 180, 180, 180, 0, 255]))
        let source = SettledFrameSource(scripted)
        var given: [Int] = []
        while let frame = try source.nextFrame(timeout: .seconds(60)) { given.append(frame.sequence) }
        #expect(given == [5, 6, 7])
        #expect(source.format == scripted.format)
        #expect(source.statistics == scripted.statistics)
    }

    @Test("damaged frames are not taken for calm ones, and are given once it has settled")
    func corruptFrames() throws {
        let corrupt = (0..<3).map { Frame.grey(0, sequence: $0, isCorrupt: true) }
        let good = (3..<7).map { Frame.grey(0, sequence: $0) }
        let source = SettledFrameSource(ScriptedFrameSource(corrupt + good + [.grey(0, sequence: 7, isCorrupt: true)]))
        #expect(try source.nextFrame(timeout: .seconds(60))?.sequence == 6)
        #expect(try source.nextFrame(timeout: .seconds(60))?.isCorrupt == true)
    }

    @Test("all frames looked at share the caller's one timeout")
    func timeouts() throws {
        let scripted = ScriptedFrameSource(frames([1, 1, 1, 1]))
        _ = try SettledFrameSource(scripted).nextFrame(timeout: .seconds(60))
        #expect(scripted.timeouts.count == 4)
        #expect(scripted.timeouts == scripted.timeouts.sorted(by: >))
        #expect(scripted.timeouts[0] <= .seconds(60))
    }

    @Test("a camera too slow to settle in time gives its last good frame instead of a failure")
    func slow() throws {
        let silence = FrameSourceError(.noFrame, "cannot read frames: none came")
        let source = SettledFrameSource(
            ScriptedFrameSource([
                .frame(.grey(1, sequence: 0)), .frame(.grey(90, sequence: 1)),
                .frame(.grey(0, sequence: 2, isCorrupt: true)), .failure(silence),
            ]))
        #expect(try source.nextFrame(timeout: .seconds(60))?.sequence == 1)
        let silent = SettledFrameSource(ScriptedFrameSource([.failure(silence)]))
        #expect(throws: silence) { try silent.nextFrame(timeout: .seconds(60)) }
    }

    @Test("an end or a failure before it has settled is passed on")
    func ends() throws {
        #expect(try SettledFrameSource(ScriptedFrameSource(frames([1, 1]))).nextFrame(timeout: .seconds(60)) == nil)
        let gone = FrameSourceError(.gone, "cannot read frames: the device is gone")
        let source = SettledFrameSource(ScriptedFrameSource([.frame(.grey(1)), .failure(gone)]))
        #expect(throws: gone) { try source.nextFrame(timeout: .seconds(60)) }
    }

    @Test("stopping reaches the source")
    func stop() {
        let scripted = ScriptedFrameSource([Frame]())
        SettledFrameSource(scripted).stop()
        #expect(scripted.isStopped)
    }
}
