// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Decides which settings to try, one after the other, from the measured light and the results so far. It makes no calls
/// and knows no camera.
///
/// It is not a grid search. It starts with the setting that the response predicts to be best: the longest exposure that
/// costs no frame rate, is safe from flicker and within the motion blur budget, with the least gain that brings the paper
/// to light grey. If every frame of that decodes, it is done. Otherwise the figures say what is missing: noise needs light
/// (a torch, a longer exposure) and less sharpening; edges wider than modules need a shorter exposure. Contrast to noise
/// says how far to go.
package struct SearchPlan: Sendable {
    package struct Tools: Hashable, Sendable {
        package var sharpness: ControlRange?
        package var contrast: ControlRange?
        package var brightness: ControlRange?
        /// `nil` if there is none or it may not be used.
        package var torch: ControlRange?

        package init(_ abilities: CameraAbilities, mayUseTorch: Bool) {
            sharpness = abilities.sharpness
            contrast = abilities.contrast
            brightness = abilities.brightness
            torch = mayUseTorch ? abilities.torchRange : nil
        }
    }

    package private(set) var facts: LightFacts
    private let tools: Tools
    private let bound: Int
    package private(set) var history: [(proposal: Proposal, result: ProbeResult)] = []
    /// The index of the best in `history`.
    private var bestIndex: Int?
    private var quickerLeft = 2
    private var againLeft = 3
    /// Settings in a row that were not better.
    private var fruitless = 0
    /// The limit of `fruitless`; it is lower if there is enough light.
    private static let endurance = 8
    /// Light that the torch adds, in stops; `nil` before it was tried.
    private var torchStops: Double?

    /// Contrast to noise at which most codes decode; twice that is plenty.
    package static let neededContrast = 10.0
    /// The gain in contrast to noise from the least sharpening, which averages neighbours.
    static let smoothing = 1.8

    package init(facts: LightFacts, tools: Tools, bound: Int = 18) {
        self.facts = facts
        self.tools = tools
        self.bound = bound
    }

    package var best: (proposal: Proposal, result: ProbeResult)? { bestIndex.map { history[$0] } }

    /// The next setting to try; `nil` if no setting is likely to be better.
    package mutating func next() -> Proposal? {
        guard let best else { return Proposal(facts.setting(seconds: facts.interval), .frameRate) }
        // The camera's own exposure decoded something. If the search so far did not, it went wrong.
        if best.result.rate == 0, let own = facts.own, own.exposureTime ?? .infinity <= facts.limit {
            let proposal = Proposal(own, .own)
            if isNew(proposal) { return proposal }
        }
        let hasLight = (best.result.contrastToNoise ?? 0) > 1.5 * Self.neededContrast
        if history.count < bound, fruitless < (hasLight ? Self.endurance - 3 : Self.endurance),
            let proposal = moves(from: best.proposal.setting, best.result).first(where: { isNew($0) })
        {
            if proposal.reason == .quicker { quickerLeft -= 1 }
            return proposal
        }
        if let doubt = doubtedSharpening() { return doubt }
        againLeft -= 1
        return againLeft >= 0 ? again() : nil
    }

    /// Frames needed to compare how often passing codes are read: fewer may be of a moment when one was in view.
    private static let belt = 108

    /// The best setting, or one with more sharpening, if that seemed to read more of passing codes: each is looked at three times, in
    /// turn.
    private func doubtedSharpening() -> Proposal? {
        guard facts.isMoving, let best, !isSharpened(best.proposal.setting),
            let rival = history.filter({ isSharpened($0.proposal.setting) && $0.result.rate > best.result.rate })
                .max(by: { $1.result.isBetter(than: $0.result) })
        else { return nil }
        guard var proposal = [rival, best].min(by: { $0.result.frames < $1.result.frames }),
            proposal.result.frames < Self.belt
        else { return nil }
        proposal.proposal.reason = .again
        return proposal.proposal
    }

    package mutating func take(_ result: ProbeResult, of proposal: Proposal) {
        if proposal.reason == .again,
            let index = history.firstIndex(where: { $0.proposal.setting == proposal.setting })
        {
            history[index].result = history[index].result.joined(result)
            bestIndex = history.indices.reduce(index) {
                isBetter(history[$1], than: history[$0]) ? $1 : $0
            }
            // What seemed reliable is not, so the search continues.
            if result.rate < 0.999 { fruitless = min(fruitless, Self.endurance / 2) }
            return
        }
        if let torch = proposal.setting.torch, torch > 0, torchStops == nil { learnTorch(proposal.setting, result) }
        history.append((proposal, result))
        fruitless += 1
        if let best, !isBetter((proposal, result), than: best) { return }
        // A larger margin is no success while some frames fail.
        if result.rate > 0.999 || result.rate > (best?.result.rate ?? -1) + 0.05 { fruitless = 0 }
        bestIndex = history.count - 1
    }

    /// Whether one setting is better than another. More sharpening than the camera's own must prove that by reading more: it
    /// narrows the edges that are measured, and adds nothing that the lens has not seen.
    private func isBetter(
        _ one: (proposal: Proposal, result: ProbeResult), than other: (proposal: Proposal, result: ProbeResult)
    ) -> Bool {
        let (mine, theirs) = (isSharpened(one.proposal.setting), isSharpened(other.proposal.setting))
        guard mine != theirs else { return one.result.isBetter(than: other.result) }
        if facts.isMoving, min(one.result.frames, other.result.frames) < Self.belt { return theirs }
        return mine ? one.result.readsMore(than: other.result) : !other.result.readsMore(than: one.result)
    }

    private func isSharpened(_ setting: CameraSetting) -> Bool {
        guard let range = tools.sharpness, let value = setting.sharpness else { return false }
        return value > range.defaultValue
    }

    /// Motion may show only once a code is seen.
    package mutating func notice(isMoving: Bool) { facts.isMoving = facts.isMoving || isMoving }

    private func isNew(_ proposal: Proposal) -> Bool {
        !history.contains { $0.proposal.setting == proposal.setting }
    }

    private mutating func learnTorch(_ setting: CameraSetting, _ result: ProbeResult) {
        guard let exposure = setting.exposure, result.level > 0,
            let expected = facts.response.level(exposure: exposure, gain: setting.gain ?? 0)
        else { return }
        // A clipped picture hides how much more light there is.
        torchStops = max(0, log2(result.level / expected)) + (result.clipped > 0.05 ? 2 : 0)
    }

    /// Tries settings again that chance may have put in the wrong order: while few frames of the best were read, all that
    /// come close to it; later, since the best is known to fail in some frames, those that have not failed yet.
    private func again() -> Proposal? {
        guard let best, best.result.rate < 0.999, best.result.rate > 0 else { return nil }
        let isKnown = best.result.frames >= Self.known
        let rivals = history.filter {
            isKnown
                ? $0.result.rate > 0.999 && $0.result.frames < Self.known
                : $0.result.frames < 24 && $0.result.rate > best.result.rate - 0.2 && $0.result.rate > 0
        }
        guard var proposal = rivals.max(by: { $1.result.isBetter(than: $0.result) })?.proposal else { return nil }
        proposal.reason = .again
        if isKnown { proposal.frames = 2 * StoppingRule.round }
        return proposal
    }

    /// In this many frames, a failure rate of one in ten shows.
    private static let known = 36
}

// MARK: Moves

extension SearchPlan {
    private func moves(from setting: CameraSetting, _ result: ProbeResult) -> [Proposal] {
        if result.rate > 0.999 { return movesWhenSure(from: setting, result) }
        var moves = darkerMoves(from: setting, result)
        if tools.torch != nil, (setting.torch ?? 0) == 0 || torchRetry(setting, result) { moves += torchMoves(setting) }
        let contrast = result.contrastToNoise ?? 0
        let isBlurred = result.edgeWidth.flatMap { edge in result.modulePixels.map { edge > 0.9 * $0 } } ?? false
        let light = lightMoves(from: setting, result, contrast)
        let sharp = shorterMoves(from: setting, result) + sharperMoves(from: setting)
        let isPale = result.light - result.dark < Self.littleContrast
        // Nothing decodes although there is enough light: motion blur is the first suspect.
        if result.rate == 0, contrast > 2 * Self.neededContrast { moves += shorterMoves(from: setting, result) }
        if isPale, result.light > 120, let stretched = stretched(setting, result) {
            moves.append(Proposal(stretched, .stretched))
        }
        let harder = harderMoves(from: setting, result)
        if facts.isMoving, contrast > Self.neededContrast / 2 {
            moves += sharp + light + harder
        } else if isPale || setting.contrast != nil {
            moves += harder + (contrast < 2 * Self.neededContrast ? light + sharp : sharp + light)
        } else if contrast < 2 * Self.neededContrast || (contrast < 3 * Self.neededContrast && !isBlurred) {
            moves += light + sharp + harder
        } else {
            // Neither light nor sharpness is missing: what is left is the readers' threshold.
            moves += sharp + harder + light
        }
        if isPale, result.light <= 120, let stretched = stretched(setting, result) {
            moves.insert(Proposal(stretched, .stretched), at: contrast > 0.7 * Self.neededContrast ? 0 : moves.count)
        }
        return moves + between(setting)
    }

    /// Every frame decodes: try to be faster if frames were lengthened for it, else widen a small margin.
    private func movesWhenSure(from setting: CameraSetting, _ result: ProbeResult) -> [Proposal] {
        let frame = result.frameDuration / 1000
        if frame > 1.2 * facts.interval, quickerLeft > 0, let time = setting.exposureTime {
            let failed = history.filter { $0.result.rate < 0.9 && $0.proposal.setting.torch == setting.torch }
                .compactMap(\.proposal.setting.exposureTime).filter { $0 < time }.max()
            let target = max(facts.interval, ((failed ?? facts.interval) * time).squareRoot())
            var quicker = exposed(setting, seconds: target)
            if let range = tools.sharpness, !isNarrow(result) { quicker.sharpness = range.minimum }
            if let exposure = quicker.exposure, Double(exposure) * 1e-4 < 0.85 * time,
                (result.contrastToNoise ?? 99) * pow(Double(exposure) * 1e-4 / time, 0.75) > 0.9 * Self.neededContrast
            {
                return [Proposal(quicker, .quicker)]
            }
        }
        let darker = darkerMoves(from: setting, result)
        guard darker.isEmpty else { return darker }
        guard !facts.isMoving, result.isScarce else { return [] }
        var moves = Array(smoother(setting).prefix(1)).map { Proposal($0, .smoother) }
        if let time = setting.exposureTime, time < 0.85 * facts.limit {
            let longer = max(1.6 * time, facts.safe.after(time))
            moves.append(Proposal(exposed(setting, seconds: min(facts.limit, longer)), .longer))
        }
        return moves
    }

    /// Less light, if the response was misjudged and the paper clips.
    private func darkerMoves(from setting: CameraSetting, _ result: ProbeResult) -> [Proposal] {
        guard result.clipped > 0.05, let exposure = setting.exposure else { return [] }
        var darker = setting
        if let gain = facts.gain, let value = setting.gain, value > gain.minimum {
            darker.gain = gain.nearest(Double(gain.minimum) + Double(value - gain.minimum) / 2)
        } else {
            darker.exposure = facts.exposure.atMost(facts.safe.atMost(Double(exposure) * 0.4e-4) * 1e4 + 0.5)
        }
        return [Proposal(darker, .darker)]
    }

    /// Below this module width, in pixels, smoothing removes as much contrast as noise: edges 1.7 pixels wide become 2.35,
    /// and by `ProbeResult.narrowLoss` that equals `smoothing` at 1.9 pixels per module.
    static let smoothableModule = 2.0

    private func isNarrow(_ result: ProbeResult) -> Bool {
        let module = [result.narrowestModule, result.modulePixels].compactMap { $0 }.min()
        return module.map { $0 < Self.smoothableModule } ?? false
    }

    private func lightMoves(from setting: CameraSetting, _ result: ProbeResult, _ contrast: Double) -> [Proposal] {
        var moves: [Proposal] = []
        let isNarrow = isNarrow(result)
        let time = setting.exposureTime ?? facts.interval
        let isSmooth = setting.sharpness != nil && setting.sharpness == tools.sharpness?.minimum
        let short = Self.neededContrast / max(0.5, contrast)
        let smooth = smoother(setting)
        if short < Self.smoothing * 1.3, !isNarrow { moves += smooth.prefix(1).map { Proposal($0, .smoother) } }
        // The frame gets longer in any case, so smoothing is added to it; it is tried separately afterwards.
        let left = isSmooth || tools.sharpness == nil ? short : short / Self.smoothing
        let factor = max(2, min(8, pow(max(1, left), 1.3)))
        if time < 0.85 * facts.limit {
            let longer = exposed(setting, seconds: min(facts.limit, time * factor))
            let smoothed = exposed(smooth.first ?? setting, seconds: min(facts.limit, time * factor))
            if isNarrow { moves.append(Proposal(longer, .longer)) }
            moves.append(Proposal(smoothed, .longer))
            if contrast > 2 { moves.append(Proposal(longer, .longer)) }
        }
        moves += longerStill(than: time, setting.torch)
        moves += smooth.map { Proposal($0, .smoother) }
        if time >= 0.85 * facts.limit { moves += otherGains(setting) }
        return moves
    }

    /// Twice the longest exposure tried, if that one was still noisy: frames that decode by chance in less light are no
    /// reason to stay there, and what failed in a few frames may decode with twice the light.
    private func longerStill(than time: Double, _ torch: Int64?) -> [Proposal] {
        let tried = history.filter {
            $0.proposal.setting.torch == torch && ($0.proposal.setting.exposureTime ?? 0) > time
        }
        let longest = tried.max { ($0.proposal.setting.exposure ?? 0) < ($1.proposal.setting.exposure ?? 0) }
        guard !facts.isMoving, let longest, let reached = longest.proposal.setting.exposureTime,
            (longest.result.contrastToNoise ?? 0) < 2 * Self.neededContrast, reached < 0.85 * facts.limit
        else { return [] }
        return [Proposal(exposed(longest.proposal.setting, seconds: min(facts.limit, 2 * reached)), .longer)]
    }

    /// Less gain, by a quarter of its range, if the picture is dark in any case: gain adds no light.
    private func otherGains(_ setting: CameraSetting) -> [Proposal] {
        guard let range = facts.gain, let gain = setting.gain, gain > range.minimum + range.span / 4 else { return [] }
        var less = setting
        less.gain = range.nearest(Double(gain) - Double(range.span) / 4)
        return [Proposal(less, .gain)]
    }

    /// A shorter exposure, against motion blur. While nothing decodes, edges tell nothing: then a quarter of the shortest
    /// exposure tried, repeatedly, as long as there is enough light.
    private func shorterMoves(from setting: CameraSetting, _ result: ProbeResult) -> [Proposal] {
        guard var time = setting.exposureTime else { return [] }
        var contrast = result.contrastToNoise ?? 0
        if result.rate == 0 {
            let shortest = history.filter { $0.proposal.setting.torch == setting.torch }.min {
                ($0.proposal.setting.exposure ?? .max) < ($1.proposal.setting.exposure ?? .max)
            }
            if let shortest, let least = shortest.proposal.setting.exposureTime, least < time {
                (time, contrast) = (least, shortest.result.contrastToNoise ?? 0)
            }
        }
        let factor = result.rate == 0 ? 4.0 : 2.0
        let shorter = time / factor
        guard shorter >= Double(facts.exposure.minimum) * 1e-4, contrast * pow(1 / factor, 0.75) > 1.5 else {
            return []
        }
        return [Proposal(exposed(setting, seconds: shorter), .shorter)]
    }

    private func sharperMoves(from setting: CameraSetting) -> [Proposal] {
        guard let range = tools.sharpness, (setting.sharpness ?? range.defaultValue) == range.defaultValue,
            range.maximum > range.defaultValue
        else { return [] }
        var sharper = setting
        sharper.sharpness = range.nearest(Double(range.defaultValue + range.maximum) / 2)
        return [Proposal(sharper, .sharper)]
    }

    /// Maximum contrast about middle grey, which removes noise where it clips; only if the paper is at least that light.
    private func harderMoves(from setting: CameraSetting, _ result: ProbeResult) -> [Proposal] {
        guard let contrast = tools.contrast, contrast.maximum > contrast.defaultValue, contrast.defaultValue > 0,
            setting.contrast == nil || setting.brightness != nil
        else { return [] }
        var paper = result.light
        if let tone, let value = setting.brightness { paper = tone.plain(paper, brightness: value) }
        var harder = setting
        (harder.contrast, harder.brightness) = (contrast.maximum, nil)
        var moves = paper > 100 ? [Proposal(harder, .harder)] : []
        if (result.contrastToNoise ?? 0) > 2 * Self.neededContrast, let time = setting.exposureTime {
            // With spare light, clipped paper has neither noise nor shadows.
            let light = facts.setting(seconds: 2 * time, extraStops: stops(of: setting), white: Self.paleWhite)
            (harder.exposure, harder.gain, harder.sharpness) = (light.exposure, light.gain, nil)
            moves.append(Proposal(harder, .harder))
        }
        return moves
    }

    /// Halfway, in doublings, to the next exposures tried on either side.
    private func between(_ setting: CameraSetting) -> [Proposal] {
        guard let time = setting.exposureTime else { return [] }
        let tried = history.filter { $0.proposal.setting.torch == setting.torch }
            .compactMap(\.proposal.setting.exposureTime)
        let sides = [tried.filter { $0 > time * 1.3 }.min(), tried.filter { $0 < time / 1.3 }.max()]
        return sides.compactMap { $0 }.filter { $0 / time > 1.7 || time / $0 > 1.7 }.map { other in
            Proposal(exposed(setting, seconds: (other * time).squareRoot()), other > time ? .longer : .shorter)
        }
    }

    // MARK: Settings made of others

    private func stops(of setting: CameraSetting) -> Double { (setting.torch ?? 0) > 0 ? torchStops ?? 0 : 0 }

    /// The setting with another exposure and the matching gain.
    private func exposed(_ setting: CameraSetting, seconds: Double) -> CameraSetting {
        let light = facts.setting(seconds: seconds, extraStops: stops(of: setting))
        var result = setting
        result.exposure = light.exposure
        result.gain = light.gain
        if let brightness = recentred(setting, as: result) { result.brightness = brightness }
        return result
    }

    /// The brightness of a stretched picture at another exposure: with more light, ink and paper both lie above the middle
    /// they were centred on. `nil` if nothing was stretched, or if contrast to noise is plenty: then one side may clip,
    /// which moves the threshold to another grey.
    private func recentred(_ setting: CameraSetting, as other: CameraSetting) -> Int64? {
        guard setting.contrast != nil, let brightness = setting.brightness, let tone,
            let looks = history.last(where: { $0.proposal.setting.isLit(as: setting) })?.result,
            (looks.contrastToNoise ?? 0) < 2 * Self.neededContrast,
            let exposure = setting.exposure,
            let now = facts.response.level(exposure: exposure, gain: setting.gain ?? 0),
            let longer = other.exposure, let then = facts.response.level(exposure: longer, gain: other.gain ?? 0),
            now > 0
        else { return nil }
        func predicted(_ value: Double) -> Double {
            luma(tone.plain(value, brightness: brightness), inLight: then / now)
        }
        return tone.brightness(centring: predicted(looks.dark), predicted(looks.light))
    }

    private var tone: ToneStretch? { ToneStretch(contrast: tools.contrast, brightness: tools.brightness) }

    /// The setting with the least sharpening, and with half the default sharpening.
    private func smoother(_ setting: CameraSetting) -> [CameraSetting] {
        guard let range = tools.sharpness, range.defaultValue > range.minimum else { return [] }
        return [range.minimum, range.nearest(Double(range.minimum + range.defaultValue) / 2)].map { value in
            var result = setting
            result.sharpness = value
            return result
        }
    }

    /// Below this difference between paper and ink, luma, the readers' thresholds become unreliable.
    static let littleContrast = 70.0
    /// The target linear value of the paper for pale print, and its luma.
    static let paleWhite = 0.75
    static let paleLuma = 225.0

    /// The setting with maximum contrast. Contrast scales about middle grey, so brightness moves a dark picture up or a
    /// light one down to it.
    private func stretched(_ setting: CameraSetting, _ result: ProbeResult) -> CameraSetting? {
        guard let tone, setting.contrast == nil else { return nil }
        var looks = result
        var result = setting
        if looks.light > 120, let time = setting.exposureTime {
            // The lighter pale print is, the larger the difference in luma.
            let light = facts.setting(seconds: time, extraStops: stops(of: setting), white: Self.paleWhite)
            (result.exposure, result.gain) = (light.exposure, light.gain)
            looks.dark *= Self.paleLuma / looks.light
            looks.light = Self.paleLuma
        }
        result.contrast = tone.contrast.maximum
        result.brightness = tone.brightness(centring: looks.dark, looks.light)
        return result
    }

    // MARK: The torch

    /// Whether to try the torch again: its light is known only after the first try, which may clip or be too dark.
    private func torchRetry(_ setting: CameraSetting, _ result: ProbeResult) -> Bool {
        torchStops != nil && history.count { ($0.proposal.setting.torch ?? 0) > 0 } < 3
    }

    private func torchMoves(_ setting: CameraSetting) -> [Proposal] {
        guard let torch = tools.torch else { return [] }
        var lit = setting
        if let stops = torchStops {
            let light = facts.setting(seconds: facts.interval, extraStops: stops)
            (lit.exposure, lit.gain) = (light.exposure, light.gain)
        } else {
            // Assume that the torch adds one stop.
            let light = facts.setting(seconds: facts.interval, extraStops: 1)
            (lit.exposure, lit.gain) = (light.exposure, light.gain)
        }
        lit.torch = torch.maximum
        (lit.sharpness, lit.contrast, lit.brightness) = (nil, nil, nil)
        return [Proposal(lit, .torch)]
    }
}
