// SPDX-License-Identifier: Apache-2.0

import Calibration
import Testing

@Suite("waiting until a change shows in the frames")
struct EffectDetectorTests {
    private let still = [Signature](repeating: Signature(light: 0.2, sharpness: 1), count: 6)

    private struct Outcome: Equatable {
        var verdict: EffectDetector.Verdict
        var frames: Int

        init(_ verdict: EffectDetector.Verdict, _ frames: Int) {
            self.verdict = verdict
            self.frames = frames
        }
    }

    /// The verdict and how many frames it took.
    private func run(
        _ lights: [Double], before: [Signature]? = nil, latency: Int? = nil, expected: Double? = nil
    ) -> Outcome {
        var detector = EffectDetector(before: before ?? still, latency: latency, expected: expected)
        for (index, light) in lights.enumerated() {
            let verdict = detector.take(Signature(light: light, sharpness: 1))
            if verdict != .waiting { return Outcome(verdict, index + 1) }
        }
        return Outcome(.waiting, lights.count)
    }

    @Test("a step is settled with the second frame that shows it", arguments: 0...5)
    func step(delay: Int) {
        let lights = [Double](repeating: 0.2, count: delay) + [Double](repeating: 0.05, count: 8)
        #expect(run(lights) == Outcome(.settled, delay + 2))
    }

    @Test("a ramp is not settled before it ends")
    func ramp() {
        let lights = [0.2, 0.17, 0.14, 0.11, 0.08, 0.08]
        #expect(run(lights) == Outcome(.settled, 6))
    }

    @Test("a change that cannot be seen is waited for as long as others took, or a bound")
    func nothing() {
        let lights = [Double](repeating: 0.2, count: 30)
        #expect(run(lights) == Outcome(.gaveUp(hasChanged: false), EffectDetector.patience))
        #expect(run(lights, latency: 3) == Outcome(.gaveUp(hasChanged: false), 4))
    }

    @Test("a picture that never stands still is given up, as changed")
    func restless() {
        let lights = (0..<30).map { $0.isMultiple(of: 2) ? 0.4 : 0.1 }
        #expect(run(lights) == Outcome(.gaveUp(hasChanged: true), EffectDetector.restless))
    }

    @Test("what the frames differed by before is no change")
    func flicker() {
        let before = [0.2, 0.26, 0.2, 0.26, 0.2, 0.26].map { Signature(light: $0, sharpness: 1) }
        #expect(run([0.2, 0.26, 0.2, 0.26, 0.2, 0.26], before: before) == Outcome(.gaveUp(hasChanged: false), 6))
    }

    @Test("where two stops are expected, half a stop of noise is not them")
    func expected() {
        let lights = [0.2, 0.14, 0.14, 0.05, 0.05]
        #expect(run(lights, expected: -2) == Outcome(.settled, 5))
        #expect(run(lights).frames < 5)
        // Nor is a change the other way.
        #expect(run([0.8, 0.8, 0.8], expected: -2).verdict == .waiting)
    }
}
