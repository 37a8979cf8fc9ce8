// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Glibc

/// The position of a symbol's modules in a profile, its blur, bar growth and grey levels. Fitted to the profile, for an
/// assumed symbol, by the Gauss-Newton method.
struct RetailFit {
    /// Position of module t in the profile, in samples: a cubic in τ, which runs from −1 at the first bar to 1 at the
    /// last. Perspective and round bottles need more than a line.
    var place: SIMD4<Float>
    /// Standard deviation of the blur, in modules.
    var sigma: Float
    /// How much wider bars are than nominal, in modules: ink spread, exposure.
    var growth: Float = 0
    /// Grey value of the paper: a parabola in τ.
    var light: SIMD4<Float> = .zero
    /// The difference from paper to ink: a line in τ.
    var depth: SIMD2<Float> = .zero
    /// The mean squared difference between model and profile, grey values squared.
    var error: Float = .infinity
    /// The variance of the profile in the symbol.
    var variance: Float = 1

    /// The share of the variance that is not explained.
    var misfit: Float { error / variance }

    /// Whether all bars merge.
    var isBlurred: Bool { sigma > 0.95 }

    static let margin = 4
    static let sigmas: ClosedRange<Float> = 0.18...1.9

    let layout: RetailLayout
    private(set) var blur: BlurTable

    init(
        _ layout: RetailLayout, from: Float, to: Float, bend: Float = 0, _ blur: BlurTable = .normal, sigma: Float
    ) {
        self.blur = blur
        self.layout = layout
        // The bend moves the middle, in samples, and leaves the ends.
        place = SIMD4((from + to) / 2 + bend, (to - from) / 2, -bend, 0)
        self.sigma = sigma
    }

    /// The same fit with the other kind of blur.
    var reblurred: RetailFit {
        var other = self
        other.blur = blur.isDisc ? .normal : .disc
        // Near an edge, a disc of this deviation acts like a normal distribution with a slightly larger one.
        other.sigma = blur.isDisc ? sigma * 1.17 : sigma / 1.17
        other.error = .infinity
        return other
    }

    var samples: Int { (layout.modules + 2 * Self.margin) * RetailTemplates.density }

    @inline(__always)
    private func tau(_ sample: Int) -> (t: Float, tau: Float) {
        let t = (Float(sample) + 0.5) / Float(RetailTemplates.density) - Float(Self.margin)
        let half = Float(layout.modules) / 2
        return (t, (t - half) / half)
    }

    /// The position of module t in the profile, in samples.
    func position(_ t: Float) -> Float {
        let half = Float(layout.modules) / 2
        let x = (t - half) / half
        return place[0] + x * (place[1] + x * (place[2] + x * place[3]))
    }

    /// The smallest and largest width of a module, in samples; negative if the fit folds.
    var moduleWidths: (least: Float, most: Float) {
        var (least, most) = (Float.infinity, -Float.infinity)
        for step in 0...8 {
            let x = Float(step) / 4 - 1
            let slope = (place[1] + x * (2 * place[2] + 3 * x * place[3])) * 2 / Float(layout.modules)
            (least, most) = (min(least, slope), max(most, slope))
        }
        return (least, most)
    }

    /// The profile's value at each sample, and its slope there.
    private func seen(_ profile: [Float]) -> (values: [Float], slopes: [Float]) {
        var values = [Float](repeating: 0, count: samples)
        var slopes = values
        let last = Float(profile.count - 2)
        for sample in 0..<samples {
            let x = tau(sample).tau
            let at = place[0] + x * (place[1] + x * (place[2] + x * place[3]))
            let inside = min(max(at, 0), last)
            let index = Int(inside)
            let f = inside - Float(index)
            values[sample] = profile[index] * (1 - f) + profile[index + 1] * f
            if at == inside { slopes[sample] = profile[index + 1] - profile[index] }
        }
        return (values, slopes)
    }

    /// Sets `light` and `depth` from the lightest and darkest values around each position, as a starting point.
    mutating func guessLevels(_ profile: [Float]) {
        let values = seen(profile).values
        let reach = 9 * RetailTemplates.density
        var (lights, darks): ([Float], [Float]) = ([], [])
        let places = stride(from: reach, through: samples - reach, by: 4 * RetailTemplates.density)
        for middle in places {
            let part = values[max(0, middle - reach)..<min(samples, middle + reach)]
            lights.append(part.max() ?? 0)
            darks.append(part.min() ?? 0)
        }
        let count = Float(lights.count)
        let meanLight = lights.reduce(0, +) / count
        let meanDark = darks.reduce(0, +) / count
        var (product, product2, squares): (Float, Float, Float) = (0, 0, 0)
        for (index, middle) in places.enumerated() {
            let x = tau(middle).tau
            product += x * (lights[index] - meanLight)
            product2 += x * (lights[index] - darks[index] - meanLight + meanDark)
            squares += x * x
        }
        light = SIMD4(meanLight, product / max(squares, 1e-3), 0, 0)
        // Blur keeps the darkest value from being as dark as ink.
        let full = blur.edge(1.1 / sigma) - blur.edge(-1.1 / sigma)
        depth = SIMD2(max(1, meanLight - meanDark), product2 / max(squares, 1e-3)) / max(0.4, full)
    }

    @inline(__always)
    private func levels(_ x: Float) -> (light: Float, depth: Float) {
        (light[0] + x * (light[1] + x * light[2]), max(1, depth[0] + x * depth[1]))
    }

    /// Bends the fit to the parts of an elastic match: a cubic by least squares, with a preference for straight.
    mutating func follow(_ match: ElasticMatch) {
        let half = Float(layout.modules) / 2
        let module = place[1] / half
        var matrix = [Double](repeating: 0, count: 16)
        var right = [Double](repeating: 0, count: 4)
        for part in match.places {
            let x = Double((part.at - half) / half)
            let row = [1, x, x * x, x * x * x]
            for i in 0..<4 {
                right[i] += row[i] * Double(part.shift * module)
                for j in 0...i { matrix[i * 4 + j] += row[i] * row[j] }
            }
        }
        matrix[10] += 0.05
        matrix[15] += 0.2
        guard let move = solve(&matrix, right, 4) else { return }
        place += SIMD4(move[0], move[1], move[2], move[3])
    }

    /// Observed darkness at each sample, 0 to 1 with some tolerance; `density` samples a module, a divisor of the usual
    /// density.
    func darknessSeen(_ profile: [Float], density: Int = RetailTemplates.density) -> [Float] {
        let values = seen(profile).values
        let fine = values.indices.map { sample in
            let (light, depth) = levels(tau(sample).tau)
            return min(max((light - values[sample]) / depth, -0.5), 1.5)
        }
        let factor = RetailTemplates.density / density
        guard factor > 1 else { return fine }
        return (0..<fine.count / factor).map { index in
            fine[index * factor..<(index + 1) * factor].reduce(0, +) / Float(factor)
        }
    }

    /// The search for the symbol nearest to the profile under the current fit.
    func search(_ profile: [Float], _ templates: RetailTemplates) -> RetailSearch {
        let known = darkness(of: layout.guards.map { (from: $0, to: $0 + 1) }, slopes: false).values
        let rest = zip(darknessSeen(profile), known).map { $0 - $1 }
        return RetailSearch(layout, templates, seen: rest, margin: Self.margin)
    }

    /// The dark runs of a symbol, including guards.
    func bars(_ patterns: [Int]) -> [(from: Int, to: Int)] {
        var bars = layout.guards.map { (from: $0, to: $0 + 1) }
        for (slot, pattern) in zip(layout.slots, patterns) {
            bars += RetailPattern.bars[pattern].map { ($0.from + slot, $0.to + slot) }
        }
        return bars
    }

    /// Darkness 0 to 1 at each sample, and its derivatives by `sigma` and `growth`.
    private func darkness(
        of bars: [(from: Int, to: Int)], slopes: Bool
    ) -> (values: [Float], bySigma: [Float], byGrowth: [Float]) {
        let table = blur
        let count = samples
        let density = Float(RetailTemplates.density)
        var values = [Float](repeating: 0, count: count)
        var bySigma = slopes ? values : []
        var byGrowth = slopes ? values : []
        let reach = BlurTable.reach * sigma
        let perSigma = 1 / sigma
        unsafe values.withUnsafeMutableBufferPointer { values in
            unsafe bySigma.withUnsafeMutableBufferPointer { bySigma in
                unsafe byGrowth.withUnsafeMutableBufferPointer { byGrowth in
                    for bar in bars {
                        let (from, to) = (Float(bar.from) - growth / 2, Float(bar.to) + growth / 2)
                        let first = max(0, Int((from - reach + Float(Self.margin)) * density))
                        let last = min(count - 1, Int((to + reach + Float(Self.margin)) * density))
                        guard first <= last else { continue }
                        for sample in first...last {
                            let t = (Float(sample) + 0.5) / density - Float(Self.margin)
                            let (a, b) = ((t - from) * perSigma, (t - to) * perSigma)
                            unsafe values[sample] += table.edge(a) - table.edge(b)
                            if slopes {
                                let (la, lb) = (table.line(a), table.line(b))
                                unsafe bySigma[sample] += (b * lb - a * la) * perSigma
                                unsafe byGrowth[sample] += (la + lb) * (0.5 * perSigma)
                            }
                        }
                    }
                }
            }
        }
        return (values, bySigma, byGrowth)
    }

    private static let unknowns = 11

    /// One step towards the fit for the symbol with these patterns; afterwards `error` is that of the fit before the
    /// step.
    mutating func improve(_ profile: [Float], patterns: [Int], levelsOnly: Bool = false) {
        let (values, slopes) = seen(profile)
        let dark = darkness(of: bars(patterns), slopes: true)
        let n = levelsOnly ? 5 : Self.unknowns
        // The model's derivatives and its difference from the profile: one line of samples for each unknown, so that sums of
        // products run over neighbours.
        let all = samples
        var lines = [Float](repeating: 0, count: n * all)
        var residuals = [Float](repeating: 0, count: all)
        var (squares, sum, sumSquares): (Float, Float, Float) = (0, 0, 0)
        unsafe lines.withUnsafeMutableBufferPointer { lines in
            for sample in 0..<all {
                let x = tau(sample).tau
                let (light, depth) = levels(x)
                let b = dark.values[sample]
                let residual = values[sample] - (light - depth * b)
                residuals[sample] = residual
                squares += residual * residual
                sum += values[sample]
                sumSquares += values[sample] * values[sample]
                unsafe (lines[sample], lines[all &+ sample], lines[2 &* all &+ sample]) = (1, x, x * x)
                unsafe (lines[3 &* all &+ sample], lines[4 &* all &+ sample]) = (-b, -b * x)
                guard !levelsOnly else { continue }
                let slope = -slopes[sample]
                unsafe (lines[5 &* all &+ sample], lines[6 &* all &+ sample]) = (slope, slope * x)
                unsafe (lines[7 &* all &+ sample], lines[8 &* all &+ sample]) = (slope * x * x, slope * x * x * x)
                unsafe lines[9 &* all &+ sample] = -depth * dark.bySigma[sample]
                unsafe lines[10 &* all &+ sample] = -depth * dark.byGrowth[sample]
            }
        }
        var matrix = [Double](repeating: 0, count: n * n)
        var right = [Double](repeating: 0, count: n)
        for i in 0..<n {
            right[i] = Double(dot(lines, i * all, residuals, 0, all))
            for j in 0...i { matrix[i * n + j] = Double(dot(lines, i * all, lines, j * all, all)) }
        }
        let count = Float(samples)
        error = squares / count
        variance = max(1, sumSquares / count - sum / count * (sum / count))
        // Priors: grey noise of two, against a deviation for each unknown.
        let noise = max(4, error)
        var priors: [(Int, Float, Float)] = [(2, light[2], 0.1 * depth[0])]
        if !levelsOnly {
            priors += [
                (7, place[2], 0.03 * place[1]), (8, place[3], 0.015 * place[1]), (10, growth, 0.2),
            ]
        }
        for (index, value, deviation) in priors {
            let weight = Double(noise / (deviation * deviation + 1e-6))
            matrix[index * n + index] += weight
            right[index] -= weight * Double(value)
        }
        guard let step = solve(&matrix, right, n) else { return }
        light += SIMD4(step[0], step[1], step[2], 0)
        depth += SIMD2(step[3], step[4])
        depth[0] = max(1, depth[0])
        guard !levelsOnly else { return }
        let module = place[1] * 2 / Float(layout.modules)
        var move = SIMD4(step[5], step[6], step[7], step[8])
        // Limit each step to two thirds of a module everywhere.
        let most = abs(move[0]) + abs(move[1]) + abs(move[2]) + abs(move[3])
        if most > 0.67 * module { move *= 0.67 * module / most }
        place += move
        sigma = min(max(sigma + min(max(step[9], -0.3), 0.3), Self.sigmas.lowerBound), Self.sigmas.upperBound)
        growth = min(max(growth + min(max(step[10], -0.2), 0.2), -0.5), 0.5)
    }

    /// Cholesky's method; `matrix` holds the lower half.
    private func solve(_ matrix: inout [Double], _ right: [Double], _ n: Int) -> [Float]? {
        var result = right
        for i in 0..<n { matrix[i * n + i] *= 1.000_001 }
        for i in 0..<n {
            for j in 0...i {
                var sum = matrix[i * n + j]
                for k in 0..<j { sum -= matrix[i * n + k] * matrix[j * n + k] }
                if i == j {
                    guard sum > 1e-9 else { return nil }
                    matrix[i * n + i] = sum.squareRoot()
                } else {
                    matrix[i * n + j] = sum / matrix[j * n + j]
                }
            }
        }
        for i in 0..<n {
            for k in 0..<i { result[i] -= matrix[i * n + k] * result[k] }
            result[i] /= matrix[i * n + i]
        }
        for i in (0..<n).reversed() {
            for k in i + 1..<max(i + 1, n) { result[i] -= matrix[k * n + i] * result[k] }
            result[i] /= matrix[i * n + i]
        }
        return result.map { Float($0) }
    }
}
