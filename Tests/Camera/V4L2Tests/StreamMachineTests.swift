// SPDX-License-Identifier: Apache-2.0

import Frames
import Testing
import V4L2

@Suite("The buffers of a stream")
struct StreamMachineTests {
    private func filled(_ index: Int, _ sequence: UInt32) -> StreamMachine.Filled {
        StreamMachine.Filled(
            index: index, bytesUsed: 4, sequence: sequence, timestamp: FrameTimestamp(nanoseconds: Int64(sequence)))
    }

    @Test("the newest frame wins, and goes to one caller")
    func newest() {
        var machine = StreamMachine(bufferCount: 4)
        #expect(machine.initialActions == [.queue(0), .queue(1), .queue(2), .queue(3)])
        #expect(machine.dequeued(filled(0, 0)) == [.announce])
        #expect(machine.dequeued(filled(1, 1)) == [.queue(0), .announce])
        #expect(machine.take()?.filled.index == 1 && machine.take() == nil)
        #expect(machine.statistics.superseded == 1)
        #expect(machine.released(1) == [.queue(1)] && machine.released(1) == [])
    }

    @Test(
        "frames that depend on each other wait in their order, as long as the driver has two buffers and the caller one"
    )
    func queue() {
        var machine = StreamMachine(bufferCount: 8, keepsAll: true)
        for index in 0..<5 { #expect(machine.dequeued(filled(index, UInt32(index))) == [.announce]) }
        #expect(machine.take()?.sequence == 0)
        #expect(machine.dequeued(filled(5, 5)) == [.announce])
        #expect(machine.waiting.map(\.sequence) == [1, 2, 3, 4, 5] && machine.statistics.superseded == 0)
        #expect(machine.released(0) == [.queue(0)])
    }

    @Test("a full queue goes back as a whole, and the gap is seen in the sequence")
    func overflow() {
        var machine = StreamMachine(bufferCount: 6, keepsAll: true)
        for index in 0..<3 { _ = machine.dequeued(filled(index, UInt32(index))) }
        #expect(machine.dequeued(filled(3, 3)) == [.queue(0), .queue(1), .queue(2), .announce])
        #expect(machine.statistics.superseded == 3 && machine.statistics.captured == 4)
        _ = machine.dequeued(filled(0, 4))
        #expect(machine.take()?.sequence == 3 && machine.take()?.sequence == 4 && machine.take() == nil)
    }

    @Test(
        "whatever comes in whatever order, no buffer is lost or in two places",
        arguments: [(3, false), (4, true), (8, true)])
    func conservation(count: Int, keepsAll: Bool) {
        var machine = StreamMachine(bufferCount: count, keepsAll: keepsAll)
        var driver = Set(0..<count)
        var lent: [Int] = []
        var random: UInt32 = 1
        var last = -1
        func act(_ actions: [StreamMachine.Action]) {
            for case .queue(let index) in actions { #expect(driver.insert(index).inserted) }
        }
        for sequence in UInt32(0)..<5000 {
            random = random &* 1_664_525 &+ 1_013_904_223
            switch random >> 29 {
            case 0...3:
                guard
                    let index = driver.min(by: {
                        ($0 * 7 + Int(random >> 8)) % count < ($1 * 7 + Int(random >> 8)) % count
                    })
                else { continue }
                driver.remove(index)
                act(machine.dequeued(filled(index, sequence)))
            case 4, 5:
                if lent.count < (keepsAll ? 1 : count - 2), let taken = machine.take() {
                    #expect(taken.sequence > last)
                    last = taken.sequence
                    lent.append(taken.filled.index)
                }
            default:
                if !lent.isEmpty { act(machine.released(lent.removeFirst())) }
            }
            let waiting = machine.waiting.map(\.filled.index)
            #expect(driver.count + waiting.count + lent.count == count)
            #expect(driver.count >= (keepsAll ? min(2, count - 2) : 1))
        }
        #expect(machine.statistics.captured > 1000)
    }

    @Test("after a stop or a failure nothing goes to the driver, and nothing is lent")
    func over() {
        for isStop in [true, false] {
            var machine = StreamMachine(bufferCount: 8, keepsAll: true)
            _ = machine.dequeued(filled(0, 0))
            _ = machine.dequeued(filled(1, 1))
            _ = machine.take()
            #expect((isStop ? machine.stop() : machine.failed(FrameSourceError(.gone, "gone"))) == [.finish])
            #expect(machine.take() == nil && machine.released(0) == [] && machine.dequeued(filled(2, 2)) == [])
        }
    }
}
