// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// The position of a grid of modules, and how well it fits the expected pattern.
struct GridFit {
    var corners: Quadrilateral
    var score: Double

    /// Moves the corners, one coordinate at a time, by decreasing steps, as long as the score rises.
    ///
    /// - Parameters:
    ///   - step: the first step, in pixels.
    ///   - halvings: how often the step is halved.
    mutating func climb(step: Double, halvings: Int, _ score: (Quadrilateral) -> Double) {
        var step = step
        for _ in 0...halvings {
            var rounds = 0
            var hasMoved = true
            while hasMoved, rounds < 4 {
                hasMoved = false
                rounds += 1
                for coordinate in 0..<8 {
                    for way in [step, -step] {
                        let moved = corners.moved(coordinate, by: way)
                        let value = score(moved)
                        if value > self.score + 1e-6 {
                            self.score = value
                            corners = moved
                            hasMoved = true
                            break
                        }
                    }
                }
            }
            step /= 2
        }
    }
}

extension Quadrilateral {
    /// The outline with one of its eight coordinates changed: x and y of the corners, clockwise from the top left.
    func moved(_ coordinate: Int, by step: Double) -> Quadrilateral {
        var result = self
        switch coordinate {
        case 0: result.topLeft.x += step
        case 1: result.topLeft.y += step
        case 2: result.topRight.x += step
        case 3: result.topRight.y += step
        case 4: result.bottomRight.x += step
        case 5: result.bottomRight.y += step
        case 6: result.bottomLeft.x += step
        default: result.bottomLeft.y += step
        }
        return result
    }
}
