// SPDX-License-Identifier: Apache-2.0

import Candela
import Synchronization
import Testing

@Suite("a thread that works for a task")
struct ChannelTests {
    private struct Broken: Error {}

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }

    @Test("values arrive in order, then the failure once, then nothing")
    func order() async throws {
        let thread = CameraThread<Int> { channel in
            for number in 0..<100 { _ = channel.send(number) }
            throw Broken()
        }
        var seen: [Int] = []
        await #expect(throws: Broken.self) { while let number = try await thread.next() { seen.append(number) } }
        #expect(seen == Array(0..<100))
        #expect(try await thread.next() == nil)
    }

    @Test("work on demand runs only when somebody waits")
    func demand() async throws {
        let made = Counter()
        let thread = CameraThread<Int> { channel in
            while channel.awaitDemand() {
                let number = made.next()
                _ = channel.send(number)
            }
        }
        #expect(try await thread.next() == 1)
        try await Task.sleep(for: .milliseconds(50))
        #expect(made.value == 1)
        #expect(try await thread.next() == 2)
    }

    @Test("when the last reference is gone, the work has ended and tidied up")
    func letGo() async throws {
        let isTidy = Counter()
        do {
            let thread = CameraThread<Int> { channel in
                defer { _ = isTidy.next() }
                while channel.send(1) {}
            }
            #expect(try await thread.next() == 1)
        }
        #expect(isTidy.value == 1)
    }

    @Test("a cancelled task gets its answer after the work has tidied up")
    func cancelled() async throws {
        let isTidy = Counter()
        let task = Task {
            _ = try await CameraThread<Int>.run { channel in
                defer { _ = isTidy.next() }
                while !channel.isStopped {}
                return 1
            }
        }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(isTidy.value == 1)
    }

    @Test("who asks to be told of the end after it is told at once")
    func late() async throws {
        let told = Counter()
        let task = Task {
            _ = try await CameraThread<Int>.run { channel in
                while !channel.isStopped {}
                channel.onStop { _ = told.next() }
                return 1
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(told.value == 1)
    }
}
