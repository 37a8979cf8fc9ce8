// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import MatrixReading

/// A QR code of which one of the three corner patterns cannot be seen, and what is in its place.
package struct MissingCorner: Codable, Hashable, Sendable {
    package enum Place: String, Codable, Hashable, Sendable {
        /// Outside the picture.
        case outside
        /// All of it about as dark as the code's dark parts; of an inverted code, as light as its light ones.
        case dark
        /// All of it about as light as the ground of the code; of an inverted code, as dark.
        case light
        /// Something else.
        case other
    }
    package var place: Place
    /// Where it should be: the corners, x and y alternating, in pixels of the picture.
    package var corners: [Double]

    /// `nil` if there is something like a corner pattern after all.
    ///
    /// - Parameters:
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    ///   - isRead: whether the outline is that of a code that was read, which is near the truth.
    init?(_ sighting: QRSighting, in image: LumaImage, dark: Double, light: Double, isRead: Bool = false) {
        guard let corner = sighting.missing else { return nil }
        corners = [(0, 0), (7, 0), (7, 7), (0, 7)].flatMap { column, row -> [Double] in
            let point = sighting.place(column, row, in: corner)
            return [point.x, point.y]
        }
        /// In modules from the pattern's top left corner; `nil` outside the picture.
        func value(_ x: Double, _ y: Double) -> Double? {
            let point = sighting.place(x, y, in: corner)
            guard point.x >= 0, point.y >= 0, point.x < Double(image.width), point.y < Double(image.height) else {
                return nil
            }
            return Double(image[Int(point.x), Int(point.y)])
        }
        var values = (0..<196).compactMap { index -> Double? in
            let (column, row) = (Double(index % 14), Double(index / 14))
            return value(column / 2 + 0.25, row / 2 + 0.25)
        }
        // Half of it shows no pattern, whatever the rest is.
        guard values.count > 98 else {
            place = .outside
            return
        }
        values.sort()
        let (low, high) = (values[values.count / 10], values[values.count * 9 / 10])
        let middle = (dark + light) / 2
        // Of an inverted code, light and dark are exchanged.
        let (even, bare): (Place, Place) = sighting.isInverted ? (.light, .dark) : (.dark, .light)
        place = high < middle ? even : low > middle ? bare : .other
        // It may be there, and only a little off or out of shape: on a curve, or in perspective.
        if place == .other {
            let isExact = sighting.score >= Self.exactScore
            let (most, reach) = isRead ? (0.5, 1.5) : isExact ? (Self.mostOfExact, 0.5) : (Self.mostLikeness, 4.5)
            if Self.likeness(value, within: reach, isInverted: sighting.isInverted) > most { return nil }
        }
    }

    /// The same of a code that was read; `nil` if all three can be seen, or more than one cannot: then the outline is not where it was
    /// said to be.
    ///
    /// - Parameter module: its size in pixels.
    init?(ofRead corners: Quadrilateral, module: Double, in image: LumaImage, dark: Double, light: Double) {
        guard module >= 2, light - dark >= 40 else { return nil }
        let size = (corners.width + corners.height) / 2 / module
        guard (20...180).contains(size) else { return nil }
        // 17 modules, and four for each version.
        let modules = 17 + 4 * Int(((size - 17) / 4).rounded())
        let missing = QRCorner.allCases.compactMap { corner in
            QRSighting(read: corners, modules: modules, missing: corner)
                .flatMap { MissingCorner($0, in: image, dark: dark, light: light, isRead: true) }
        }
        guard missing.count == 1, missing[0].place != .outside else { return nil }
        self = missing[0]
    }

    /// If the other fixed modules match this well, the place is exact.
    private static let exactScore = 0.93
    /// Above this likeness, what is there is a corner pattern: if its place is exact, and if it is not.
    private static let (mostOfExact, mostLikeness) = (0.8, 0.3)

    /// How well a corner pattern matches near its place, whatever its light: the correlation, at most 1.
    private static func likeness(
        _ value: (Double, Double) -> Double?, within reach: Double, isInverted: Bool
    ) -> Double {
        let modules = (0..<49).map { index -> (x: Double, y: Double, sign: Double) in
            let (column, row) = (index % 7, index / 7)
            let ring = max(abs(column - 3), abs(row - 3))
            return (Double(column) - 3, Double(row) - 3, (ring == 2) != isInverted ? -1 : 1)
        }
        let expected = modules.map(\.sign).reduce(0, +) / 49
        var best = -1.0
        for scale in [0.85, 1, 1.15] {
            for y in stride(from: -reach, through: reach, by: 0.5) {
                for x in stride(from: -reach, through: reach, by: 0.5) {
                    let seen = modules.map { module -> Double in
                        value(3.5 + x + scale * module.x, 3.5 + y + scale * module.y) ?? 255
                    }
                    let mean = seen.reduce(0, +) / 49
                    var (product, square, norm) = (0.0, 0.0, 0.0)
                    for (module, value) in zip(modules, seen) {
                        product += (mean - value) * (module.sign - expected)
                        square += (value - mean) * (value - mean)
                        norm += (module.sign - expected) * (module.sign - expected)
                    }
                    if square > 0 { best = max(best, product / (square * norm).squareRoot()) }
                }
            }
        }
        return best
    }
}
