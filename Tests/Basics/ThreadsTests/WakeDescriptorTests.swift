// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import Threads

@Suite("Wake descriptor")
struct WakeDescriptorTests {
    private func isReadable(_ descriptor: CInt, timeout: CInt = 0) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, timeout) == 1 && entry.revents & Int16(POLLIN) != 0
    }

    @Test("it stays readable once it is signalled, and not before")
    func signal() throws {
        let wake = try #require(WakeDescriptor())
        #expect(!isReadable(wake.descriptor))
        wake.signal()
        for _ in 0..<3 { #expect(isReadable(wake.descriptor)) }
    }

    @Test("it wakes a thread that is waiting")
    func wakesWaiter() throws {
        let wake = try #require(WakeDescriptor())
        let woken = ConditionLock(false)
        let thread = WorkerThread {
            let readable = isReadable(wake.descriptor, timeout: -1)
            woken.withLockSignalling { $0 = readable }
        }
        wake.signal()
        #expect(woken.wait(timeout: .seconds(60)) { $0 ? true : nil } == true)
        thread.join()
    }

    @Test("signals never block, even if nobody reads them")
    func manySignals() throws {
        let wake = try #require(WakeDescriptor())
        // A pipe holds 65,536 bytes.
        for _ in 0..<70_000 { wake.signal() }
        #expect(isReadable(wake.descriptor))
    }

    @Test("programs we start do not inherit it")
    func closedOnExec() throws {
        let wake = try #require(WakeDescriptor())
        #expect(fcntl(wake.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
}
