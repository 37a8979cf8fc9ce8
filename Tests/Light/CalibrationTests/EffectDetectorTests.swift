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

    @Test("a step is settled at the second frame that shows it", arguments: 0...5)
    func step(delay: Int) {
        let lights = [Double](repeating: 0.2, count: delay) + [Double](repeating: 0.05, count: 8)
        #expect(run(lights) == Outcome(.settled, delay + 2))
    }

    @Test("a ramp is not settled before it ends")
    func ramp() {
        let lights = [0.2, 0.17, 0.14, 0.11, 0.08, 0.08]
        #expect(run(lights) == Outcome(.settled, 6))
    }

    @Test("for an invisible change it waits as long as others took, or up to a limit")
    func nothing() {
        let lights = [Double](repeating: 0.2, count: 30)
        #expect(run(lights) == Outcome(.gaveUp(hasChanged: false), EffectDetector.patience))
        #expect(run(lights, latency: 3) == Outcome(.gaveUp(hasChanged: false), 4))
    }

    @Test("it gives up on a picture that is never stable, and reports a change")
    func restless() {
        let lights = (0..<30).map { $0.isMultiple(of: 2) ? 0.4 : 0.1 }
        #expect(run(lights) == Outcome(.gaveUp(hasChanged: true), EffectDetector.restless))
    }

    @Test("a difference as large as before the change is no change")
    func flicker() {
        let before = [0.2, 0.26, 0.2, 0.26, 0.2, 0.26].map { Signature(light: $0, sharpness: 1) }
        #expect(run([0.2, 0.26, 0.2, 0.26, 0.2, 0.26], before: before) == Outcome(.gaveUp(hasChanged: false), 6))
    }

    @Test("if two stops are expected, half a stop of noise is no change")
    func expected() {
        let lights = [0.2, 0.14, 0.14, 0.05, 0.05]
        #expect(run(lights, expected: -2) == Outcome(.settled, 5))
        #expect(run(lights).frames < 5)
        // A change in the other direction is not the expected one either.
        #expect(run([0.8, 0.8, 0.8], expected: -2).verdict == .waiting)
    }
}
