// SPDX-License-Identifier: Apache-2.0

import Glibc
import Hooks
import ScanStore
import Scanning
import Synchronization
import Testing
import Threads

@Suite("Passing scans on", .timeLimit(.minutes(5)))
struct HookRunTests {
    private let scratch = Scratch()
    private let reports = Reports()
    private let quick = Backoff(first: .milliseconds(1), longest: .milliseconds(2))

    private func run(_ targets: [any HookTarget]) -> HookRun {
        HookRun(targets, backoff: quick) { [reports] in reports.take($0) }
    }

    private func keep(_ text: String, _ history: ScanHistory, _ run: HookRun) throws {
        _ = try run.passOn { () throws(HistoryError) in try history.keep(scan(text), for: run.names) }
    }

    @Test("each target gets every scan, in order, with its id, and nothing is left")
    func order() throws {
        let history = try ScanHistory(scratch.history)
        let targets = [FakeTarget("one"), FakeTarget("two")]
        let run = run(targets)
        run.begin(history)
        let texts = (0..<50).map { "\($0)" }
        for text in texts { try keep(text, history, run) }
        #expect(run.finish(within: .seconds(60)) == [])
        for target in targets {
            #expect(target.texts == texts)
            #expect(Set(target.messages.compactMap(\.scan.id)).count == 50)
            #expect(!target.messages.contains { !$0.isFresh })
            #expect(target.timesEnded == 1)
        }
        #expect(try history.waitingDeliveries() == [])
        #expect(reports.all == [])
    }

    /// As a history on a full disk.
    private final class FullOutbox: Outbox {
        let isFull = Mutex(true)
        let tries = Mutex(0)

        func next(for target: String, lease: Duration) throws(HistoryError) -> NextDelivery {
            tries.withLock { $0 += 1 }
            if isFull.withLock({ $0 }) { throw HistoryError("no space") }
            return .nothing
        }
        func delivered(_ delivery: Delivery) throws(HistoryError) {}
        func failed(_ delivery: Delivery, _ error: String, retryAfter pause: Duration) throws(HistoryError) {}
        func refused(_ delivery: Delivery, _ reason: String) throws(HistoryError) {}
        func release(_ delivery: Delivery) throws(HistoryError) {}
        func waitingDeliveries() throws(HistoryError) -> [WaitingDeliveries] { [] }
    }

    @Test("an outbox that cannot be used is reported once, whatever another one delivers; and that it works again is reported, too")
    func stuck() {
        let (full, memory) = (FullOutbox(), MemoryOutbox())
        let target = FakeTarget("one")
        let courier = Courier(target, outboxes: [full, memory], backoff: quick) { [reports] in reports.take($0) }
        let thread = WorkerThread { courier.run() }
        for index in 0..<20 {
            #expect(memory.add(scan("\(index)", id: "\(index)"), for: "one"))
            courier.look()
            eventually { target.texts.count == index + 1 }
        }
        #expect(full.tries.withLock { $0 } > 1)
        full.isFull.withLock { $0 = false }
        // No further scan comes.
        eventually { reports.all.count == 2 }
        courier.look()
        courier.stop()
        thread.join()
        #expect(reports.all.count == 2 && reports.all.first?.contains("no space") == true, "\(reports.all)")
    }

    @Test("after its end nothing holds the history or the hooks: a station begins such runs for a year")
    func released() throws {
        weak var history: ScanHistory?
        weak var run: HookRun?
        weak var target: FakeTarget?
        do {
            let (kept, sent) = (try ScanHistory(scratch.history), FakeTarget("one"))
            let hooks = self.run([sent])
            (history, run, target) = (kept, hooks, sent)
            hooks.begin(kept)
            try keep("a", kept, hooks)
            #expect(hooks.finish(within: .seconds(60)) == [])
        }
        // The couriers' threads may still be leaving.
        eventually { history == nil && run == nil && target == nil }
        #expect(history == nil && run == nil && target == nil)
    }

    @Test("a scan that a hook finds in the history before it is told of it is of this run")
    func found() throws {
        let history = try ScanHistory(scratch.history)
        let target = FakeTarget()
        let run = run([target])
        run.begin(history)
        _ = try run.passOn { () throws(HistoryError) in
            let kept = try history.keep(scan("0"), for: run.names)
            run.begin(history)
            // Long enough for the hook to take it.
            usleep(300_000)
            return kept
        }
        #expect(run.finish(within: .seconds(60)) == [])
        #expect(target.messages.map(\.isFresh) == [true])
    }

    @Test("a failed scan is tried again before those after it; away and back are each reported once")
    func failure() throws {
        let history = try ScanHistory(scratch.history)
        let target = FakeTarget { $0.scan.finalText == "1" && $0.attempts < 2 ? .later("busy") : .accepted }
        let run = run([target])
        run.begin(history)
        for text in ["0", "1", "2"] { try keep(text, history, run) }
        #expect(run.finish(within: .seconds(60)) == [])
        #expect(target.texts == ["0", "1", "1", "1", "2"])
        #expect(target.messages.map(\.attempts) == [0, 0, 1, 2, 0])
        #expect(reports.all == ["fake away: busy", "fake back"])
    }

    @Test("a refused scan is recorded as refused, and the next is tried")
    func refusal() throws {
        let history = try ScanHistory(scratch.history)
        let target = FakeTarget { $0.scan.finalText == "bad" ? .refused("HTTP 422") : .accepted }
        let run = run([target])
        run.begin(history)
        for text in ["bad", "good"] { try keep(text, history, run) }
        #expect(run.finish(within: .seconds(60)) == [])
        #expect(target.texts == ["bad", "good"])
        #expect(try history.refusedDeliveries().map(\.lastError) == ["HTTP 422"])
        #expect(reports.all == ["fake refused bad: HTTP 422"])
        try history.offerAgain("fake")
        #expect(try history.waitingDeliveries().map(\.count) == [1])
    }

    @Test("a target that hangs delays neither scans nor another target")
    func independence() throws {
        let history = try ScanHistory(scratch.history)
        let gate = Mutex(false)
        let slow = FakeTarget("slow") { _ in
            eventually { gate.withLock { $0 } }
            return .accepted
        }
        let fast = FakeTarget("fast")
        let run = run([slow, fast])
        run.begin(history)
        for index in 0..<20 { try keep("\(index)", history, run) }
        eventually { fast.texts.count == 20 && slow.texts.count == 1 }
        #expect(slow.texts.count == 1)
        gate.withLock { $0 = true }
        #expect(run.finish(within: .seconds(60)) == [])
        #expect(slow.texts == fast.texts)
    }

    @Test("scans that one run could not deliver wait, and the next run delivers them first")
    func leftOver() throws {
        let history = try ScanHistory(scratch.history)
        let away = run([FakeTarget { _ in .later("no route to host") }])
        away.begin(history)
        for text in ["0", "1"] { try keep(text, history, away) }
        let left = away.finish(within: .zero)
        #expect(left.map(\.waiting) == [2] && left.map(\.lost) == [0] && left[0].hook == "fake")
        let target = FakeTarget()
        let next = run([target])
        next.begin(history)
        try keep("2", history, next)
        #expect(next.finish(within: .seconds(60)) == [])
        #expect(target.texts == ["0", "1", "2"])
        #expect(target.messages.map(\.isFresh) == [false, false, true])
    }

    @Test("at the end the message in flight is cancelled and released at once")
    func cancelled() throws {
        let history = try ScanHistory(scratch.history)
        let holder = Mutex<FakeTarget?>(nil)
        let target = FakeTarget { _ in
            eventually { holder.withLock { $0?.isCancelled } == true }
            return .cancelled
        }
        holder.withLock { $0 = target }
        let run = run([target])
        run.begin(history)
        try keep("0", history, run)
        eventually { target.texts.count == 1 }
        #expect(run.finish(within: .zero).map(\.waiting) == [1])
        guard case .now(let delivery) = try history.next(for: "fake") else {
            Issue.record("it is still somebody's")
            return
        }
        #expect(delivery.attempts == 0)
        holder.withLock { $0 = nil }
    }

    @Test("a new scan ends the pause after a failure")
    func woken() throws {
        let history = try ScanHistory(scratch.history)
        let target = FakeTarget { $0.attempts == 0 && $0.scan.finalText == "0" ? .later("busy") : .accepted }
        // Without being woken, it would be tried again in an hour.
        let run = HookRun([target], backoff: Backoff(first: .seconds(7200), longest: .seconds(7200))) { _ in }
        run.begin(history)
        try keep("0", history, run)
        eventually { target.texts.count == 1 }
        try keep("1", history, run)
        eventually { target.texts == ["0", "0", "1"] }
        #expect(run.finish(within: .seconds(60)) == [])
    }

    @Test("scans that are not stored are delivered from memory; the rest is lost and reported")
    func memory() throws {
        let (target, away) = (FakeTarget("here"), FakeTarget("away") { _ in .later("gone") })
        let run = run([target, away])
        run.begin(nil)
        let (passed, lost) = run.passOn(notKept: scan("0"))
        #expect(passed.id?.count == 26 && lost == 0)
        #expect(run.passOn(notKept: scan("1", id: "KNOWN")).scan.id == "KNOWN")
        eventually { target.texts.count == 2 }
        let left = run.finish(within: .zero)
        #expect(target.texts == ["0", "1"])
        #expect(left.map(\.hook) == ["away"] && left.map(\.lost) == [2] && left.map(\.waiting) == [0])
    }

    @Test("memory is bounded")
    func bounded() {
        let run = run([FakeTarget()])
        var lost = 0
        for _ in 0...MemoryOutbox.capacity { lost += run.passOn(notKept: scan("x", id: "i")).lost }
        #expect(lost == 1)
    }

    @Test("a history that becomes available later is used from then on")
    func late() throws {
        let target = FakeTarget()
        let run = run([target])
        run.begin(nil)
        _ = run.passOn(notKept: scan("0"))
        let history = try ScanHistory(scratch.history)
        run.begin(history)
        try keep("1", history, run)
        #expect(run.finish(within: .seconds(60)) == [])
        #expect(Set(target.texts) == ["0", "1"])
    }

    @Test("pauses grow to a limit, and are never shorter than half")
    func backoff() {
        var backoff = Backoff(first: .seconds(1), longest: .seconds(8))
        #expect((0..<6).map { _ in backoff.next(chance: 1) } == [1, 2, 4, 8, 8, 8].map { .seconds($0) })
        backoff.reset()
        #expect((0..<3).map { _ in backoff.next(chance: 0) } == [0.5, 1, 2].map { .seconds($0) })
    }
}
