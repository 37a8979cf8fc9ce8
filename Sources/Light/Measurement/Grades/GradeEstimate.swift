// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
internal import SymbolFinding

/// An estimate of a symbol's grade by ISO/IEC 15416 (linear) or 15415 (matrix), as far as a camera can measure it.
///
/// Real grading needs a calibrated aperture, light of 660 nm at 45° and a reflectance standard. Here reflectance is
/// relative to the symbol's own paper and the aperture is the camera's blur. Parameters that need decoder internals (unused
/// error correction, fixed patterns, the reference decodability) or have no counterpart (defects) are left out. The estimate
/// compares pictures and finds the weakest parameter; it certifies nothing.
package struct GradeEstimate: Hashable, Sendable {
    /// A graded parameter: 4 is A and 0 is F.
    package struct Parameter: Hashable, Sendable {
        /// The standards' name in snake_case: `symbol_contrast`.
        package var name: String
        /// A share, 0 to 1, as the standards define it.
        package var value: Double
        package var grade: Int
    }

    package var parameters: [Parameter]
    /// 0 to 4: the mean over the scan lines of the worst parameter of each (15416), or the worst parameter (15415).
    package var overall: Double

    /// A to F: A from 3.5, B from 2.5, C from 1.5, D from 0.5.
    package var letter: String { ["F", "D", "C", "B", "A"][Int((overall + 0.5).rounded(.down))] }
    /// The parameter with the lowest grade.
    package var weakest: Parameter? { parameters.min { $0.grade < $1.grade } }

    /// The grade by the thresholds for A, B, C and D.
    private static func grade(_ value: Double, _ ladder: [Double]) -> Int { ladder.count { value >= $0 } }
    private static func grade(_ value: Double, atMost ladder: [Double]) -> Int { ladder.count { value <= $0 } }

    // Sources: ISO/IEC 15416 as in axicon's guides; ISO/IEC 15415 as in Cognex' DataMan 475 manual.
    private static let contrastLadder = [0.70, 0.55, 0.40, 0.20]
    private static let linearModulation = [0.70, 0.60, 0.50, 0.40]
    private static let matrixModulation = [0.50, 0.40, 0.30, 0.20]
    private static let decodability = [0.62, 0.50, 0.37, 0.25]
    private static let nonuniformity = [0.06, 0.08, 0.10, 0.12]

    // MARK: Linear

    /// Grades a linear symbol by ten scan lines; `nil` if fewer than five have enough edges.
    init?(linear symbol: SymbolMeasurement, in frame: LumaImage, noise: Double, range: LumaRange) {
        let light = LinearLight(range)
        var lines: [[Parameter]] = []
        for index in 0..<10 {
            let v = 0.1 + 0.8 * (Double(index) + 0.5) / 10
            let profile = symbol.corners.line(v, over: 0.03, in: frame).map { light.value($0) }
            if let line = Self.line(profile, symbol, noise: light.noise(noise, at: symbol.figures.light)) {
                lines.append(line)
            }
        }
        guard lines.count >= 5 else { return nil }
        overall = Double(lines.reduce(0) { $0 + ($1.map(\.grade).min() ?? 0) }) / Double(lines.count)
        parameters = lines[0].indices.map { place in
            let values = lines.map { $0[place] }
            let mean = values.reduce(0) { $0 + $1.value } / Double(values.count)
            let grade = Double(values.reduce(0) { $0 + $1.grade }) / Double(values.count)
            return Parameter(name: values[0].name, value: mean, grade: Int(grade.rounded()))
        }
    }

    /// The parameters of one scan reflectance profile.
    private static func line(_ profile: [Float], _ symbol: SymbolMeasurement, noise: Double) -> [Parameter]? {
        guard profile.count >= 16, let lightest = profile.max(), let darkest = profile.min(), lightest > 0.5 else {
            return nil
        }
        let contrast = Double(lightest - darkest)
        let tolerance = Float(max(3 * noise, 0.05 * contrast, 0.5))
        let edges = ProfileEdges.find(in: profile, tolerance: tolerance)
        guard edges.count >= 8 else { return nil }
        let share = contrast / Double(lightest)
        let weakest = edges.map { abs($0.height) }.min() ?? 0
        let modulation = weakest / contrast
        var parameters = [
            Parameter(name: "symbol_contrast", value: share, grade: grade(share, contrastLadder)),
            Parameter(
                name: "minimum_reflectance", value: Double(darkest / lightest),
                grade: darkest <= 0.5 * lightest ? 4 : 0),
            Parameter(
                name: "edge_contrast", value: weakest / Double(lightest),
                grade: weakest >= 0.15 * Double(lightest) ? 4 : 0),
            Parameter(name: "modulation", value: modulation, grade: grade(modulation, linearModulation)),
        ]
        // Decodability: the margin that bars leave to half a module. Only for symbologies whose bars are whole modules.
        if symbol.symbology?.fixedModules != nil, let module = symbol.module, module > 0 {
            let widths = zip(edges, edges.dropFirst()).map { ($1.position - $0.position) / module }
            let worst = widths.map { abs($0 - $0.rounded()) }.max() ?? 0.5
            let left = max(0, 1 - 2 * worst)
            parameters.append(Parameter(name: "decodability", value: left, grade: grade(left, decodability)))
        }
        return parameters
    }

    // MARK: Matrix

    init?(matrix symbol: SymbolMeasurement, in frame: LumaImage, range: LumaRange) {
        let light = LinearLight(range)
        var values: [Float] = []
        for index in 0..<24 {
            let v = 0.04 + 0.92 * (Double(index) + 0.5) / 24
            values += symbol.corners.line(v, over: 0, in: frame).map { light.value($0) }
        }
        guard values.count >= 64 else { return nil }
        values.sort()
        let (dark, bright) = (Double(values[values.count / 100]), Double(values[values.count - 1 - values.count / 100]))
        guard bright > 0.5, bright > dark else { return nil }
        let contrast = (bright - dark) / bright
        var parameters = [
            Parameter(name: "symbol_contrast", value: contrast, grade: Self.grade(contrast, Self.contrastLadder))
        ]
        if let count = symbol.modules, let module = symbol.module, module >= 1 {
            let value = Self.modulation(symbol.corners, count, light, dark: dark, bright: bright, in: frame)
            parameters.append(
                Parameter(name: "modulation", value: value, grade: Self.grade(value, Self.matrixModulation)))
        }
        if symbol.symbology == .qr || symbol.symbology == .aztec || symbol.symbology == .microQR {
            let (width, height) = (symbol.corners.width, symbol.corners.height)
            let uneven = abs(width - height) / max(1, (width + height) / 2)
            parameters.append(
                Parameter(
                    name: "axial_nonuniformity", value: uneven, grade: Self.grade(uneven, atMost: Self.nonuniformity)))
        }
        self.parameters = parameters
        overall = Double(parameters.map(\.grade).min() ?? 0)
    }

    /// The distance of module centres from the threshold between light and dark, 2 |R − T| / (Rmax − Rmin), at the 5th
    /// percentile: the standard allows for error correction, which only the decoder knows.
    private static func modulation(
        _ corners: Quadrilateral, _ count: Int, _ light: LinearLight, dark: Double, bright: Double, in frame: LumaImage
    ) -> Double {
        let threshold = (dark + bright) / 2
        var values: [Double] = []
        values.reserveCapacity(count * count)
        for row in 0..<count {
            for column in 0..<count {
                let point = corners.point((Double(column) + 0.5) / Double(count), (Double(row) + 0.5) / Double(count))
                // A line of one pixel gives the value at its start.
                let sample = frame.profile(x0: point.x, y0: point.y, x1: point.x + 1, y1: point.y)
                guard let value = sample.first else { continue }
                values.append(min(1, 2 * abs(Double(light.value(value)) - threshold) / (bright - dark)))
            }
        }
        values.sort()
        return values.isEmpty ? 0 : values[values.count / 20]
    }
}

/// Linear light by luma, on a scale of 0 to 255.
private struct LinearLight {
    private let table: [Float]

    init(_ range: LumaRange) { table = (0..<257).map { Float(255 * range.linear(min(255, $0))) } }

    func value(_ luma: Float) -> Float {
        let clamped = min(max(luma, 0), 255)
        let index = Int(clamped)
        return table[index] + (table[index + 1] - table[index]) * (clamped - Float(index))
    }

    /// A deviation in luma converted to light, by the slope of the curve at `luma`.
    func noise(_ deviation: Double, at luma: Double) -> Double {
        let place = Float(min(max(luma, 1), 254))
        return deviation * Double(value(place + 1) - value(place - 1)) / 2
    }
}

extension Quadrilateral {
    /// The point at share `u` from left to right and share `v` from top to bottom.
    fileprivate func point(_ u: Double, _ v: Double) -> PixelPoint {
        let top = PixelPoint(x: topLeft.x + (topRight.x - topLeft.x) * u, y: topLeft.y + (topRight.y - topLeft.y) * u)
        let bottom = PixelPoint(
            x: bottomLeft.x + (bottomRight.x - bottomLeft.x) * u, y: bottomLeft.y + (bottomRight.y - bottomLeft.y) * u)
        return PixelPoint(x: top.x + (bottom.x - top.x) * v, y: top.y + (bottom.y - top.y) * v)
    }

    /// The profile of the line at share `v` from the upper to the lower edge, extended by share `over` at both ends.
    fileprivate func line(_ v: Double, over: Double, in image: LumaImage) -> [Float] {
        let (from, to) = (point(-over, v), point(1 + over, v))
        return image.profile(x0: from.x, y0: from.y, x1: to.x, y1: to.y)
    }
}
