// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Threads

@Suite("Threads")
struct ThreadsTests {
    @Test("results come in order, in whatever order the work ends", arguments: [1, 2, 7])
    func order(workers: Int) {
        var delivered: [Int] = []
        forEachInOrder(count: 100, workers: workers, makeState: { 0 }) { (state: inout Int, index: Int) -> Int in
            // The first pieces take longest.
            state = (0..<(100 - index) * 2000).reduce(state, &+)
            return index * index
        } deliver: { (index: Int, result: Int) -> Bool in
            #expect(result == index * index)
            delivered.append(index)
            return true
        }
        #expect(delivered == Array(0..<100))
    }

    @Test("no piece starts far ahead of the next to deliver, and none after the end")
    func bounded() {
        let begun = Mutex(0)
        forEachInOrder(count: 10_000, workers: 2, makeState: {}) { (_: inout Void, index: Int) -> Int in
            begun.withLock { $0 += 1 }
            return index
        } deliver: { (index: Int, _: Int) -> Bool in
            #expect(begun.withLock { $0 } <= index + 16)
            return index < 50
        }
        #expect(begun.withLock { $0 } <= 51 + 16)
    }

    @Test("results are delivered while the next piece is waited for, and an early end ends that wait")
    func streams() {
        let source = ConditionLock((next: 0, isCancelled: false))
        var delivered: [Int] = []
        forEachInStream(workers: 3, makeState: {}) {
            source.wait(timeout: .seconds(60)) { source -> Int?? in
                if source.isCancelled { return .some(nil) }
                guard source.next < 5 else { return nil }
                source.next += 1
                return .some(source.next)
            } ?? nil
        } cancel: {
            source.withLockSignalling { $0.isCancelled = true }
        } work: { (_: inout Void, piece: Int) -> Int in
            piece * 10
        } deliver: { (piece: Int, result: Int) -> Bool in
            #expect(result == piece * 10)
            delivered.append(piece)
            return piece < 5
        }
        #expect(delivered == [1, 2, 3, 4, 5])
    }

    @Test("without order a slow piece holds up none of the others, and nothing is lost")
    func unordered() {
        let source = ConditionLock(0)
        let isLate = ConditionLock(false)
        var delivered: [Int] = []
        forEachInStream(workers: 2, isOrdered: false, makeState: {}) {
            source.withLock { next -> Int? in
                next += 1
                return next <= 200 ? next : nil
            }
        } work: { (_: inout Void, piece: Int) -> Int in
            // The first waits until the eighth was delivered.
            if piece == 1 { _ = isLate.wait(timeout: .seconds(60)) { $0 ? true : nil } }
            return piece
        } deliver: { (piece: Int, _: Int) -> Bool in
            delivered.append(piece)
            if piece == 8 { isLate.withLockSignalling { $0 = true } }
            return true
        }
        #expect(delivered.first != 1 && delivered.sorted() == Array(1...200))
    }

    @Test("without work it returns at once")
    func nothing() {
        forEachInOrder(count: 0, workers: 2, makeState: {}) { (_: inout Void, _: Int) in
        } deliver: { (_: Int, _: Void) -> Bool in
            Issue.record("nothing was to be delivered")
            return true
        }
    }

    @Test("a wait ends with the value, or with nil after the timeout")
    func wait() {
        let lock = ConditionLock(0)
        let never: Int? = lock.wait(timeout: .milliseconds(5)) { $0 > 0 ? $0 : nil }
        #expect(never == nil)
        let thread = WorkerThread { lock.withLockSignalling { $0 = 42 } }
        #expect(lock.wait(timeout: nil) { $0 > 0 ? $0 : nil } == 42)
        thread.join()
        thread.join()
    }
}
