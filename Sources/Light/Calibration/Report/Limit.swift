// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What no setting can mend, and what can.
public struct Limit: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case tooDark = "too-dark"
        case tooSmall = "too-small"
        case outOfFocus = "out-of-focus"
        case tooFast = "too-fast"
        case unknown
    }
    public var kind: Kind
    /// A clause for people.
    public var sentence: String
    /// Stops of light that are missing, for `tooDark`.
    public var stops: Double?
}

/// Judges the best setting that was found.
package struct LimitJudge {
    package var result: ProbeResult
    /// The smallest width of a module that was measured with contrast enough, pixels: smoothing and blur only widen it.
    package var module: Double?
    /// Whether a code that counts was ever read.
    package var wasRead: Bool
    /// Whether exposure was cut short for a moving code.
    package var isHurried = false
    package var canFocus = true
    package var focusStoodOut = true

    package init(
        result: ProbeResult, module: Double? = nil, wasRead: Bool, isHurried: Bool = false, canFocus: Bool = true,
        focusStoodOut: Bool = true
    ) {
        self.result = result
        self.module = module
        self.wasRead = wasRead
        self.isHurried = isHurried
        self.canFocus = canFocus
        self.focusStoodOut = focusStoodOut
    }

    /// Below this rate something is wrong.
    package static let enough = 0.95
    /// Below so many pixels a module most readers give up (facts: failure cause 48).
    static let leastModule = 1.8

    package func limits() -> [Limit] {
        guard result.rate < Self.enough else { return [] }
        var limits: [Limit] = []
        let contrast = result.contrastToNoise ?? 0
        if contrast < SearchPlan.neededContrast {
            // In the dark, noise is the sensor's own: contrast over noise grows as light does.
            let stops = log2(SearchPlan.neededContrast / max(contrast, 0.2))
            let words =
                contrast < 1
                ? "more than \(max(2, Int(stops.rounded(.down))))" : "about \(max(1, Int(stops.rounded())))"
            let unit = words == "about 1" ? "stop is" : "stops are"
            let why = isHurried ? " for a code that moves so fast" : ""
            limits.append(
                Limit(kind: .tooDark, sentence: "add light: \(words) \(unit) missing\(why)", stops: max(0.5, stops)))
        }
        if let module, module < Self.leastModule {
            limits.append(
                Limit(
                    kind: .tooSmall,
                    sentence:
                        "bring the code nearer or take larger frames: a module is \(rounded(module)) pixels wide, and 2 are needed",
                    stops: nil))
        } else if contrast >= SearchPlan.neededContrast, let edge = result.edgeWidth, let module,
            edge > 1.1 * module
        {
            limits.append(blur(edge, module))
        }
        if limits.isEmpty {
            limits.append(
                Limit(
                    kind: .unknown,
                    sentence: wasRead
                        ? "not every frame reads, and light, focus and size do not tell why: run `candela doctor`"
                        : "no code was read, and light, focus and size do not tell why: run `candela doctor`",
                    stops: nil))
        }
        return limits
    }

    private func blur(_ edge: Double, _ module: Double) -> Limit {
        let figures = "edges are \(rounded(edge)) pixels wide, modules \(rounded(module))"
        if isHurried {
            return Limit(kind: .tooFast, sentence: "slow the code down or add light: \(figures)", stops: nil)
        }
        let cure =
            canFocus && focusStoodOut
            ? "the code is out of the lens's range" : "the lens cannot be focused on the code"
        return Limit(kind: .outOfFocus, sentence: "change the distance: \(cure); \(figures)", stops: nil)
    }

    private func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
