// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Scanning
import Testing

@Suite("Duplicate gate")
struct DuplicateGateTests {
    private func moment(_ milliseconds: Int64) -> FrameTimestamp {
        FrameTimestamp(nanoseconds: 50_000_000_000 + milliseconds * 1_000_000)
    }

    @Test("a code passes once in an interval, measured from its last pass")
    func interval() {
        let gate = Gate(.interval(.seconds(2)))
        let passed = [0, 1, 1999, 2000, 2001, 3999, 4000, 9000].filter { gate.accept(.code("A"), at: moment($0)) }
        #expect(passed == [0, 2000, 4000, 9000])
    }

    @Test("a camera's clock that starts anew begins the interval anew, and silences no code for the age of the old clock")
    func newClock() {
        let gate = Gate(.interval(.seconds(2)))
        #expect(gate.accept(.code("A"), at: FrameTimestamp(nanoseconds: 1_800_000_000_000)))
        #expect(!gate.accept(.code("A"), at: FrameTimestamp(nanoseconds: 100_000_000)))
        #expect(!gate.accept(.code("A"), at: FrameTimestamp(nanoseconds: 2_000_000_000)))
        #expect(gate.accept(.code("A"), at: FrameTimestamp(nanoseconds: 2_200_000_000)))
    }

    @Test("an interval of zero, or none at all, lets every read through", arguments: [Duration.zero, .seconds(-1)])
    func zero(interval: Duration) {
        let gate = Gate(.interval(interval))
        for _ in 0..<3 { #expect(gate.accept(.code("A"), at: moment(0))) }
        #expect(gate.remembered == 0)
    }

    @Test("two codes do not block each other; the same bytes in another symbology are another code")
    func two() {
        let gate = Gate(.interval(.seconds(2)))
        #expect(gate.accept(.code("A"), at: moment(0)))
        #expect(gate.accept(.code("B"), at: moment(500)))
        #expect(gate.accept(.code("A", .dataMatrix), at: moment(500)))
        #expect(!gate.accept(.code("A"), at: moment(1999)))
        #expect(gate.accept(.code("A"), at: moment(2000)))
        #expect(!gate.accept(.code("B"), at: moment(2499)))
        #expect(gate.accept(.code("B"), at: moment(2500)))
    }

    @Test("a different place or reader does not make a different code")
    func sameElsewhere() {
        let gate = Gate(.interval(.seconds(2)))
        var moved = Barcode.code("A", at: (x: 300, y: 200))
        moved.reader = "another"
        moved.quality = 7
        #expect(gate.accept(.code("A", at: (x: 10, y: 10)), at: moment(0)))
        #expect(!gate.accept(moved, at: moment(1)))
    }

    @Test("after leaving: a code passes once a visit, however long, and again after a second of absence")
    func leaving() {
        let gate = Gate(.afterLeaving)
        let seen: [Int64] = [0, 100, 900, 1800, 2700, 3600, 4599, 5599, 5600, 9000]
        #expect(seen.filter { gate.accept(.code("A"), at: moment($0)) } == [0, 5599, 9000])
        #expect(gate.accept(.code("B"), at: moment(9001)))
    }

    @Test("every read passes, and nothing is remembered")
    func everyRead() {
        let gate = Gate(.everyRead)
        for _ in 0..<3 { #expect(gate.accept(.code("A"), at: moment(0))) }
        #expect(gate.remembered == 0)
    }

    @Test("codes of the present interval are all remembered, however many; older ones are forgotten")
    func pruning() {
        let gate = Gate(.interval(.seconds(2)))
        for number in 0..<1000 { #expect(gate.accept(.code("\(number)"), at: moment(0))) }
        for number in 0..<1000 { #expect(!gate.accept(.code("\(number)"), at: moment(1999))) }
        #expect(gate.remembered == 1000)
        #expect(gate.accept(.code("new"), at: moment(2000)))
        #expect(gate.remembered == 1)
    }
}

/// The test macros call no mutating functions.
private final class Gate {
    private var gate: DuplicateGate
    init(_ rule: RepeatRule) { gate = DuplicateGate(rule) }
    var remembered: Int { gate.remembered }
    func accept(_ barcode: Barcode, at moment: FrameTimestamp) -> Bool { gate.accept(barcode, at: moment) }
}
