// SPDX-License-Identifier: Apache-2.0

import Output
import Testing
import WebPage

@Suite("Events")
struct EventMailboxTests {
    @Test("of what is true now a slow client gets the newest only, and every scan in order")
    func newestWins() async {
        let box = EventMailbox()
        for number in 0..<1000 { box.put("codes", "\(number)") }
        for number in 0..<3 { box.add("scan", "\(number)") }
        let text = await box.next()
        #expect(
            text == """
                event: scan
                data: 0

                event: scan
                data: 1

                event: scan
                data: 2

                event: codes
                data: 999


                """)
    }

    @Test("who lags behind by too many scans is told so, and nothing piles up")
    func lost() async throws {
        let box = EventMailbox()
        for number in 0..<100_000 { box.add("scan", "\(number)") }
        let text = try #require(await box.next())
        #expect(text.hasSuffix("event: lost\ndata: {}\n\n"))
        #expect(text.utf8.count < 4096)
    }

    @Test("a wait ends with what comes, with the end, and with its task")
    func waits() async {
        let box = EventMailbox()
        let waiting = Task { await box.next() }
        await Task.yield()
        box.put("state", "{}")
        #expect(await waiting.value == "event: state\ndata: {}\n\n")
        let cancelled = Task { await box.next() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        #expect(await box.next() == nil)
    }

    @Test("a new client is told what stands, and too many are turned away")
    func hub() async {
        let hub = EventHub()
        hub.tell("state", ["phase": "live"], stands: true)
        hub.tell("codes", [])
        let first = hub.open()
        #expect(await first?.box.next() == "event: state\ndata: {\"phase\":\"live\"}\n\n")
        for _ in 1..<EventHub.most { #expect(hub.open() != nil) }
        #expect(hub.open() == nil)
        if let first { hub.close(first.box) }
        #expect(hub.open() != nil)
    }

    @Test("text with line ends and markup stays one line of data")
    func oneLine() async {
        let hub = EventHub()
        let client = hub.open()
        hub.announce("scan", ["text": "a\nevent: evil\r\n\n<b>\u{9b}\u{2028}"])
        let text = await client?.box.next()
        #expect(text?.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
        #expect(text?.contains("\r") == false)
    }
}
