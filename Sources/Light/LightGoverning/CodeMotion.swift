// SPDX-License-Identifier: Apache-2.0

public import Barcodes
internal import Calibration
internal import Glibc

/// How fast a code moves in the picture, from its places in the last frames.
public struct CodeMotion: Hashable, Sendable {
    private struct Place: Hashable, Sendable {
        var x: Double
        var y: Double
        var time: Double
    }

    private var places: [Place] = []
    private var code: [UInt8] = []

    public init() {}

    /// The speed over this time is measured, seconds: short, because codes turn round.
    private static let span = 0.25

    public mutating func add(_ barcode: Barcode, at time: Double) {
        guard let corners = barcode.corners else { return }
        if code != barcode.bytes { places = [] }
        code = barcode.bytes
        places.append(Place(x: corners.center.x, y: corners.center.y, time: time))
        places.removeAll { time - $0.time > Self.span || time < $0.time }
    }

    /// Pixels per second; `nil` if it is not known.
    public var speed: Double? {
        guard let first = places.first, let last = places.last, places.count >= 3, last.time - first.time > 0.06 else {
            return nil
        }
        return hypot(last.x - first.x, last.y - first.y) / (last.time - first.time)
    }

    /// The longest exposure in which a code does not move more than half a module, seconds.
    ///
    /// - Parameter module: pixels.
    public func longestExposure(module: Double) -> Double? {
        guard let speed, module > 0 else { return nil }
        // Places jitter by a fraction of a pixel.
        return speed < 8 ? .infinity : BlurBudget(module: module).longestExposure(speed: speed)
    }
}
