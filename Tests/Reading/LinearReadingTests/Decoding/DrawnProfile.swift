// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Foundation
import SimulatedCamera

/// A profile drawn from a code: the view of a camera whose grey values are the square root of light, along a line across
/// the code.
struct DrawnProfile {
    var samplesPerModule = 5.0
    /// Standard deviation of the blur, in modules.
    var sigma = 0.3
    /// Whether the lens is out of focus: the blur is a disc of that deviation.
    var isDisc = false
    /// How many modules wider the bars are.
    var growth = 0.0
    /// How many modules the middle is shifted to the right.
    var bend = 0.0
    /// Standard deviation in grey values.
    var noise = 0.0
    var dark = 0.05
    var light = 0.8
    var isInverted = false
    var isReversed = false
    var margin = 12.0
    var seed: UInt64 = 1

    func values(_ symbol: EncodedSymbol) -> [Float] {
        values(bars: Self.bars(symbol), modules: Double(symbol.modules.columns))
    }

    static func bars(_ symbol: EncodedSymbol) -> [(Double, Double)] {
        var bars: [(Double, Double)] = []
        for column in 0..<symbol.modules.columns where symbol.modules.isDark(column, 0) {
            if let last = bars.last, last.1 == Double(column) {
                bars[bars.count - 1].1 += 1
            } else {
                bars.append((Double(column), Double(column + 1)))
            }
        }
        return bars
    }

    func values(bars: [(Double, Double)], modules: Double) -> [Float] {
        var random = SplitMix64(seed: seed)
        let count = Int((modules + 2 * margin) * samplesPerModule)
        var result: [Float] = []
        // The half circle of a disc as a sum of lines; one line for the normal distribution.
        let lines = isDisc ? (0..<41).map { (Double($0) + 0.5) / 20.5 - 1 } : [0]
        let narrow = isDisc ? 0.27 * sigma : sigma
        let spread = isDisc ? 2 * 0.963 * sigma : 0
        let total = lines.reduce(0) { $0 + (1 - $1 * $1).squareRoot() }
        for index in 0..<count {
            var t = (Double(index) + 0.5) / samplesPerModule - margin
            let x = 2 * t / modules - 1
            t -= bend * (1 - x * x)
            var darkness = 0.0
            for bar in bars where t > bar.0 - 6 * sigma - 2 && t < bar.1 + 6 * sigma + 2 {
                for line in lines {
                    let weight = (1 - line * line).squareRoot() / total
                    let at = t - line * spread
                    darkness +=
                        weight
                        * (Self.normal((at - bar.0 + growth / 2) / narrow)
                            - Self.normal((at - bar.1 - growth / 2) / narrow))
                }
            }
            if isInverted { darkness = 1 - darkness }
            let grey = 255 * (light - (light - dark) * darkness).squareRoot()
            result.append(Float(min(255, max(0, grey + noise * random.normal()))))
        }
        return isReversed ? result.reversed() : result
    }

    private static func normal(_ z: Double) -> Double { 0.5 * (1 + erf(z / 2.0.squareRoot())) }
}

extension SplitMix64 {
    mutating func normal() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
    }

    mutating func digits(_ count: Int) -> String {
        String((0..<count).map { _ in Character(String(Int.random(in: 0...9, using: &self))) })
    }
}
