// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Output
import Scanning
import ScanStore
import SQLite
import Testing

@Suite("The outbox of scans")
struct DeliveriesTests {
    let scratch = Scratch()
    let clock = TestClock()

    private func history() throws -> ScanHistory {
        let clock = clock
        return try ScanHistory(scratch.history, clock: { clock.now })
    }

    private func next(_ history: ScanHistory, _ target: String = "hook") throws -> Delivery? {
        guard case .now(let delivery) = try history.next(for: target) else { return nil }
        return delivery
    }

    @Test("each target gets every scan, in order, the next after the last is reported as delivered")
    func order() throws {
        let history = try history()
        for index in 0..<3 { _ = try history.keep(scan("\(index)"), for: ["hook", "other"]) }
        for target in ["hook", "other"] {
            var texts: [String] = []
            while let delivery = try next(history, target) {
                texts.append(delivery.scan.barcode.text ?? "")
                #expect(delivery.scan.id != nil && delivery.attempts == 0)
                try history.delivered(delivery)
            }
            #expect(texts == ["0", "1", "2"])
            guard case .nothing = try history.next(for: target) else {
                Issue.record("something is left for \(target)")
                return
            }
        }
        #expect(try history.waitingDeliveries() == [])
    }

    @Test("a failed delivery is tried again after its pause, before those after it")
    func failure() throws {
        let history = try history()
        for index in 0..<2 { _ = try history.keep(scan("\(index)", at: clock.now), for: ["hook"]) }
        let first = try #require(try next(history))
        try history.failed(first, "no route to host", retryAfter: .seconds(30))
        guard case .later(let moment) = try history.next(for: "hook") else {
            Issue.record("it does not wait")
            return
        }
        #expect(moment.milliseconds == clock.now.milliseconds + 30_000)
        let waiting = try history.waitingDeliveries()
        #expect(waiting.map(\.count) == [2] && waiting[0].lastError == "no route to host")
        #expect(waiting[0].oldest == clock.now)
        clock.advance(seconds: 30)
        let again = try #require(try next(history))
        #expect(again.number == first.number && again.attempts == 1 && again.lastError == "no route to host")
        try history.delivered(again)
        #expect(try next(history)?.scan.barcode.text == "1")
    }

    @Test("a delivery that another process has taken is its own until the lease ends")
    func lease() throws {
        let (one, two) = (try history(), try history())
        _ = try one.keep(scan("a"), for: ["hook"])
        #expect(try next(one) != nil)
        #expect(try next(two) == nil)
        // The first died: at least once.
        clock.advance(seconds: 61)
        let delivery = try #require(try next(two))
        try two.delivered(delivery)
        // Too late: it arrived, and is not put back.
        try one.failed(delivery, "timed out", retryAfter: .zero)
        clock.advance(seconds: 1)
        #expect(try next(one) == nil)
    }

    @Test("a stored scan can be enqueued later, once for each target; a scan that is not stored cannot")
    func enqueue() throws {
        let history = try history()
        let kept = try history.keep(scan("a"))
        let id = try #require(kept.scan.id)
        for _ in 0..<2 { try history.enqueue(id, for: "hook") }
        try history.enqueue("nobody", for: "hook")
        #expect(try history.undelivered() == 1)
        try history.delivered(try #require(try next(history)))
        try history.enqueue(id, for: "hook")
        #expect(try next(history) == nil)
    }

    @Test("a refused delivery is not tried again, is kept with its reason, and can be offered again")
    func refused() throws {
        let history = try history()
        for index in 0..<2 { _ = try history.keep(scan("\(index)", at: clock.now), for: ["hook"]) }
        try history.refused(try #require(try next(history)), "HTTP 422")
        #expect(try next(history)?.scan.barcode.text == "1")
        #expect(try history.undelivered() == 1)
        let refused = try history.refusedDeliveries()
        #expect(refused.map(\.count) == [1] && refused[0].lastError == "HTTP 422")
        // Only waiting deliveries keep a scan from being deleted.
        clock.advance(seconds: 3600)
        #expect(try history.forget(before: clock.now) == 1)
        try history.offerAgain("hook")
        #expect(try history.refusedDeliveries() == [])
    }

    @Test("a released delivery is available at once")
    func released() throws {
        let (one, two) = (try history(), try history())
        _ = try one.keep(scan("a"), for: ["hook"])
        let delivery = try #require(try next(one))
        #expect(try next(two) == nil)
        try one.release(delivery)
        #expect(try next(two)?.attempts == 0)
    }

    @Test("a history of the first version is migrated, with its waiting deliveries")
    func firstVersion() throws {
        do {
            let history = try history()
            _ = try history.keep(scan("old"), for: ["hook"])
        }
        do {
            let database = try Database(scratch.history, .writing)
            try database.execute(
                "DROP INDEX delivery_waiting; ALTER TABLE delivery DROP COLUMN refused_ms;"
                    + "CREATE INDEX delivery_waiting ON delivery (target, sequence) WHERE delivered_ms IS NULL;"
                    + "PRAGMA user_version = 1")
        }
        let history = try history()
        #expect(try next(history)?.scan.barcode.text == "old")
    }

    @Test("deleted scans are no longer delivered")
    func deleted() throws {
        let history = try history()
        for index in 0..<3 { _ = try history.keep(scan("\(index)"), for: ["hook"]) }
        #expect(try history.undelivered() == 3)
        #expect(try history.delete(HistoryFilter()) == 3)
        #expect(try history.undelivered() == 0)
        #expect(try next(history) == nil)
    }

    @Test("a clock that was set back an hour holds up no delivery")
    func clockSetBack() throws {
        let history = try history()
        _ = try history.keep(scan("0", at: clock.now), for: ["hook"])
        guard case .now = try history.next(for: "hook", lease: .seconds(15)) else {
            Issue.record("nothing to deliver")
            return
        }
        guard case .later = try history.next(for: "hook", lease: .seconds(15)) else {
            Issue.record("the lease holds")
            return
        }
        clock.advance(seconds: -3600)
        guard case .now = try history.next(for: "hook", lease: .seconds(15)) else {
            Issue.record("the lease is from later")
            return
        }
    }
}
