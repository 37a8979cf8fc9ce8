// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Studio
import Testing

@Suite("Boxes told to the page")
struct ToldBoxesTests {
    private var told = ToldBoxes()

    private func box(_ text: String = "A", at x: Double = 10, isAccepted: Bool = true) -> CodeBox {
        var code = Barcode(symbology: .qr, bytes: Array(text.utf8), reader: "test")
        code.corners = Quadrilateral(
            topLeft: PixelPoint(x: x, y: 10), topRight: PixelPoint(x: x + 50, y: 10),
            bottomRight: PixelPoint(x: x + 50, y: 60), bottomLeft: PixelPoint(x: x, y: 60))
        return CodeBox(code, isAccepted: isAccepted)
    }

    private func time(_ milliseconds: Int64) -> FrameTimestamp {
        FrameTimestamp(nanoseconds: 1_000_000_000 + milliseconds * 1_000_000)
    }

    @Test("a code at rest is sent four times a second, though its corners vary")
    mutating func rest() {
        var count = 0
        for frame in 0..<60 {
            let tremble = frame.isMultiple(of: 2) ? 0.0 : 1
            if told.isNews([box(at: 10 + tremble)], at: time(Int64(frame) * 33)) { count += 1 }
        }
        #expect((7...9).contains(count))
    }

    @Test("a code that moves, comes, goes, or becomes a scan is sent with its frame")
    mutating func news() {
        var now: Int64 = 0
        func next() -> FrameTimestamp {
            now += 33
            return time(now)
        }
        let steps: [[CodeBox]] = [
            [box()], [box(at: 12)], [box(at: 12, isAccepted: false)], [box("B", at: 12)], [box("B", at: 12), box("C")],
            [],
        ]
        for boxes in steps {
            let (first, again) = (told.isNews(boxes, at: next()), told.isNews(boxes, at: next()))
            #expect(first && !again)
        }
    }

    @Test("a drift too slow to be seen from frame to frame is followed")
    mutating func drift() {
        _ = told.isNews([box(at: 0)], at: time(0))
        var last = 0.0
        for frame in 1..<7 {
            let x = Double(frame) * 0.7
            if told.isNews([box(at: x)], at: time(Int64(frame) * 33)) { last = x }
            #expect(x - last < 1.5)
        }
        #expect(last > 0)
    }
}
