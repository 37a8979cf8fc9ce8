// SPDX-License-Identifier: Apache-2.0

import FrameMetrics
import Frames
import SimulatedCamera
import Testing

@Suite("a frame's sketch")
struct FrameSketchTests {
    /// Grey with noise of a given deviation, plus the drawing.
    private func frame(
        _ width: Int = 640, _ height: Int = 480, noise: Double = 0, seed: UInt64 = 1,
        level: (Int, Int) -> Int = { _, _ in 120 }
    ) -> LumaImage {
        var random = SplitMix64(seed: seed)
        return LumaImage(size: FrameSize(width: width, height: height)) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    // The sum of four has a deviation of 1/√3.
                    let sum = (0..<4).reduce(0.0) { value, _ in value + Double.random(in: -0.5...0.5, using: &random) }
                    pixels[y * width + x] = UInt8(clamping: level(x, y) + Int((sum * 1.732 * noise).rounded()))
                }
            }
        }
    }

    /// A label of bars, `side` pixels square, with its top left corner at (x, y).
    private func bars(_ x: Int, _ y: Int, side: Int, module: Int = 2, contrast: Int = 60) -> (Int, Int) -> Int {
        { column, row in
            guard column >= x, column < x + side, row >= y, row < y + side else { return 120 }
            return ((column - x) / module * 5 + (column - x) / module / 3) % 2 == 0
                ? 120 - contrast : 120 + contrast / 2
        }
    }

    @Test("pure noise is not structure, however strong", arguments: [0.0, 1, 2, 4, 6])
    func noise(_ deviation: Double) {
        #expect(FrameSketch(frame(noise: deviation)).structured == nil)
        // Nor is light that decreases towards one side.
        #expect(FrameSketch(frame(noise: deviation) { x, _ in 60 + x / 6 }).structured == nil)
    }

    @Test("noise that could be print does not count as empty")
    func strong() { #expect(FrameSketch(frame(noise: 14)).structured != nil) }

    @Test(
        "a label is found at its place, small or pale, upright or lying",
        arguments: [(64, 2, 60), (48, 3, 20), (160, 24, 30), (40, 1, 80)], [0.0, 3])
    func label(_ label: (side: Int, module: Int, contrast: Int), _ noise: Double) throws {
        let draw = bars(300, 200, side: label.side, module: label.module, contrast: label.contrast)
        for turned in [false, true] {
            let structured = try #require(
                FrameSketch(frame(noise: noise) { x, y in turned ? draw(y + 100, x - 100) : draw(x, y) }).structured)
            #expect(structured.x <= 300 && structured.x + structured.width >= 300 + label.side)
            #expect(structured.y <= 200 && structured.y + structured.height >= 200 + label.side)
            #expect(structured.width <= label.side + 80 && structured.height <= label.side + 80)
        }
    }

    @Test(
        "frames of a static scene are alike; an overall change of light and a little noise are not changes",
        arguments: [0.0, 2, 6])
    func rest(_ noise: Double) {
        let draw = bars(100, 100, side: 200)
        let first = FrameSketch(frame(noise: noise, seed: 1, level: draw))
        #expect(FrameSketch(frame(noise: noise, seed: 2, level: draw)).changed(since: first) == nil)
        #expect(FrameSketch(frame(noise: noise, seed: 3) { draw($0, $1) + 1 }).changed(since: first) == nil)
    }

    @Test("new content is a change, at its place", arguments: [(40, 60), (64, 20), (200, 60)], [0.0, 3])
    func arrival(_ label: (side: Int, contrast: Int), _ noise: Double) throws {
        let first = FrameSketch(frame(noise: noise, seed: 1))
        let draw = bars(420, 60, side: label.side, contrast: label.contrast)
        let changed = try #require(FrameSketch(frame(noise: noise, seed: 2, level: draw)).changed(since: first))
        #expect(changed.x <= 420 && changed.x + changed.width >= 420 + label.side)
        #expect(changed.y <= 60 && changed.y + changed.height >= 60 + label.side)
        #expect(changed.width < 420)
        #expect(changed.fits(in: FrameSize(width: 640, height: 480)))
    }

    @Test("frames of any size; a change of size is a change of everything")
    func sizes() {
        for (width, height) in [(0, 0), (1, 1), (15, 400), (19, 19), (20, 20), (641, 479), (1920, 1080), (4096, 40)] {
            let sketch = FrameSketch(frame(width, height))
            #expect(sketch.columns <= 40 && sketch.cells.count == sketch.columns * sketch.rows)
            #expect(sketch.cells.allSatisfy { $0.mean == 120 && $0.activity == 0 })
            #expect(sketch.changed(since: sketch) == nil || sketch.cells.isEmpty)
            // A frame too small to judge is not reported as empty.
            #expect((sketch.structured == nil) == (!sketch.cells.isEmpty || width * height == 0))
        }
        let whole = PixelRectangle(x: 0, y: 0, width: 320, height: 240)
        #expect(FrameSketch(frame(320, 240)).changed(since: FrameSketch(frame(640, 480))) == whole)
    }

    @Test("a part of a larger picture is sketched as itself")
    func part() throws {
        let large = frame(700, 500) { x, y in (x * 3 + y * 5) % 256 }
        let part = try #require(large.cropped(to: PixelRectangle(x: 13, y: 7, width: 640, height: 480)))
        let (one, other) = (FrameSketch(part), FrameSketch(part.copy()))
        #expect(one.cells == other.cells)
    }
}
