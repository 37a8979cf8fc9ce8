// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WebPage

@Suite("The stream of pictures")
struct PictureFeedTests {
    private let hub = PictureHub()

    private func publish(_ numbers: ClosedRange<Int>) {
        for number in numbers { hub.publish(LivePicture(number: number, jpeg: [0xff, 0xd8, UInt8(number & 255)])) }
    }

    /// Of the picture in a part; -1 for a part without one; `nil` where there is none.
    private func number(_ piece: AnswerPiece) -> Int? {
        guard case .bytes(let bytes) = piece else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.firstMatch(of: /Candela-Frame: (\d+)/).flatMap { Int($0.1) } ?? -1
    }

    @Test("a client that is slow gets the newest, and none twice")
    func newestWins() throws {
        let feed = try #require(hub.open())
        publish(1...3)
        #expect(number(feed.take()) == 3)
        publish(4...900)
        #expect(number(feed.take()) == 900)
        // Nothing new: it waits, and is told after a while that there is none.
        #expect(feed.take() == .nothingYet)
        let wakes = Mutex(0)
        feed.whenDue { wakes.withLock { $0 += 1 } }
        #expect(hub.isWatched)
        for _ in 0..<20 { hub.beat() }
        #expect(wakes.withLock { $0 } == 1)
        #expect(number(feed.take()) == -1)
        #expect(feed.take() == .nothingYet)
        feed.whenDue { wakes.withLock { $0 += 1 } }
        publish(901...902)
        #expect(wakes.withLock { $0 } == 2)
        #expect(number(feed.take()) == 902)
    }

    @Test("thirty-two at a time; a client that goes makes room; at the end all end")
    func places() throws {
        var feeds = (0..<32).compactMap { _ in hub.open() }
        #expect(feeds.count == 32)
        #expect(hub.open() == nil)
        feeds.removeLast().close()
        feeds.append(try #require(hub.open()))
        #expect(hub.open() == nil)
        let feed = try #require(feeds.first)
        let wakes = Mutex(0)
        feed.whenDue { wakes.withLock { $0 += 1 } }
        hub.closeAll()
        #expect(wakes.withLock { $0 } == 1)
        #expect(feed.take() == .end)
        #expect(hub.open() == nil)
    }

    @Test("a part tells the length, and the number of a picture")
    func parts() throws {
        let feed = try #require(hub.open())
        hub.publish(LivePicture(number: 7, jpeg: [1, 2, 3]))
        let head = "--frame\r\nContent-Type: image/jpeg\r\nCandela-Frame: 7\r\nContent-Length: 3\r\n\r\n"
        #expect(feed.take() == .bytes(Array(head.utf8) + [1, 2, 3, 13, 10]))
        feed.whenDue {}
        for _ in 0..<4 { hub.beat() }
        #expect(
            feed.take() == .bytes(Array("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 0\r\n\r\n\r\n".utf8)))
    }
}
