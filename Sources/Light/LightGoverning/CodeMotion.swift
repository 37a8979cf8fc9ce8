// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import Calibration
internal import Glibc

/// How fast a code moves in the picture, from its places in the last frames.
package struct CodeMotion: Hashable, Sendable {
    private struct Place: Hashable, Sendable {
        var x: Double
        var y: Double
        var time: Double
    }

    private struct Speed: Hashable, Sendable {
        var value: Double
        var time: Double
    }

    private var places: [Place] = []
    private var code: [UInt8] = []
    private var speeds: [Speed] = []

    package init() {}

    /// A speed is that over this time, seconds: short, because codes turn round; longer, if few frames are read.
    private static let span = (usual: 0.3, longest: 0.8)
    /// The places that a speed needs.
    private static let count = 4
    /// Speeds of this time count, seconds.
    private static let memory = 2.0
    /// Slower than this is at rest, pixels per second.
    private static let rest = 8.0

    package mutating func add(_ barcode: Barcode, at time: Double) {
        guard let corners = barcode.corners else { return }
        if code != barcode.bytes { (places, speeds) = ([], []) }
        code = barcode.bytes
        places.removeAll { time - $0.time > Self.span.longest || time <= $0.time }
        speeds.removeAll { time - $0.time > Self.memory || time < $0.time }
        places.append(Place(x: corners.center.x, y: corners.center.y, time: time))
        let recent = places.filter { time - $0.time <= Self.span.usual }
        if let speed = Self.speed(recent.count > Self.count ? recent : places) {
            speeds.append(Speed(value: speed, time: time))
        }
    }

    /// The speed of the straight way that fits the places best; 0 if their scatter explains it; `nil` if too few places,
    /// or places that scatter too much, do not tell. In a noisy picture places jump, and those of a bar code along its bars.
    private static func speed(_ places: [Place]) -> Double? {
        guard places.count >= count else { return nil }
        let number = Double(places.count)
        let time = places.reduce(0) { $0 + $1.time } / number
        let spread = places.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
        guard spread > 1e-4 else { return nil }
        func fit(_ axis: KeyPath<Place, Double>) -> (slope: Double, error: Double) {
            let mean = places.reduce(0) { $0 + $1[keyPath: axis] } / number
            let slope = places.reduce(0) { $0 + ($1.time - time) * ($1[keyPath: axis] - mean) } / spread
            let rest = places.reduce(0) { sum, place in
                let apart = place[keyPath: axis] - mean - slope * (place.time - time)
                return sum + apart * apart
            }
            return (slope, (rest / max(1, number - 2) / spread).squareRoot())
        }
        let (x, y) = (fit(\.x), fit(\.y))
        // Student: few places fit by chance.
        let least = 4 + 12 / pow(number - 2, 1.5)
        func certain(_ way: (slope: Double, error: Double)) -> Double {
            abs(way.slope) > least * way.error ? way.slope : 0
        }
        let speed = hypot(certain(x), certain(y))
        return speed > 0 || max(x.error, y.error) < rest ? speed : nil
    }

    /// Pixels per second; `nil` if it is not known.
    package var speed: Double? {
        // A single place may be wrong.
        guard speeds.count >= 2 else { return nil }
        return speeds.map(\.value).sorted()[(speeds.count - 1) * 3 / 4]
    }

    package var isAtRest: Bool { speed.map { $0 < Self.rest } ?? false }

    /// The longest exposure in which a code does not move more than half a module, seconds.
    ///
    /// - Parameter module: pixels.
    package func longestExposure(module: Double) -> Double? {
        guard let speed, module > 0 else { return nil }
        return speed < Self.rest ? .infinity : BlurBudget(module: module).longestExposure(speed: speed)
    }
}
