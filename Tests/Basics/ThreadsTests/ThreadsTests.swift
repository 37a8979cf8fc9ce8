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
