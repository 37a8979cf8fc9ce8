// SPDX-License-Identifier: Apache-2.0

import Calibration
import CameraControls
import Foundation
import Testing

/// A camera by formulas: light, noise and motion blur follow from the setting, and a code decodes if contrast to noise and
/// blur allow it.
private struct FormulaRoom {
    /// Contrast to noise at 33 ms.
    var contrastToNoise: Double
    /// Modules per second.
    var speed = 0.0
    var torchStops = 0.0

    func result(_ setting: CameraSetting) -> ProbeResult {
        let time = Double(setting.exposure ?? 333) * 1e-4
        let light = time / 0.0333 * ((setting.torch ?? 0) > 0 ? exp2(torchStops) : 1)
        var ratio = contrastToNoise * pow(light, 0.9)
        let isSmooth = setting.sharpness == 0
        if isSmooth { ratio *= 1.8 }
        let smear = speed * time
        var result = ProbeResult()
        result.frames = 12
        result.reads = Int((12 * min(1, max(0, (ratio - 5) / 4)) * (smear < 0.8 ? 1 : 0)).rounded())
        result.frameDuration = max(33.3, 1000 * time)
        result.noise = 4
        (result.dark, result.light) = (40, 40 + (pow(4 * ratio, 2) + pow(13.2, 2)).squareRoot())
        result.level = min(1, 0.1 * light)
        result.edgeWidth = 2 + 3 * smear
        result.modulePixels = 3.4
        result.decodeTimes = [Double](repeating: 5, count: 12)
        return result
    }
}

@Suite("search plan")
struct SearchPlanTests {
    private let abilities: CameraAbilities = {
        var abilities = CameraAbilities()
        abilities.exposure = ControlRange(minimum: 3, maximum: 2047, defaultValue: 250)
        abilities.gain = ControlRange(minimum: 0, maximum: 255, defaultValue: 0)
        abilities.sharpness = ControlRange(minimum: 0, maximum: 255, defaultValue: 128)
        abilities.torch = .illuminator1
        abilities.torchRange = ControlRange(minimum: 0, maximum: 1, defaultValue: 0)
        return abilities
    }()

    private func facts(_ lamp: FlickerSafeTimes.Lamp = .steady) -> LightFacts {
        var model = ResponseModel()
        for (exposure, gain, level) in [(333, 0, 0.01), (83, 0, 0.0025), (83, 255, 0.04), (83, 128, 0.01)]
            as [(Int64, Int64, Double)]
        {
            model.add(.init(exposure: exposure, gain: gain, level: level))
        }
        return LightFacts(
            response: model, exposure: abilities.exposure!, gain: abilities.gain, interval: 1 / 30,
            safe: FlickerSafeTimes(lamp))
    }

    private func look(
        rate: Double, ratio: Double, dark: Double = 40, edges: Double = 1.8, module: Double = 3.4, frame: Double = 33.3
    ) -> ProbeResult {
        var result = ProbeResult()
        result.frames = 12
        result.reads = Int((12 * rate).rounded())
        result.frameDuration = frame
        result.noise = 4
        (result.dark, result.light) = (dark, dark + (pow(4 * ratio, 2) + pow(13.2, 2)).squareRoot())
        result.level = 0.1
        (result.edgeWidth, result.modulePixels) = (edges, module)
        result.decodeTimes = [Double](repeating: 5, count: 12)
        return result
    }

    /// With contrast and brightness as webcams have them.
    private var stretchable: SearchPlan.Tools {
        var abilities = abilities
        abilities.contrast = ControlRange(minimum: 0, maximum: 255, defaultValue: 128)
        abilities.brightness = ControlRange(minimum: 0, maximum: 255, defaultValue: 128)
        return SearchPlan.Tools(abilities, mayUseTorch: false)
    }

    /// Codes that pass: what a probe reads depends on what was just in view.
    @Test("a sharper picture that met more of passing codes once is not taken for that", arguments: [true, false])
    func luckySharpening(isBetter: Bool) throws {
        var tools = SearchPlan.Tools(abilities, mayUseTorch: false)
        tools.sharpness = ControlRange(minimum: 0, maximum: 255, defaultValue: 128)
        var plan = SearchPlan(facts: facts(), tools: tools)
        plan.notice(isMoving: true)
        var sharpened = 0
        while let proposal = plan.next() {
            var result = look(rate: 0.7, ratio: 30, edges: 2.2, module: 2.2)
            result.frames = 36
            result.reads = 25
            if (proposal.setting.sharpness ?? 128) > 128 {
                sharpened += 1
                result.edgeWidth = 1.9
                result.reads = sharpened == 1 || isBetter ? 36 : 25
            }
            plan.take(result, of: proposal)
        }
        let best = try #require(plan.best)
        #expect(sharpened >= 1 && ((best.proposal.setting.sharpness ?? 128) > 128) == isBetter)
    }

    @Test("a stretched picture that is exposed longer is centred on middle grey again")
    func recentred() throws {
        var plan = SearchPlan(facts: facts(), tools: stretchable)
        var stretched: CameraSetting?
        var longer: CameraSetting?
        while let proposal = plan.next(), longer == nil {
            if proposal.setting.contrast != nil, stretched == nil { stretched = proposal.setting }
            if let stretched, let exposure = proposal.setting.exposure, exposure > (stretched.exposure ?? 0) * 3 / 2,
                proposal.setting.contrast != nil, proposal.setting.brightness != nil
            {
                longer = proposal.setting
            }
            let isStretched = proposal.setting.contrast != nil
            plan.take(look(rate: isStretched ? 0.8 : 0, ratio: 9, dark: isStretched ? 96 : 57), of: proposal)
        }
        let (first, second) = (try #require(stretched?.brightness), try #require(longer?.brightness))
        // Ink and paper lie higher in more light: the window goes after them.
        #expect(second < first - 20)
    }

    @Test("if nothing decodes, the camera's own exposure is tried, if the code was read with it")
    func own() {
        var facts = facts()
        facts.own = CameraSetting(exposure: 667, gain: 255)
        var plan = SearchPlan(facts: facts, tools: stretchable)
        let first = plan.next()!
        plan.take(look(rate: 0, ratio: 6), of: first)
        let next = plan.next()
        #expect(next?.reason == .own && next?.setting.exposure == 667 && next?.setting.gain == 255)
        // Something reads: there is no need.
        var other = SearchPlan(facts: facts, tools: stretchable)
        other.take(look(rate: 0.5, ratio: 6), of: other.next()!)
        while let proposal = other.next() {
            #expect(proposal.reason != .own)
            other.take(look(rate: 0.5, ratio: 6), of: proposal)
        }
    }

    @Test("a longer exposure that failed but was noisy does not end the search")
    func longerStill() {
        var plan = SearchPlan(facts: facts(), tools: SearchPlan.Tools(abilities, mayUseTorch: false))
        var longest: Int64 = 0
        while let proposal = plan.next() {
            let exposure = proposal.setting.exposure ?? 0
            longest = max(longest, exposure)
            let share = Double(exposure) / 333
            plan.take(
                look(
                    rate: exposure <= 333 ? 0.4 : exposure < 1300 ? 0 : 1, ratio: 6 * share.squareRoot(),
                    frame: 33.3 * max(1, share)),
                of: proposal)
        }
        #expect(longest >= 1300)
        #expect(plan.best?.result.rate == 1)
    }

    @Test(
        "narrow modules are exposed longer before smoothing, wide ones smoothed first",
        arguments: [(1.8, true), (3.4, false)])
    func narrow(module: Double, isSharpFirst: Bool) {
        var plan = SearchPlan(facts: facts(), tools: SearchPlan.Tools(abilities, mayUseTorch: false))
        plan.take(look(rate: 0.5, ratio: 8, module: module), of: plan.next()!)
        let next = plan.next()
        #expect((next?.setting.sharpness == nil) == isSharpFirst, "\(String(describing: next))")
    }

    @Test(
        "a dozen frames do not prove a code whose edges are wider than its modules",
        arguments: [(0.5, true), (1.16, false)])
    func scarce(edges: Double, isDone: Bool) {
        var plan = SearchPlan(facts: facts(), tools: SearchPlan.Tools(abilities, mayUseTorch: false))
        plan.take(look(rate: 1, ratio: 26, edges: edges * 2, module: 2), of: plan.next()!)
        #expect((plan.next() == nil) == isDone)
    }

    private func run(
        _ room: FormulaRoom, _ lamp: FlickerSafeTimes.Lamp = .steady, torch: Bool = false, longest: Double = .infinity
    ) -> SearchPlan {
        var facts = facts(lamp)
        facts.longest = longest
        var plan = SearchPlan(facts: facts, tools: .init(abilities, mayUseTorch: torch))
        for _ in 0..<60 {
            guard let proposal = plan.next() else { return plan }
            plan.take(room.result(proposal.setting), of: proposal)
        }
        Issue.record("the plan never ends")
        return plan
    }

    @Test("in enough light only one setting is tried: the longest at the full frame rate")
    func bright() throws {
        let plan = run(FormulaRoom(contrastToNoise: 60))
        #expect(plan.history.count == 1)
        #expect(plan.best?.proposal.setting.exposure == 333)
        #expect(plan.best?.result.rate == 1)
    }

    @Test("exposures are whole flicker periods", arguments: [(50, 300), (60, 333)] as [(Int, Int64)])
    func flicker(mains: Int, exposure: Int64) {
        #expect(run(FormulaRoom(contrastToNoise: 60), .mains(mains)).best?.proposal.setting.exposure == exposure)
    }

    @Test("one stop of noise is removed by smoothing at the full frame rate")
    func smoothed() throws {
        let best = try #require(run(FormulaRoom(contrastToNoise: 8.2)).best)
        #expect(best.result.rate == 1)
        #expect(best.proposal.setting.sharpness == 0)
        #expect(best.result.frameDuration < 40)
    }

    @Test("a dozen reads at low contrast prove little: exposure grows, at least to the next flicker period")
    func scarce() throws {
        for lamp in [FlickerSafeTimes.Lamp.steady, .unknown, .mains(50)] {
            let plan = run(FormulaRoom(contrastToNoise: 6.5), lamp)
            #expect(
                plan.history.contains {
                    $0.result.rate == 1 && $0.proposal.setting.exposure == (lamp == .mains(50) ? 300 : 333)
                })
            #expect((plan.best?.proposal.setting.exposure ?? 0) > 333, "\(lamp)")
        }
    }

    @Test("in the dark frames get as long as necessary", arguments: [3.0, 1.5, 1.2])
    func dark(ratio: Double) throws {
        let plan = run(FormulaRoom(contrastToNoise: ratio))
        let best = try #require(plan.best)
        #expect(best.result.rate == 1)
        #expect((best.proposal.setting.exposure ?? 0) > 400)
        #expect(plan.history.count <= 12)
    }

    @Test("if no setting decodes, the best for contrast remains, at the longest exposure")
    func hopeless() throws {
        let plan = run(FormulaRoom(contrastToNoise: 0.2))
        #expect(try #require(plan.best).result.rate == 0)
        #expect((plan.best?.proposal.setting.exposure ?? 0) >= 1800)
        #expect(plan.history.count <= 18)
    }

    @Test("motion blur leads to shorter exposures", arguments: [40.0, 120, 400])
    func moving(speed: Double) throws {
        let best = try #require(run(FormulaRoom(contrastToNoise: 400, speed: speed)).best)
        #expect(best.result.rate == 1)
        #expect(Double(best.proposal.setting.exposure ?? 0) * 1e-4 * speed < 0.8)
    }

    @Test("the motion blur budget is never exceeded")
    func budget() {
        let plan = run(FormulaRoom(contrastToNoise: 2), longest: 0.004)
        #expect(plan.history.allSatisfy { ($0.proposal.setting.exposure ?? 0) <= 40 })
    }

    @Test("the torch is used only if it is allowed and light is short")
    func torch() throws {
        let dark = FormulaRoom(contrastToNoise: 0.3, torchStops: 8)
        #expect(run(dark, torch: true).best?.proposal.setting.torch == 1)
        #expect(run(dark, torch: true).best?.result.rate == 1)
        #expect(run(dark, torch: false).history.allSatisfy { $0.proposal.setting.torch == nil })
        let bright = run(FormulaRoom(contrastToNoise: 60, torchStops: 8), torch: true)
        #expect(bright.history.allSatisfy { $0.proposal.setting.torch == nil })
    }

    @Test("a setting is tried twice only to verify it")
    func once() {
        let plan = run(FormulaRoom(contrastToNoise: 1))
        #expect(Set(plan.history.map(\.proposal.setting)).count == plan.history.count)
    }

    @Test("a camera with only an exposure control is searched too")
    func exposureOnly() throws {
        var facts = facts()
        facts.gain = nil
        var plan = SearchPlan(facts: facts, tools: .init(CameraAbilities(), mayUseTorch: true))
        while let proposal = plan.next() {
            plan.take(FormulaRoom(contrastToNoise: 3).result(proposal.setting), of: proposal)
        }
        #expect(try #require(plan.best).result.rate == 1)
    }
}

@Suite("scores and stopping")
struct ScoreTests {
    private func result(
        _ reads: Int, of frames: Int = 12, frame: Double = 33, contrast: Double = 30, decode: Double = 5
    ) -> ProbeResult {
        var result = ProbeResult()
        (result.frames, result.reads, result.frameDuration, result.noise) = (frames, reads, frame, 2)
        (result.dark, result.light) = (20, 20 + contrast)
        result.decodeTimes = [Double](repeating: decode, count: frames)
        return result
    }

    @Test("rate counts before latency, latency before margin")
    func order() {
        #expect(result(12, frame: 200).isBetter(than: result(9, frame: 33)))
        #expect(result(12, frame: 33).isBetter(than: result(12, frame: 200, contrast: 50)))
        #expect(result(12, contrast: 50).isBetter(than: result(12)))
        #expect(!result(12).isBetter(than: result(12)))
        // Slower decoding on a busy machine is no difference.
        #expect(!result(12, decode: 3).isBetter(than: result(12, contrast: 50, decode: 6)))
    }

    @Test("if nothing decodes, contrast counts, not speed")
    func unread() { #expect(result(0, frame: 200, contrast: 50).isBetter(than: result(0, frame: 33))) }

    @Test("latency is the frame duration plus the 95th percentile of decoding")
    func latency() {
        var probe = result(12, of: 100)
        probe.decodeTimes = (1...100).map(Double.init)
        #expect(probe.decodeP95 == 95)
        #expect(probe.latencyP95 == 128)
    }

    @Test("a probe ends if nothing decodes, if it cannot win, or if it is proved")
    func stopping() {
        let rule = StoppingRule(limit: 12, toBeat: 1)
        #expect(!rule.isEnough(frames: 4, reads: 0))
        #expect(rule.isEnough(frames: 5, reads: 0))
        #expect(!rule.isEnough(frames: 6, reads: 6))
        #expect(rule.isEnough(frames: 6, reads: 3))
        #expect(!StoppingRule(limit: 12).isEnough(frames: 6, reads: 3))
        #expect(rule.isEnough(frames: 12, reads: 12))
    }
}

@Suite("limits that no setting can fix")
struct LimitTests {
    private func probe(_ contrastToNoise: Double, edge: Double = 1.7, module: Double = 3.4, reads: Int = 0)
        -> ProbeResult
    {
        var result = ProbeResult()
        (result.frames, result.reads, result.noise) = (12, reads, 4)
        result.light = (pow(4 * contrastToNoise, 2) + pow(13.2, 2)).squareRoot()
        (result.edgeWidth, result.modulePixels) = (edge, module)
        return result
    }

    @Test("missing light is reported in stops", arguments: [(5.0, 1), (2.5, 2), (1.25, 3)])
    func dark(ratio: Double, stops: Int) throws {
        let limit = try #require(LimitJudge(result: probe(ratio), wasRead: false).limits().first)
        #expect(limit.kind == .tooDark)
        #expect(limit.sentence.contains("about \(stops) stop"))
        #expect(abs(try #require(limit.stops) - Double(stops)) < 0.1)
    }

    @Test("small modules, blur and speed are distinguished")
    func others() {
        #expect(
            LimitJudge(result: probe(40, module: 1.2), module: 1.2, wasRead: false).limits().map(\.kind) == [.tooSmall])
        #expect(
            LimitJudge(result: probe(40, edge: 6), module: 3.4, wasRead: false).limits().map(\.kind) == [.outOfFocus])
        #expect(
            LimitJudge(result: probe(40, edge: 6), module: 3.4, wasRead: false, isHurried: true).limits().map(\.kind)
                == [.tooFast])
        #expect(LimitJudge(result: probe(40), module: 3.4, wasRead: false).limits().map(\.kind) == [.unknown])
    }

    @Test("if frames decode, there is no limit")
    func good() { #expect(LimitJudge(result: probe(3, reads: 12), wasRead: true).limits().isEmpty) }
}
