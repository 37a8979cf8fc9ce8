// SPDX-License-Identifier: Apache-2.0

import Frames
import Scanning
import Testing

@Suite("Zooming towards a code")
struct ZoomGovernorTests {
    /// The test macros call no mutating functions.
    private final class Zoom {
        private var governor: ZoomGovernor
        init(most: Double = 4) { governor = ZoomGovernor(most: most) }
        var magnification: Double { governor.magnification }
        func isCurious(_ milliseconds: Int64) -> Bool { governor.isCurious(at: Self.moment(milliseconds)) }
        func take(_ isRead: Bool, _ place: ZoomGovernor.Place?, _ milliseconds: Int64) -> Double? {
            governor.take(isRead: isRead, place: place, at: Self.moment(milliseconds))
        }
        private static func moment(_ milliseconds: Int64) -> FrameTimestamp {
            FrameTimestamp(nanoseconds: 9_000_000_000 + milliseconds * 1_000_000)
        }
    }

    private let small = ZoomGovernor.Place(module: 1.6, room: 10)

    @Test("a code that is too small is enlarged to four pixels a module, as far as the camera and the frame allow")
    func inwards() {
        #expect(Zoom().take(false, small, 0) == 2.5)
        #expect(Zoom(most: 2).take(false, small, 0) == 2)
        #expect(Zoom().take(false, ZoomGovernor.Place(module: 1.6, room: 1.5), 0) == 1.5)
        #expect(Zoom().take(false, ZoomGovernor.Place(module: 0.5, room: 10), 0) == 4)
    }

    @Test("it does not zoom without benefit: no place, modules wide enough, no room, no zoom, a read")
    func stays() {
        #expect(Zoom().take(false, nil, 0) == nil)
        #expect(Zoom().take(false, ZoomGovernor.Place(module: nil, room: 10), 0) == nil)
        #expect(Zoom().take(false, ZoomGovernor.Place(module: 3, room: 10), 0) == nil)
        #expect(Zoom().take(false, ZoomGovernor.Place(module: 1.6, room: 1.1), 0) == nil)
        #expect(Zoom(most: 1).take(false, small, 0) == nil)
        #expect(Zoom().take(true, small, 0) == nil)
        #expect(!Zoom(most: 1).isCurious(0))
    }

    @Test("after a read it stays for three seconds, then zooms out; the next code is searched for at once")
    func backAfterRead() {
        let zoom = Zoom()
        #expect(zoom.take(false, small, 0) == 2.5)
        #expect(!zoom.isCurious(100))
        #expect(zoom.take(true, nil, 2000) == nil)
        #expect(zoom.take(false, nil, 4999) == nil)
        #expect(zoom.take(false, nil, 5000) == 1)
        #expect(zoom.magnification == 1)
        #expect(zoom.isCurious(5001))
    }

    @Test("after each unsuccessful zoom, the pause doubles")
    func backInVain() {
        let zoom = Zoom()
        var now: Int64 = 0
        for pause: Int64 in [2000, 4000, 8000] {
            #expect(zoom.take(false, small, now) == 2.5)
            now += 3000
            #expect(zoom.take(false, nil, now) == 1)
            #expect(!zoom.isCurious(now + pause - 1))
            #expect(zoom.take(false, small, now + pause - 1) == nil)
            now += pause
            #expect(zoom.isCurious(now))
        }
    }

    @Test("a place at the edge has less room than one in the centre")
    func room() {
        let size = FrameSize(width: 400, height: 200)
        let middle = ZoomGovernor.Place(left: 160, top: 80, right: 240, bottom: 120, module: 1.5, in: size)
        let edge = ZoomGovernor.Place(left: 300, top: 80, right: 380, bottom: 120, module: 1.5, in: size)
        #expect(abs(middle.room - 4.5) < 1e-9)
        #expect(abs(edge.room - 1) < 1e-9)
    }
}
