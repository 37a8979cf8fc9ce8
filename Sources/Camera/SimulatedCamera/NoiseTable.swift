// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Precomputed Gaussian numbers for the inner loop. A pixel's noise is the sum of one number from each of two tables of
/// different lengths. Each row starts at random positions in them, so that no pattern repeats within a frame.
///
/// Scaled so that the sum has a standard deviation of 4096 and fits in 16 bits. Each table has mean 0 and exactly half of
/// the variance.
struct NoiseTable {
    static let shared = NoiseTable()
    static let scaleBits: Int32 = 12

    let first: [Int16]
    let second: [Int16]

    private init() {
        var random = SplitMix64(seed: 0x6361_6e64_656c_6121)
        first = Self.normals(65_536, &random)
        second = Self.normals(40_961, &random)
    }

    private static func normals(_ count: Int, _ random: inout SplitMix64) -> [Int16] {
        var values: [Double] = []
        values.reserveCapacity(count + 1)
        while values.count < count {
            // Box and Muller, 1958. `unit` excludes 0, for the logarithm.
            let radius = (-2 * log(random.unit())).squareRoot()
            let angle = 2 * Double.pi * random.unit()
            values.append(radius * cos(angle))
            values.append(radius * sin(angle))
        }
        values.removeLast(values.count - count)
        let mean = values.reduce(0, +) / Double(count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
        let scale = Double(1 << scaleBits) / (2 * variance).squareRoot()
        return values.map { Int16(min(16_000, max(-16_000, (($0 - mean) * scale).rounded()))) }
    }
}
