// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Surfaces in a matrix symbol that are neither as dark as its dark parts nor as light as its light ones: letters, a picture or a pattern
/// over or under it, or a shadow. Its own edges, blur and noise are no surfaces.
package enum MiddleTones {
    /// The share of the area that such surfaces take. Of 48 codes in photographs and drawings that read one has more than 0.06.
    package static func share(of image: LumaImage, corners: Quadrilateral) -> Double {
        let side = samples
        var values = [Int](repeating: 0, count: side * side)
        for row in 0..<side {
            for column in 0..<side {
                let place = corners.point((Double(column) + 0.5) / Double(side), (Double(row) + 0.5) / Double(side))
                let x = min(max(0, place.x), Double(max(0, image.width - 1)))
                let y = min(max(0, place.y), Double(max(0, image.height - 1)))
                values[row * side + column] = Int(image[Int(x), Int(y)])
            }
        }
        let sorted = values.sorted()
        let (dark, light) = (sorted[sorted.count / 20], sorted[sorted.count - 1 - sorted.count / 20])
        let range = light - dark
        guard range >= leastRange else { return 0 }
        let (low, high) = (dark + range * 3 / 10, light - range * 3 / 10)
        var count = 0
        for row in 1..<(side - 1) {
            for column in 1..<(side - 1) {
                let index = row * side + column
                guard values[index] > low, values[index] < high else { continue }
                // Flat in both directions: no edge between dark and light.
                let slopes = [values[index + 1] - values[index - 1], values[index + side] - values[index - side]]
                if slopes.allSatisfy({ abs($0) * 8 < range }) { count += 1 }
            }
        }
        return Double(count) / Double((side - 2) * (side - 2))
    }

    /// Enough for modules of two samples in a large symbol.
    private static let samples = 256
    /// Less contrast has a finding of its own.
    private static let leastRange = 50
}
