// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import LumaProcessing
import Testing

@Suite("Registration and stacks of frames")
struct FrameStackTests {
    /// A scene that is known at every place: soft blobs and bars, without repetition within the reach of the search.
    private static func scene(_ x: Double, _ y: Double) -> Double {
        let bars = sin(0.9 * x + 0.3 * sin(0.11 * y)) * exp(-pow((x - 60) / 40, 2))
        let blobs = sin(0.13 * x + 1) * cos(0.17 * y) + sin(0.031 * x * y / 20 + 0.4)
        return 128 + 40 * bars + 35 * blobs
    }

    /// As a camera at `map` sees it: each value is the mean of its pixel, with noise.
    private static func picture(
        _ map: PixelMap = .identity, size: FrameSize = FrameSize(width: 160, height: 120), noise: Double = 2,
        seed: UInt64
    ) -> LumaImage {
        var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24) - 0.5
        }
        return LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    var sum = 0.0
                    for part in 0..<9 {
                        let place = map(
                            x: Double(x) + (Double(part % 3) + 0.5) / 3, y: Double(y) + (Double(part / 3) + 0.5) / 3)
                        sum += scene(place.x, place.y)
                    }
                    let value = sum / 9 + noise * 3.46 * random()
                    pixels[y * size.width + x] = UInt8(min(255, max(0, value.rounded())))
                }
            }
        }
    }

    private static func moved(_ dx: Double, _ dy: Double, turn: Double = 0, scale: Double = 1) -> PixelMap {
        let (c, s) = (scale * cos(turn), scale * sin(turn))
        // About the middle.
        return PixelMap(
            xx: c, xy: -s, x0: 80 + dx - c * 80 + s * 60, yx: s, yy: c, y0: 60 + dy - s * 80 - c * 60)
    }

    @Test(
        "a motion is found to a tenth of a pixel",
        arguments: [
            (0.0, 0.0, 0.0, 1.0), (0.4, -0.3, 0.0, 1.0), (5.7, 3.2, 0.0, 1.0), (-12.3, 9.6, 0.0, 1.0),
            (2.2, -1.4, 0.02, 1.0), (-1.1, 0.6, -0.01, 1.02),
        ])
    func motion(dx: Double, dy: Double, turn: Double, scale: Double) throws {
        let truth = Self.moved(dx, dy, turn: turn, scale: scale)
        let registration = try #require(FrameRegistration(Self.picture(seed: 1)))
        // The camera at `truth` shows at p what the first shows at truth(p).
        let map = try #require(registration.map(to: Self.picture(truth, seed: 2)))
        for (x, y) in [(80.0, 60.0), (40.0, 30.0), (120.0, 90.0)] {
            let there = map(x: x, y: y)
            let back = truth(x: there.x, y: there.y)
            #expect(abs(back.x - x) < 0.1 && abs(back.y - y) < 0.1, "\(x), \(y) came back as \(back)")
        }
    }

    @Test("another scene is not registered, nor is a flat one")
    func otherScene() throws {
        let registration = try #require(FrameRegistration(Self.picture(seed: 1)))
        #expect(registration.map(to: Self.picture(Self.moved(300, 170), seed: 2)) == nil)
        #expect(registration.map(to: LumaImage(size: FrameSize(width: 160, height: 120)) { _ in }) == nil)
        #expect(FrameRegistration(LumaImage(size: FrameSize(width: 160, height: 120)) { _ in }) == nil)
        #expect(FrameRegistration(LumaImage(size: FrameSize(width: 20, height: 20)) { _ in }) == nil)
    }

    @Test("a stack is nearer to the scene than one frame enlarged: less noise, and more detail")
    func stack() throws {
        func error(_ image: LumaImage) -> Double {
            var sum = 0.0
            for y in 40..<200 {
                for x in 40..<280 {
                    // At twice the size.
                    let truth = Self.scene((Double(x) + 0.5) / 2, (Double(y) + 0.5) / 2)
                    sum += pow(Double(image[x, y]) - truth, 2)
                }
            }
            return (sum / (160 * 240)).squareRoot()
        }
        let first = Self.picture(noise: 6, seed: 1)
        var stack = try #require(FrameStack(first))
        for index in 1..<12 {
            let map = Self.moved(2.7 * sin(Double(index) * 1.7), 2.3 * cos(Double(index) * 2.3))
            #expect(stack.add(Self.picture(map, noise: 6, seed: UInt64(index + 1))) != nil)
        }
        #expect(stack.count == 12)
        let (one, all) = (error(first.doubled().image), error(stack.fused.image))
        #expect(all < 0.55 * one, "one frame \(one), the stack \(all)")
    }
}
