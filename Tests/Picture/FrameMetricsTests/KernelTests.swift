// SPDX-License-Identifier: Apache-2.0

import Foundation
import FrameMetrics
import Frames
import Testing

@Suite("Loops over pixels")
struct KernelTests {
    /// A picture whose rows have padding, with a value that must not count.
    private func padded(_ width: Int, _ height: Int, stride: Int, _ value: (Int, Int) -> UInt8) -> LumaImage {
        let storage = PixelStorage(count: stride * height) { (span: inout MutableSpan<UInt8>) in
            for index in 0..<stride * height { span[index] = 255 }
            for y in 0..<height { for x in 0..<width { span[y * stride + x] = value(x, y) } }
        }
        return LumaImage(storage: storage, size: FrameSize(width: width, height: height), rowStride: stride)!
    }

    @Test(
        "the mean and the count above a level are those of every pixel, whatever the width",
        arguments: [1, 7, 15, 16, 17, 31, 640, 4100])
    func meanAndCount(_ width: Int) {
        let image = padded(width, 5, stride: width + 9) { x, y in UInt8((x * 7 + y * 31) % 256) }
        var (sum, count) = (0, 0)
        for y in 0..<5 {
            for x in 0..<width {
                sum += (x * 7 + y * 31) % 256
                count += (x * 7 + y * 31) % 256 >= 200 ? 1 : 0
            }
        }
        #expect(abs(image.mean() - Double(sum) / Double(5 * width)) < 1e-9)
        #expect(image.count(from: 200) == count)
        #expect(image.count(from: 0) == 5 * width)
    }

    @Test("rows longer than a lane can count are counted completely")
    func longRow() {
        let image = padded(9001, 2, stride: 9001) { _, _ in 255 }
        #expect(image.count(from: 255) == 18_002)
        #expect(image.mean() == 255)
    }

    @Test("a chessboard has the Laplacian's largest variance, a slope none, also in rows of any length")
    func laplacian() {
        // Alternating ± 4 · 255.
        for width in [3, 64, 5000] {
            let board = padded(width, 6, stride: width + 3) { x, y in (x + y) % 2 == 0 ? 0 : 255 }
            let inner = (width - 2) * 4
            // As many of each sign, or one more.
            let mean = inner % 2 == 0 ? 0 : 1020.0 / Double(inner)
            #expect(abs(board.laplacianVariance() - (1_040_400 - mean * mean)) < 1e-6)
        }
        #expect(padded(60, 60, stride: 60) { x, y in UInt8(2 * x + y) }.laplacianVariance() == 0)
        #expect(padded(2, 9, stride: 2) { x, _ in UInt8(x) }.laplacianVariance() == 0)
    }

    @Test("Tenengrad of a slope is its square, and a long row of the steepest edges does not overflow")
    func tenengrad() {
        let slope = padded(200, 20, stride: 210) { x, _ in UInt8(x) }
        // Sobel's weights make 8 of a slope of 1; both sums of squares are divided by 64.
        #expect(abs(slope.tenengrad() - 1) < 1e-9)
        // Alternating vertical steps over the whole range: rows of 6000 pixels, half of them next to a step of 8 · 255.
        let steps = padded(6000, 9, stride: 6000) { x, _ in x / 2 % 2 == 0 ? 0 : 255 }
        let expected = 1020.0 * 1020 / 64
        #expect(abs(steps.tenengrad() / expected - 1) < 0.01)
    }

    @Test("an empty picture has no mean and no count")
    func empty() {
        let empty = LumaImage(size: FrameSize(width: 0, height: 0), pixels: [])
        #expect(empty.mean() == 0 && empty.count(from: 0) == 0 && empty.laplacianVariance() == 0)
    }
}
