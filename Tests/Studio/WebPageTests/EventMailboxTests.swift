// SPDX-License-Identifier: Apache-2.0

import Output
import Synchronization
import Testing
import WebPage

@Suite("Events")
struct EventMailboxTests {
    private func text(_ piece: AnswerPiece?) -> String? {
        if case .bytes(let bytes)? = piece { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    @Test("a slow client gets only the newest of current values, and every scan in order")
    func newestWins() {
        let box = EventMailbox()
        for number in 0..<1000 { box.put("codes", "\(number)") }
        for number in 0..<3 { box.add("scan", "\(number)") }
        let text = self.text(box.take())
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

    @Test("a client that misses too many scans is told so, and memory is bounded")
    func lost() throws {
        let box = EventMailbox()
        for number in 0..<100_000 { box.add("scan", "\(number)") }
        let text = try #require(self.text(box.take()))
        #expect(text.hasSuffix("event: lost\ndata: {}\n\n"))
        #expect(text.utf8.count < 4096)
    }

    @Test("a waiting client is woken once by new events, at once by existing ones, and by the end")
    func waits() {
        let box = EventMailbox()
        let wakes = Mutex(0)
        #expect(box.take() == .nothingYet)
        box.whenDue { wakes.withLock { $0 += 1 } }
        #expect(wakes.withLock { $0 } == 0)
        box.put("state", "{}")
        box.put("state", "[]")
        #expect(wakes.withLock { $0 } == 1)
        box.whenDue { wakes.withLock { $0 += 1 } }
        #expect(wakes.withLock { $0 } == 2)
        #expect(text(box.take()) == "event: state\ndata: []\n\n")
        box.whenDue { wakes.withLock { $0 += 1 } }
        box.close()
        #expect(wakes.withLock { $0 } == 3)
        #expect(box.take() == .end)
    }

    @Test("a new client gets the current values, and too many clients are refused")
    func hub() {
        let hub = EventHub()
        hub.tell("state", ["phase": "live"], stands: true)
        hub.tell("codes", [])
        let first = hub.open()
        // A comment first, for browsers that hold back what comes first.
        #expect(text(first?.take()) == ":\n\nevent: state\ndata: {\"phase\":\"live\"}\n\n")
        for _ in 1..<EventHub.most { #expect(hub.open() != nil) }
        #expect(hub.open() == nil)
        first?.close()
        #expect(first?.take() == .end)
        #expect(hub.open() != nil)
    }

    @Test("text with line ends and markup stays one line of data")
    func oneLine() {
        let hub = EventHub()
        let client = hub.open()
        _ = client?.take()
        hub.announce("scan", ["text": "a\nevent: evil\r\n\n<b>\u{9b}\u{2028}"])
        let text = self.text(client?.take())
        #expect(text?.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
        #expect(text?.contains("\r") == false)
    }
}
