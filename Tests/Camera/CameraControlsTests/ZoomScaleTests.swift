// SPDX-License-Identifier: Apache-2.0

import CameraControls
import PublishedCameras
import Testing

@Suite("zoom")
struct ZoomScaleTests {
    private func scale(_ low: Int64, _ high: Int64, step: UInt64 = 1, start: Int64? = nil) -> ZoomScale {
        ZoomScale(
            ControlDescription(
                id: .zoomAbsolute, name: "Zoom, Absolute", kind: .integer, minimum: low, maximum: high, step: step),
            start: start ?? low)
    }

    @Test("a range that begins above 0 is a focal length: Logitech's 100 to 500")
    func focalLength() {
        let zoom = scale(100, 500)
        #expect(zoom.most == 5)
        #expect(zoom.value(of: 2) == 200)
        #expect(zoom.value(of: 9) == 500)
        #expect(zoom.value(from: 100, moved: 1) == 120)
        #expect(zoom.value(from: 120, moved: -1) == 100)
        #expect(zoom.value(from: 100, moved: -1) == 100)
    }

    @Test("a range that begins at 0 has no unit: the whole of it counts as 4×")
    func unknown() {
        let zoom = scale(0, 30)
        #expect(zoom.most == 4)
        #expect(zoom.value(of: 2.5) == 15)
        #expect(zoom.value(from: 0, moved: 1) == 2)
    }

    @Test("magnifications count from where the camera stands")
    func start() {
        let zoom = scale(100, 500, start: 250)
        #expect(zoom.value(of: 1) == 250)
        #expect(zoom.most == 2)
        #expect(zoom.value(of: 1.4) == 350)
        #expect(zoom.value(of: 2) == 500)
        #expect(zoom.value(of: 4) == 500)
        let kiyo = scale(100, 400, start: 150)
        #expect(kiyo.value(of: 1.4) == 210)
        #expect(zoom.value(from: 400, moved: 0) == 250)
    }

    @Test("a zoom without a range cannot zoom")
    func fixed() {
        let zoom = scale(0, 0)
        #expect(zoom.most == 1)
        #expect(zoom.value(of: 3) == 0)
        #expect(zoom.value(from: 0, moved: 1) == 0)
    }

    @Test("steps in and out stay values that every published camera has")
    func published() throws {
        var count = 0
        for camera in PublishedCamera.all {
            guard let control = camera.controls.map(\.description).first(where: { $0.id == .zoomAbsolute }) else {
                continue
            }
            count += 1
            let zoom = ZoomScale(control, start: control.minimum)
            var now = control.minimum
            for direction in Array(repeating: 1, count: 25) + Array(repeating: -1, count: 25) {
                now = zoom.value(from: now, moved: direction)
                #expect((control.minimum...control.maximum).contains(now), "\(camera)")
                #expect(
                    now == control.maximum || (now - control.minimum).isMultiple(of: Int64(max(1, control.step))),
                    "\(camera)")
            }
            #expect(now == control.minimum, "\(camera)")
        }
        #expect(count > 5)
    }
}
