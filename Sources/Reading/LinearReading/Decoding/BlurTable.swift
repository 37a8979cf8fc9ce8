// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The profile of an edge seen through a blur of one standard deviation: the share of a bar's darkness that is visible at
/// a distance from its edge, in standard deviations.
///
/// Two kinds of blur are known. Pixels, motion and slight defocus together are close to the normal distribution. A lens
/// that is clearly out of focus spreads each point over a disc, the image of its aperture: along a line that is a half
/// circle, which has steep sides and a flat top where the normal distribution has tails. Where bars merge, only the right
/// kind explains the profile.
struct BlurTable: Sendable {
    /// An edge has no effect beyond this many deviations.
    static let reach: Float = 4
    private static let steps: Float = 64

    let isDisc: Bool
    private let edges: [Float]
    private let lines: [Float]

    static let normal = BlurTable(discShare: 0)
    static let disc = BlurTable(discShare: 0.93)

    /// - Parameter discShare: the disc's share of the variance; the rest is normal, because pixels are never points.
    private init(discShare: Double) {
        isDisc = discShare > 0
        let count = Int(2 * Self.reach * Self.steps) + 2
        let places = (0..<count).map { Double($0) / Double(Self.steps) - Double(Self.reach) }
        let normal = (1 - discShare).squareRoot()
        // The half circle's deviation is half the disc's radius. The sum runs over points of it, each with a normal
        // spread.
        let radius = 2 * discShare.squareRoot()
        let points = 200
        var spread: [(at: Double, weight: Double)] = []
        if discShare > 0 {
            for point in 0..<points {
                let x = (Double(point) + 0.5) * 2 / Double(points) - 1
                spread.append((x * radius, (1 - x * x).squareRoot() * 4 / (.pi * Double(points))))
            }
        } else {
            spread = [(0, 1)]
        }
        let root = (2 * Double.pi).squareRoot()
        edges = places.map { place in
            Float(spread.reduce(0) { $0 + $1.weight * 0.5 * (1 + erf((place - $1.at) / (normal * 2.0.squareRoot()))) })
        }
        lines = places.map { place in
            Float(
                spread.reduce(0) {
                    let z = (place - $1.at) / normal
                    return $0 + $1.weight * exp(-z * z / 2) / (normal * root)
                })
        }
    }

    /// 0 far before the edge, 1 far behind it.
    @inline(__always)
    func edge(_ z: Float) -> Float {
        guard z > -Self.reach else { return 0 }
        guard z < Self.reach else { return 1 }
        return Self.value(edges, z)
    }

    /// The derivative of `edge`.
    @inline(__always)
    func line(_ z: Float) -> Float {
        guard z > -Self.reach, z < Self.reach else { return 0 }
        return Self.value(lines, z)
    }

    @inline(__always)
    private static func value(_ table: [Float], _ z: Float) -> Float {
        let place = (z + reach) * steps
        let index = Int(place)
        let f = place - Float(index)
        // The callers have limited z, and the tables are two entries longer.
        return unsafe table.withUnsafeBufferPointer { table in
            unsafe table[index] * (1 - f) + table[index &+ 1] * f
        }
    }
}
