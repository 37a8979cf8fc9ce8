// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import LumaProcessing
import Testing

/// A picture with pixels from a formula.
func picture(_ width: Int, _ height: Int, _ value: (Int, Int) -> Int) -> LumaImage {
    LumaImage(
        size: FrameSize(width: width, height: height),
        pixels: (0..<width * height).map { UInt8(max(0, min(255, value($0 % width, $0 / width)))) })
}

/// The same picture as a view into a larger one of noise, so that its rows are padded.
func padded(_ image: LumaImage) -> LumaImage {
    let outer = picture(image.width + 13, image.height + 4) { x, y in
        let (innerX, innerY) = (x - 5, y - 2)
        guard (0..<image.width).contains(innerX), (0..<image.height).contains(innerY) else {
            return (x * 7 + y * 31) % 256
        }
        return Int(image[innerX, innerY])
    }
    return outer.cropped(to: PixelRectangle(x: 5, y: 2, width: image.width, height: image.height))!
}

func pixels(_ image: LumaImage) -> [UInt8] {
    (0..<image.height).flatMap { y in (0..<image.width).map { x in image[x, y] } }
}

@Suite("Preparing pictures")
struct LumaProcessingTests {
    static let operations: [(name: String, apply: @Sendable (LumaImage) -> LumaImage)] = [
        ("inverted", { $0.inverted() }), ("reduced", { $0.reduced(by: 3).image }), ("doubled", { $0.doubled().image }),
        ("turned", { $0.rotated(clockwiseDegrees: 30).image }), ("sharpened", { $0.sharpened(sigma: 2) }),
        ("sampled", { $0.sampled(through: .scale(0.7), size: FrameSize(width: 30, height: 20), lines: 2).image }),
        ("thresholded", { $0.thresholded(radius: 4, offset: 3) }), ("equalized", { $0.equalized(tiles: 3, clip: 2) }),
        ("framed", { $0.framed().image }),
    ]

    @Test("margins are as light as the edge, positions stay, and the lines of a strip are repeated")
    func framed() {
        let code = picture(60, 50) { x, y in (x + y) % 2 == 0 ? 20 : 210 }
        let framed = code.framed()
        #expect(framed.image.size == FrameSize(width: 80, height: 70) && framed.image[0, 0] == 210)
        for (x, y) in [(0, 0), (31, 7), (59, 49)] {
            let place = framed.toOriginal(x: Double(x) + 10.5, y: Double(y) + 10.5)
            #expect(place.x == Double(x) + 0.5 && place.y == Double(y) + 0.5)
            #expect(framed.image[x + 10, y + 10] == code[x, y])
        }
        let strip = picture(90, 4) { x, y in x / 3 % 2 == 0 ? 20 : 210 }
        let wide = strip.framed()
        #expect(wide.image.size == FrameSize(width: 110, height: 60) && wide.image[10, 49] == 20 && wide.image[10, 50] == 210)
        #expect(wide.toOriginal(x: 10, y: 50).y == 4)
        let upright = picture(4, 90) { _, y in y / 3 % 2 == 0 ? 20 : 210 }.framed()
        #expect(upright.image.size == FrameSize(width: 60, height: 110))
    }

    @Test("a code at the edge is seen there; an even edge and one of few parts are not taken for one")
    func cutTight() {
        #expect(picture(60, 50) { x, _ in x / 3 % 2 == 0 ? 20 : 210 }.mayBeCutTight)
        #expect(!picture(60, 50) { x, y in (8..<40).contains(x) && (8..<40).contains(y) && x / 3 % 2 == 0 ? 20 : 210 }.mayBeCutTight)
        #expect(!picture(60, 50) { x, _ in x < 30 ? 20 : 210 }.mayBeCutTight)
        #expect(!picture(60, 50) { x, _ in x / 3 % 2 == 0 ? 100 : 110 }.mayBeCutTight)
        #expect(picture(200, 5) { _, _ in 90 }.mayBeCutTight && !picture(1, 1) { _, _ in 0 }.mayBeCutTight)
    }

    @Test(
        "a picture sampled through a map shows what the map points at, also beyond the border, and lines are averaged")
    func sampled() throws {
        let ramp = picture(40, 30) { x, y in 3 * x + 2 * y }
        // A quarter turn, twice as large, around (20, 15).
        let map = PixelMap(xx: 0, xy: -0.5, x0: 25, yx: 0.5, yy: 0, y0: 10)
        let turned = ramp.sampled(through: map, size: FrameSize(width: 20, height: 20))
        for (x, y) in [(0, 0), (7, 12), (19, 19)] {
            let place = turned.toOriginal(x: Double(x) + 0.5, y: Double(y) + 0.5)
            let expected = 3 * (place.x - 0.5) + 2 * (place.y - 0.5)
            #expect(abs(Double(turned.image[x, y]) - expected) <= 1, "\(x), \(y)")
        }
        let beyond = ramp.sampled(
            through: PixelMap(xx: 1, xy: 0, x0: -10, yx: 0, yy: 1, y0: -10), size: FrameSize(width: 70, height: 60))
        #expect(beyond.image[0, 0] == ramp[0, 0] && beyond.image[69, 59] == ramp[39, 29])
        // Lines across the rows: the mean of dark and light.
        let stripes = picture(20, 20) { _, y in y % 2 == 0 ? 40 : 200 }
        let mean = stripes.sampled(
            through: PixelMap(xx: 1, xy: 0, x0: 0, yx: 0, yy: 4, y0: 0), size: FrameSize(width: 20, height: 5), lines: 4
        )
        #expect(pixels(mean.image).allSatisfy { abs(Int($0) - 120) <= 1 })
        let back = try #require(map.inverse)
        let there = map(x: 3, y: 4)
        let again = back(x: there.x, y: there.y)
        #expect(abs(again.x - 3) < 1e-9 && abs(again.y - 4) < 1e-9)
        #expect(PixelMap(xx: 1, xy: 2, x0: 0, yx: 2, yy: 4, y0: 0).inverse == nil)
    }

    @Test("a picture with padded rows gives what the same pixels without padding give", arguments: operations.indices)
    func rowStride(_ index: Int) {
        let image = picture(37, 29) { x, y in (x * x + 3 * y * x + 11 * y) % 256 }
        let view = padded(image)
        #expect(view.rowStride > view.width)
        let apply = Self.operations[index].apply
        #expect(pixels(apply(view)) == pixels(apply(image)))
    }

    @Test("tiny and empty pictures pass through every operation", arguments: operations.indices)
    func tiny(_ index: Int) {
        for (width, height) in [(0, 0), (0, 5), (5, 0), (1, 1), (1, 40), (40, 1), (2, 2), (3, 1)] {
            let result = Self.operations[index].apply(picture(width, height) { x, y in 40 * x + y })
            #expect(result.width >= 0 && result.height >= 0)
        }
    }

    @Test("a flat picture stays flat under sharpening, doubling, reduction and rotation")
    func flat() {
        let image = picture(40, 30) { _, _ in 113 }
        #expect(Set(pixels(image.sharpened(sigma: 3, amount: 4))) == [113])
        #expect(Set(pixels(image.doubled().image)) == [113])
        #expect(Set(pixels(image.reduced(by: 4).image)) == [113])
        #expect(Set(pixels(image.rotated(clockwiseDegrees: 33).image)) == [113, 255])
    }

    @Test("inverting twice gives the picture back")
    func inversion() {
        let image = picture(20, 10) { x, y in x * 13 + y }
        #expect(image.inverted()[3, 4] == 255 - image[3, 4])
        #expect(pixels(image.inverted().inverted()) == pixels(image))
    }

    @Test("a reduced pixel is the rounded mean of its square")
    func reduction() {
        let image = picture(7, 5) { x, y in 10 * x + y }
        let half = image.reduced(by: 2)
        #expect(half.image.size == FrameSize(width: 3, height: 2))
        // The mean of 10x + y over x, x + 1, y, y + 1 is 10x + y + 5.5.
        for y in 0..<2 { for x in 0..<3 { #expect(Int(half.image[x, y]) == 20 * x + 2 * y + 6) } }
        #expect(half.toOriginal(x: 1.5, y: 0.5) == (3, 1))
        #expect(image.reduced(by: 1).toOriginal == .identity)
    }

    @Test("doubling keeps a ramp a ramp, at half its slope")
    func doubledRamp() {
        let large = picture(30, 20) { x, _ in 8 * x + 4 }.doubled()
        #expect(large.image.size == FrameSize(width: 60, height: 40))
        // Interpolation is exact on straight lines away from the repeated edges: at pixel centre (x + 0.5) / 2.
        for x in 4..<56 { #expect(abs(Double(large.image[x, 20]) - (4 * (Double(x) + 0.5))) <= 1) }
        #expect(large.toOriginal(x: 60, y: 40) == (30, 20))
    }

    @Test("doubling by cubic interpolation keeps a line brighter than its surroundings")
    func doubledImpulse() {
        let large = picture(11, 11) { x, y in x == 5 && y == 5 ? 200 : 0 }.doubled().image
        // Catmull-Rom at a quarter: 111/128 in each direction.
        let peak = Int((200.0 * 111 / 128 * 111 / 128).rounded())
        for (x, y) in [(10, 10), (11, 10), (10, 11), (11, 11)] { #expect(abs(Int(large[x, y]) - peak) <= 1) }
        #expect(large[2, 2] == 0)
    }

    @Test("a quarter turn moves every pixel to its place", arguments: [90.0, 180, 270, 360, -90])
    func quarterTurns(_ degrees: Double) {
        let image = picture(23, 14) { x, y in 8 * x + 3 * y }
        let turned = image.rotated(clockwiseDegrees: degrees)
        let swapped = Int(degrees / 90) % 2 != 0
        #expect(turned.image.size == (swapped ? FrameSize(width: 14, height: 23) : image.size))
        for y in 0..<turned.image.height {
            for x in 0..<turned.image.width {
                let from = turned.toOriginal(x: Double(x) + 0.5, y: Double(y) + 0.5)
                #expect(turned.image[x, y] == image[Int(from.x), Int(from.y)])
            }
        }
    }

    @Test("clockwise means that the top goes to the right")
    func clockwise() {
        let image = picture(20, 20) { _, y in y < 5 ? 0 : 200 }
        let turned = image.rotated(clockwiseDegrees: 90).image
        #expect(turned[18, 10] == 0)
        #expect(turned[2, 10] == 200)
    }

    @Test("a rotated plane has its values at the mapped positions", arguments: [7.0, 22, 45, 61, -22, 135])
    func turnedPlane(_ degrees: Double) {
        let image = picture(90, 60) { x, y in 20 + x + 2 * y }
        let turned = image.rotated(clockwiseDegrees: degrees)
        var compared = 0
        for y in 0..<turned.image.height {
            for x in 0..<turned.image.width {
                let from = turned.toOriginal(x: Double(x) + 0.5, y: Double(y) + 0.5)
                guard from.x > 1, from.y > 1, from.x < 89, from.y < 59 else { continue }
                compared += 1
                #expect(abs(Double(turned.image[x, y]) - (20 + (from.x - 0.5) + 2 * (from.y - 0.5))) <= 1)
            }
        }
        // The whole picture is inside the rotated one.
        #expect(compared > 87 * 57 * 9 / 10)
        #expect(turned.image[0, 0] == 255)
    }

    @Test("sharpening does not change a ramp, and raises an edge by its share of the blur")
    func sharpening() {
        let ramp = picture(60, 20) { x, _ in 3 * x + 20 }.sharpened(sigma: 2, amount: 2)
        for x in 10..<50 { #expect(abs(Int(ramp[x, 10]) - (3 * x + 20)) <= 2) }

        let edge = picture(60, 20) { x, _ in x < 30 ? 100 : 150 }.sharpened(sigma: 2, amount: 1)
        // Next to the edge, the blur includes values more than half a pixel away: 50 (1 - Phi(0.25)).
        let mixed = 50 * 0.5 * erfc(0.25 / 2.0.squareRoot())
        #expect(abs(Double(edge[30, 10]) - (150 + mixed)) <= 1.5)
        #expect(abs(Double(edge[29, 10]) - (100 - mixed)) <= 1.5)
        #expect(edge[5, 10] == 100)
        #expect(edge[55, 10] == 150)
    }

    @Test("the threshold follows the light across a picture")
    func threshold() {
        // Bars of contrast 20 on a ramp of light over 160: no single threshold separates them.
        let image = picture(160, 40) { x, _ in 40 + x + (x / 4 % 2 == 0 ? -10 : 10) }
        let result = image.thresholded(radius: 12, offset: 0)
        for x in 16..<144 { #expect(result[x, 20] == (x / 4 % 2 == 0 ? 0 : 255)) }
        #expect(Set(pixels(picture(30, 30) { _, _ in 80 }.thresholded(radius: 5, offset: 2))) == [255])
    }

    @Test("the threshold's mean is the mean of the square, cut at the edges")
    func thresholdMean() {
        let image = picture(19, 17) { x, y in (x * 37 + y * 91 + x * y) % 256 }
        let (radius, offset) = (3, 5)
        let result = image.thresholded(radius: radius, offset: offset)
        for y in 0..<17 {
            for x in 0..<19 {
                var sum = 0
                var count = 0
                for v in max(0, y - radius)...min(16, y + radius) {
                    for u in max(0, x - radius)...min(18, x + radius) {
                        sum += Int(image[u, v])
                        count += 1
                    }
                }
                let dark = Double(image[x, y]) < Double(sum) / Double(count) - Double(offset)
                #expect(result[x, y] == (dark ? 0 : 255))
            }
        }
    }

    @Test("equalization in one tile without a limit is histogram equalization")
    func equalizationOfOneTile() {
        let image = picture(16, 16) { x, y in (y * 16 + x) / 4 }  // 64 values, each four times
        let result = image.equalized(tiles: 1, clip: 256)
        for y in 0..<16 {
            for x in 0..<16 {
                let below = (Int(image[x, y]) + 1) * 4
                #expect(abs(Double(result[x, y]) - Double(below) * 255 / 256) <= 1)
            }
        }
    }

    @Test("equalization with a limit of 1 changes an evenly spread picture little, and a dull one stays dull")
    func equalizationLimit() {
        let even = picture(64, 64) { x, y in (x * 4 + y) % 256 }
        let changed = zip(pixels(even), pixels(even.equalized(tiles: 1, clip: 1))).map { abs(Int($0) - Int($1)) }
        #expect(changed.max()! <= 3)
        let dull = picture(64, 64) { x, _ in 100 + x % 8 }
        let limited = pixels(dull.equalized(tiles: 2, clip: 2))
        let free = pixels(dull.equalized(tiles: 2, clip: 256))
        #expect(Int(limited.max()!) - Int(limited.min()!) < Int(free.max()!) - Int(free.min()!))
        #expect(Int(limited.max()!) - Int(limited.min()!) > 8)
    }

    @Test("the maps of consecutive steps combine")
    func composition() {
        let image = picture(120, 90) { x, y in x + y }
        let prepared = PreparedImage(image).then { $0.reduced(by: 2) }.then { $0.rotated(clockwiseDegrees: 90) }
        // The new picture's top right corner is the old one's top left.
        let corner = prepared.toOriginal(x: Double(prepared.image.width), y: 0)
        #expect(abs(corner.x) < 1e-9 && abs(corner.y) < 1e-9)
        let end = prepared.toOriginal(x: 0, y: Double(prepared.image.height))
        #expect(abs(end.x - 120) < 1e-9 && abs(end.y - 90) < 1e-9)
    }
}

@Suite("The mean of frames")
struct FrameAverageTests {
    private func frame(_ value: (Int) -> Int, width: Int = 7, height: Int = 5) -> LumaImage {
        LumaImage(size: FrameSize(width: width, height: height)) { pixels in
            for index in 0..<width * height { pixels[index] = UInt8(clamping: value(index)) }
        }
    }

    @Test("one frame has none; the mean of equal frames equals each of them, at every value")
    func alike() {
        for value in [0, 1, 127, 254, 255] {
            var average = FrameAverage()
            #expect(average.image == nil)
            average.add(frame { _ in value })
            #expect(average.image == nil)
            for _ in 0..<40 { average.add(frame { _ in value }) }
            #expect(average.image?.withSpan { $0[3] } == UInt8(value))
        }
    }

    @Test("differences are averaged, and a lasting change is followed")
    func mean() throws {
        var average = FrameAverage()
        for index in 0..<64 { average.add(frame { $0 % 2 == index % 2 ? 90 : 110 }) }
        let image = try #require(average.image)
        #expect((0..<5).allSatisfy { abs(Int(image[$0, 1]) - 100) <= 3 })
        for _ in 0..<40 { average.add(frame { _ in 200 }) }
        #expect(try #require(average.image)[2, 2] >= 198)
    }

    @Test("a frame of another size starts a new mean, and so does removeAll")
    func anew() {
        var average = FrameAverage()
        for _ in 0..<3 { average.add(frame { _ in 10 }) }
        average.add(frame({ _ in 20 }, width: 9, height: 2))
        #expect(average.image == nil)
        average.add(frame({ _ in 20 }, width: 9, height: 2))
        #expect(average.image?.size == FrameSize(width: 9, height: 2))
        average.removeAll()
        #expect(average.image == nil)
    }
}
