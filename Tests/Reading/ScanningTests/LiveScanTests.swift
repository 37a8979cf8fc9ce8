// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Scanning
import TestSupport
import Testing

@Suite("Live scan")
struct LiveScanTests {
    private struct Enough: Error {}

    private func scan(
        _ source: ScriptedFrameSource, _ reader: ScriptedReader, region: FrameRegion? = nil,
        interval: Duration = .seconds(3600)
    ) -> LiveScan {
        LiveScan(
            source: source, reader: reader, symbologies: [.qr, .ean13], region: region.map { .fixed($0) } ?? .whole,
            policy: ReadPolicy(repeats: .interval(interval)))
    }

    /// Everything that a scan reports, and how it ended.
    private func run(_ scan: LiveScan, timeout: Duration? = nil) throws -> (reads: [LiveRead], ending: LiveScanEnding) {
        var scan = scan
        var reads: [LiveRead] = []
        let ending = try scan.run(timeout: timeout) { event in
            if case .read(let read) = event { reads.append(read) }
            return true
        }
        return (reads, ending)
    }

    private func texts(_ reads: [LiveRead]) -> [String] { reads.compactMap(\.barcode.text) }

    @Test("a code held before the camera is reported once, with the first frame in which it was read")
    func once() throws {
        let source = ScriptedFrameSource((0..<5).map { .grey(0, sequence: $0 * 2) })
        let reader = ScriptedReader([], [.code("A")])
        let (reads, ending) = try run(scan(source, reader))
        #expect(texts(reads) == ["A"])
        #expect(reads.first?.frame == 2)
        #expect(ending == .sourceEnded)
        #expect(reader.pictures.count == 5)
        #expect(reader.asked.allSatisfy { $0 == [.qr, .ean13] })
    }

    @Test("an interval of zero reports every read")
    func everyRead() throws {
        let source = ScriptedFrameSource((0..<3).map { .grey(0, sequence: $0) })
        let (reads, _) = try run(scan(source, ScriptedReader([.code("A")]), interval: .zero))
        #expect(reads.map(\.frame) == [0, 1, 2])
    }

    @Test("a second code is not withheld because of the first, and does not repeat it")
    func second() throws {
        let source = ScriptedFrameSource((0..<4).map { .grey(0, sequence: $0) })
        let reader = ScriptedReader([.code("A")], [.code("A"), .code("B")], [.code("B")], [.code("A")])
        let (reads, _) = try run(scan(source, reader))
        #expect(texts(reads) == ["A", "B"])
        #expect(reads.map(\.frame) == [0, 1])
    }

    @Test("codes of one frame come from the top, then from the left; those without a place last")
    func order() throws {
        let reader = ScriptedReader([
            .code("nowhere"), .code("right", at: (x: 90, y: 40)), .code("low", at: (x: 5, y: 70)), .code("nowhere too"),
            .code("left", at: (x: 20, y: 40)), .code("top", at: (x: 95, y: 12)),
        ])
        let (reads, _) = try run(scan(ScriptedFrameSource([.grey(0)]), reader))
        #expect(texts(reads) == ["top", "left", "right", "low", "nowhere", "nowhere too"])
    }

    @Test("a receiver that stops gets no further code, not even of the same frame")
    func satisfied() throws {
        let source = ScriptedFrameSource(endless: .grey(0))
        var scan = scan(source, ScriptedReader([.code("A", at: (x: 9, y: 9)), .code("B", at: (x: 9, y: 50))]))
        var texts: [String?] = []
        let ending = try scan.run(timeout: nil) { event in
            if case .read(let read) = event { texts.append(read.barcode.text) }
            return false
        }
        #expect(ending == .satisfied)
        #expect(texts == ["A"])
        #expect(source.timeouts.count == 1)
    }

    @Test("an error from the receiver ends the scan unchanged")
    func thrown() {
        var scan = scan(ScriptedFrameSource(endless: .grey(0)), ScriptedReader([.code("A")]))
        #expect(throws: Enough.self) { try scan.run(timeout: nil) { _ in throw Enough() } }
    }

    @Test("the age of a read is measured from its frame, and includes decoding")
    func ages() throws {
        var frame = Frame.grey(0)
        frame.timestamp = FrameTimestamp(nanoseconds: FrameTimestamp.now.nanoseconds - 7_000_000_000)
        let (reads, _) = try run(scan(ScriptedFrameSource([frame]), ScriptedReader([.code("A")])))
        let read = try #require(reads.first)
        #expect(read.age >= .seconds(7) + read.decodeTime)
        #expect(read.decodeTime >= .zero)
    }

    @Test("a driver's timestamp from the future gives no negative age")
    func future() throws {
        var frame = Frame.grey(0)
        frame.timestamp = FrameTimestamp.now + .seconds(60)
        let (reads, _) = try run(scan(ScriptedFrameSource([frame]), ScriptedReader([.code("A")])))
        let read = try #require(reads.first)
        #expect(read.age == read.decodeTime)
    }

    @Test("the timeout ends a scan whose source never stops giving frames")
    func timeoutWhileBusy() throws {
        let source = ScriptedFrameSource(endless: .grey(0))
        let (reads, ending) = try run(scan(source, ScriptedReader([])), timeout: .milliseconds(20))
        #expect(ending == .timedOut)
        #expect(reads.isEmpty)
        #expect(source.timeouts.allSatisfy { $0 > .zero && $0 <= .milliseconds(20) })
    }

    @Test("a timeout of zero asks the source for nothing", arguments: [Duration.zero, .seconds(-1)])
    func noTime(timeout: Duration) throws {
        let source = ScriptedFrameSource([.grey(0)])
        #expect(try run(scan(source, ScriptedReader([.code("A")])), timeout: timeout).ending == .timedOut)
        #expect(source.timeouts.isEmpty)
    }

    @Test("no frame before the caller's timeout is a timeout, not a failure")
    func silentUntilTimeout() throws {
        let source = ScriptedFrameSource([.failure(FrameSourceError(.noFrame, "none came"))])
        #expect(try run(scan(source, ScriptedReader([])), timeout: .seconds(2)).ending == .timedOut)
        #expect(source.timeouts.count == 1)
    }

    @Test("no frame within the patience limit is a failure", arguments: [nil, Duration.seconds(3600)])
    func silent(timeout: Duration?) throws {
        let source = ScriptedFrameSource([.frame(.grey(0)), .failure(FrameSourceError(.noFrame, "none came"))])
        #expect(failure { _ = try run(scan(source, ScriptedReader([])), timeout: timeout) }?.kind == .noFrame)
        #expect(source.timeouts == [LiveScan.patience, LiveScan.patience])
    }

    @Test(
        "a source that fails ends the scan with its own error, after what was read before",
        arguments: [FrameSourceError.Kind.gone, .busy, .malformed, .failed])
    func failures(kind: FrameSourceError.Kind) {
        let error = FrameSourceError(kind, "cannot read frames: a reason")
        let source = ScriptedFrameSource([.frame(.grey(0)), .failure(error), .frame(.grey(0))])
        var scan = scan(source, ScriptedReader([.code("A")]))
        var reads = 0
        let thrown = failure {
            _ = try scan.run(timeout: .seconds(2)) { _ in
                reads += 1
                return true
            }
        }
        #expect(thrown == error)
        #expect(reads == 1)
        #expect(source.remaining == 1)
    }

    @Test("a stopped source ends the scan")
    func stopped() throws {
        let source = ScriptedFrameSource(endless: .grey(0))
        var scan = scan(source, ScriptedReader([.code("A")]), interval: .zero)
        var reads = 0
        let ending = try scan.run(timeout: nil) { _ in
            reads += 1
            if reads == 3 { source.stop() }
            return true
        }
        #expect(ending == .sourceEnded)
        #expect(reads == 3)
    }

    @Test("a region outside the frames is an error")
    func region() throws {
        let region = try #require(FrameRegion("0,0,33,10"))
        do {
            _ = try run(scan(ScriptedFrameSource([.grey(0)]), ScriptedReader([.code("A")]), region: region))
            Issue.record("the region was taken")
        } catch LiveScan.Failure.region(let error) {
            #expect(error.region == region)
            #expect(error.size == FrameSize(width: 32, height: 32))
        }
    }

    @Test("a following region is reported, follows the code, and returns to the whole frame")
    func following() throws {
        let source = ScriptedFrameSource(
            (0..<4).map { .grey(0, sequence: $0, size: FrameSize(width: 200, height: 100)) })
        let reader = ScriptedReader([.code("A", at: (x: 100, y: 50))], [.code("A", at: (x: 25, y: 20))], [])
        var scan = LiveScan(
            source: source, reader: reader, symbologies: [.qr], region: .following,
            policy: ReadPolicy(repeats: .everyRead))
        var regions: [PixelRectangle] = []
        var corners: [PixelPoint] = []
        _ = try scan.run(timeout: nil) { event in
            switch event {
            case .region(let part, let size):
                #expect(size == FrameSize(width: 200, height: 100))
                regions.append(part)
            case .read(let read): corners += [read.barcode.corners?.topLeft].compactMap { $0 }
            case .several: Issue.record("one code is not several")
            }
            return true
        }
        #expect(
            regions == [
                PixelRectangle(x: 0, y: 0, width: 200, height: 100),
                PixelRectangle(x: 75, y: 25, width: 50, height: 50),
            ])
        #expect(reader.pictures.map(\.width) == [200, 50, 50, 50])
        // The reader saw only the part, but corners are in the frame.
        #expect(corners == [PixelPoint(x: 90, y: 40), PixelPoint(x: 75 + 15, y: 25 + 10)])
    }

    private func failure(_ body: () throws -> Void) -> FrameSourceError? {
        do {
            try body()
        } catch LiveScan.Failure.source(let error) {
            return error
        } catch {
            Issue.record(error)
        }
        return nil
    }
}
