// SPDX-License-Identifier: Apache-2.0

import Frames
import Glibc

/// The loss of JPEG compression: blocks of 8 × 8 values as cosines, rounded to the steps of a quantization table. The
/// rest of JPEG is lossless and left out.
///
/// Source: ITU-T T.81, A.3.3 (transform), K.1 (luminance table); the quality scale is that of the Independent JPEG
/// Group's library, as with cameras.
struct JPEGLoss: Sendable {
    /// Quantization steps, in rows of increasing vertical frequency.
    private let steps: [Float]

    /// - Parameter quality: 1 to 100.
    init(quality: Int) {
        let scale = quality < 50 ? 5000 / max(1, quality) : 200 - 2 * min(100, quality)
        steps = Self.luminance.map { Float(min(255, max(1, ($0 * scale + 50) / 100))) }
    }

    /// The picture after compression and decoding. Blocks beyond an edge are padded with the edge's values.
    func applied(to image: LumaImage) -> LumaImage {
        let (width, height) = (image.width, image.height)
        return LumaImage(size: image.size) { pixels in
            image.withSpan { source in
                var block = [Float](repeating: 0, count: 64)
                var half = [Float](repeating: 0, count: 64)
                for top in stride(from: 0, to: height, by: 8) {
                    for left in stride(from: 0, to: width, by: 8) {
                        for index in 0..<64 {
                            let (x, y) = (min(width - 1, left + index % 8), min(height - 1, top + index / 8))
                            block[index] = Float(source[y * image.rowStride + x]) - 128
                        }
                        Self.transform(&block, &half, Self.cosines)
                        for index in 0..<64 { block[index] = (block[index] / steps[index]).rounded() * steps[index] }
                        Self.transform(&block, &half, Self.transposed)
                        for index in 0..<64 where left + index % 8 < width && top + index / 8 < height {
                            let value = max(0, min(255, block[index].rounded() + 128))
                            pixels[(top + index / 8) * width + left + index % 8] = UInt8(value)
                        }
                    }
                }
            }
        }
    }

    /// block = matrix · block · matrixᵀ.
    private static func transform(_ block: inout [Float], _ half: inout [Float], _ matrix: [Float]) {
        for row in 0..<8 {
            for column in 0..<8 {
                var sum: Float = 0
                for k in 0..<8 { sum += matrix[row * 8 + k] * block[k * 8 + column] }
                half[row * 8 + column] = sum
            }
        }
        for row in 0..<8 {
            for column in 0..<8 {
                var sum: Float = 0
                for k in 0..<8 { sum += half[row * 8 + k] * matrix[column * 8 + k] }
                block[row * 8 + column] = sum
            }
        }
    }

    /// The orthonormal cosines, one row per frequency.
    private static let cosines: [Float] = (0..<64).map { index in
        let (frequency, place) = (Double(index / 8), Double(index % 8))
        return Float((frequency == 0 ? 0.125.squareRoot() : 0.5) * cos((2 * place + 1) * frequency * .pi / 16))
    }
    private static let transposed: [Float] = (0..<64).map { cosines[$0 % 8 * 8 + $0 / 8] }

    private static let luminance = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29,
        51,
        87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120,
        101,
        72, 92, 95, 98, 112, 100, 103, 99,
    ]
}
