// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A problem that no setting can fix, and what would fix it.
package struct Limit: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case tooDark = "too-dark"
        case tooSmall = "too-small"
        case outOfFocus = "out-of-focus"
        case tooFast = "too-fast"
        case unknown
    }
    package var kind: Kind
    /// What to do: the cause, as a clause.
    package var sentence: String
    /// The missing stops of light, for `tooDark`.
    package var stops: Double?
}

/// Judges the best setting that was found.
package struct LimitJudge {
    package var result: ProbeResult
    /// The smallest module width measured with enough contrast, pixels: smoothing and blur only widen it.
    package var module: Double?
    /// Whether a code that counts was read at all.
    package var wasRead: Bool
    /// Whether exposure was limited for a moving code.
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

    /// A lower decode rate has limits.
    package static let enough = 0.95
    /// Most readers fail below this module width, pixels (facts: failure cause 48).
    static let leastModule = 1.8

    package func limits() -> [Limit] {
        guard result.rate < Self.enough else { return [] }
        var limits: [Limit] = []
        let contrast = result.contrastToNoise ?? 0
        if contrast < SearchPlan.neededContrast {
            // In the dark, noise is the sensor's own: contrast to noise is proportional to light.
            let stops = log2(SearchPlan.neededContrast / max(contrast, 0.2))
            let words =
                contrast < 1
                ? "more than \(max(2, Int(stops.rounded(.down))))" : "about \(max(1, Int(stops.rounded())))"
            let unit = words == "about 1" ? "stop is" : "stops are"
            let why = isHurried ? " for a code that moves this fast" : ""
            limits.append(
                Limit(kind: .tooDark, sentence: "add light: \(words) \(unit) missing\(why)", stops: max(0.5, stops)))
        }
        if let module, module < Self.leastModule {
            limits.append(
                Limit(
                    kind: .tooSmall,
                    sentence:
                        "move the code closer or use larger frames: a module is \(rounded(module)) pixels wide, "
                        + "and 2 are needed",
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
                        ? "some frames do not decode, and light, focus and size do not explain it: run `candela doctor`"
                        : "no code was read, and light, focus and size do not explain it: run `candela doctor`",
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
            ? "the code is outside the focus range" : "the lens cannot focus on the code"
        return Limit(kind: .outOfFocus, sentence: "change the distance: \(cure); \(figures)", stops: nil)
    }

    private func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
