// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// The grey values of a symbol's modules, and methods to separate dark from light.
struct CellValues {
    let columns: Int
    let rows: Int
    private var values: [Double]

    /// Each module's value is the mean of five points inside it, if it is large enough.
    ///
    /// - Parameter map: maps the unit square to the symbol.
    init(_ picture: LumaSampler, _ map: Homography, columns: Int, rows: Int, modulePixels: Double) {
        self.init(picture, columns: columns, rows: rows, modulePixels: modulePixels) {
            map($0 / Double(columns), $1 / Double(rows))
        }
    }

    /// - Parameter place: maps columns and rows, including fractions, to the picture.
    init(
        _ picture: LumaSampler, columns: Int, rows: Int, modulePixels: Double,
        place: (_ column: Double, _ row: Double) -> PixelPoint
    ) {
        self.columns = columns
        self.rows = rows
        values = []
        values.reserveCapacity(columns * rows)
        let spread = modulePixels >= 2.5 ? 0.2 : 0
        for row in 0..<rows {
            for column in 0..<columns {
                func value(_ dx: Double, _ dy: Double) -> Double {
                    picture(place(Double(column) + 0.5 + dx, Double(row) + 0.5 + dy))
                }
                if spread == 0 {
                    values.append(value(0, 0))
                } else {
                    values.append(
                        (value(0, 0) + value(spread, 0) + value(-spread, 0) + value(0, spread) + value(0, -spread)) / 5)
                }
            }
        }
    }

    enum Method: CaseIterable {
        /// One threshold, at the best separation of the two groups.
        case whole
        /// A local threshold, for uneven light.
        case local
        /// Half of the leakage from the four neighbours removed, for blur and modules of one or two pixels.
        case unblurred
        /// Both.
        case localUnblurred
        /// Nearly all of the leakage removed.
        case sharpened
    }

    func grid(_ method: Method, isInverted: Bool) -> ModuleGrid {
        var source = self
        switch method {
        case .unblurred, .localUnblurred: source = unblurred(0.5)
        case .sharpened: source = unblurred(1)
        default: break
        }
        let isLocal = method == .local || method == .localUnblurred
        let thresholds = isLocal ? source.localThresholds() : []
        let whole = source.otsu()
        return ModuleGrid(columns: columns, rows: rows) { column, row in
            let index = row * columns + column
            return (source.values[index] < (isLocal ? thresholds[index] : whole)) != isInverted
        }
    }

    private func unblurred(_ amount: Double) -> CellValues {
        var result = self
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = 0.0
                var count = 0.0
                for (c, r) in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
                where (0..<columns).contains(c) && (0..<rows).contains(r) {
                    sum += values[r * columns + c]
                    count += 1
                }
                let index = row * columns + column
                if count > 0 { result.values[index] += amount * (values[index] - sum / count) }
            }
        }
        return result
    }

    /// The middle of the extremes over seven by seven modules, moved half way to their mean.
    private func localThresholds() -> [Double] {
        var result: [Double] = []
        result.reserveCapacity(values.count)
        for row in 0..<rows {
            for column in 0..<columns {
                var (low, high, sum, count) = (Double.infinity, -Double.infinity, 0.0, 0.0)
                for r in max(0, row - 3)...min(rows - 1, row + 3) {
                    for c in max(0, column - 3)...min(columns - 1, column + 3) {
                        let value = values[r * columns + c]
                        low = min(low, value)
                        high = max(high, value)
                        sum += value
                        count += 1
                    }
                }
                result.append(((low + high) / 2 + sum / count) / 2)
            }
        }
        return result
    }

    /// Otsu's threshold: the largest variance between the groups.
    private func otsu() -> Double {
        var histogram = Array(repeating: 0, count: 256)
        // Unblurred values may be out of range.
        for value in values { histogram[min(255, max(0, Int(value)))] += 1 }
        let total = Double(values.count)
        let sum = histogram.enumerated().reduce(0.0) { $0 + Double($1.offset * $1.element) }
        var (count, below, best, first, last) = (0.0, 0.0, -1.0, 128, 128)
        for (level, number) in histogram.enumerated() {
            count += Double(number)
            below += Double(level * number)
            guard count > 0, count < total else { continue }
            let difference = below / count - (sum - below) / (total - count)
            let variance = count * (total - count) * difference * difference
            if variance > best * (1 + 1e-9) {
                (best, first, last) = (variance, level, level)
            } else if variance >= best * (1 - 1e-9) {
                last = level
            }
        }
        return Double(first + last) / 2 + 1
    }
}
