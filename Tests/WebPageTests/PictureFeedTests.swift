// SPDX-License-Identifier: Apache-2.0

import Testing
import WebPage

@Suite("The stream of pictures")
struct PictureFeedTests {
    private let hub = PictureHub()

    private func publish(_ numbers: ClosedRange<Int>) {
        for number in numbers { hub.publish(LivePicture(number: number, jpeg: [0xff, 0xd8, UInt8(number & 255)])) }
    }

    private func number(_ part: PictureFeed.Part?) -> Int? {
        if case .picture(let picture)? = part { picture.number } else { nil }
    }

    @Test("a client that is slow gets the newest, and none twice")
    func newestWins() async throws {
        let feed = try #require(hub.open())
        publish(1...3)
        #expect(number(await feed.next()) == 3)
        publish(4...900)
        #expect(number(await feed.next()) == 900)
        async let next = feed.next()
        // Nothing new: it waits, and is told after a while that there is none.
        while !hub.isWatched { await Task.yield() }
        for _ in 0..<20 {
            hub.beat()
            await Task.yield()
        }
        let part = await next
        if case PictureFeed.Part.none? = part {} else { Issue.record("not told that there is no picture") }
        publish(901...901)
        #expect(number(await feed.next()) == 901)
    }

    @Test("thirty-two at a time; who goes makes room; at the end all end")
    func places() async throws {
        var feeds = (0..<32).compactMap { _ in hub.open() }
        #expect(feeds.count == 32)
        #expect(hub.open() == nil)
        feeds.removeLast()
        #expect(hub.open() != nil)
        let feed = try #require(feeds.first)
        async let last = feed.next()
        hub.closeAll()
        #expect(await last == nil)
        #expect(hub.open() == nil)
    }

    @Test("a part's head tells the length, and the number of a picture")
    func head() {
        #expect(
            PicturePart.head(LivePicture(number: 7, jpeg: [1, 2, 3]))
                == "--frame\r\nContent-Type: image/jpeg\r\nCandela-Frame: 7\r\nContent-Length: 3\r\n\r\n")
        #expect(PicturePart.head(nil) == "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 0\r\n\r\n")
    }
}
