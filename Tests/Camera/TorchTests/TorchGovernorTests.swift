// SPDX-License-Identifier: Apache-2.0

import Frames
import Testing
import Torch

/// A room and a torch, thirty frames a second; the governor is obeyed.
private struct Trace {
    var governor: TorchGovernor
    /// What the torch adds to what the camera sees, 0 where there is none.
    var torch: (Double) -> Double
    var hasTorch = true
    /// How many frames a camera needs to show a new light: a first-order lag.
    var lag = 6.0
    var log: [(seconds: Double, action: TorchGovernor.Action)] = []
    private var seen: Double?

    init(dim: Double = 0.04, bright: Double = 0.3, torch: @escaping (Double) -> Double = { _ in 0.5 }) {
        governor = TorchGovernor(.init(dim: dim, bright: bright))
        self.torch = torch
    }

    mutating func run(_ seconds: Double, room: (Double) -> Double) -> [TorchGovernor.Action] {
        for index in 0..<Int(seconds * 30) {
            let time = Double(index) / 30
            let light = room(time) + (governor.isOn ? torch(time) : 0)
            seen = seen.map { $0 + (light - $0) / lag } ?? light
            let stamp = FrameTimestamp(nanoseconds: Int64(time * 1e9))
            let action = governor.observe(seen!, at: stamp)
            if action != .nothing { log.append((time, action)) }
            if action == .switchOn { hasTorch ? governor.switchedOn(at: stamp) : governor.declined() }
        }
        return log.map(\.action)
    }
}

@Suite("when a torch goes on and off")
struct TorchGovernorTests {
    @Test("a bright room is reported once")
    func bright() {
        var trace = Trace()
        #expect(trace.run(60) { _ in 0.2 } == [.reportBright])
    }

    @Test("its own light does not put it out, however bright that is", arguments: [0.06, 0.5, 50.0])
    func ownLight(torch: Double) {
        var trace = Trace(torch: { _ in torch })
        #expect(trace.run(120) { _ in 0.02 } == [.switchOn])
        #expect(trace.governor.isOn)
    }

    @Test("when the room gets bright it goes out, and when that gets dark it comes back")
    func dayAndNight() {
        var trace = Trace()
        let actions = trace.run(120) { time in (40..<80).contains(time) ? 0.9 : 0.01 }
        #expect(actions == [.switchOn, .switchOff, .switchOn])
        #expect((41...44).contains(trace.log[1].seconds), "\(trace.log)")
        #expect((80...83).contains(trace.log[2].seconds), "\(trace.log)")
    }

    @Test("a hand before the lens, and a flash of light, are neither dusk nor dawn")
    func shortChanges() {
        var trace = Trace()
        #expect(
            trace.run(60) { time in time.truncatingRemainder(dividingBy: 5) < 0.4 ? 0.001 : 0.3 } == [.reportBright])
        var lit = Trace()
        #expect(
            lit.run(60) { time in time.truncatingRemainder(dividingBy: 10) < 1.2 && time > 8 ? 3 : 0.01 } == [.switchOn]
        )
    }

    @Test("light about the limits does not make it flap")
    func noise() {
        var trace = Trace(torch: { _ in 0.2 })
        // From just below dim to just above, all the time.
        #expect(trace.run(300) { 0.04 + 0.02 * (($0 * 7).truncatingRemainder(dividingBy: 2) - 1) }.count <= 1)
    }

    @Test("a torch that shines elsewhere is put out, and tried again ever more rarely")
    func useless() {
        var trace = Trace(torch: { _ in 0.0005 })
        let actions = trace.run(600) { _ in 0.01 }
        #expect(actions.prefix(4) == [.switchOn, .switchOffUseless, .switchOn, .switchOffUseless])
        #expect((6...12).contains(actions.count), "\(trace.log)")
        #expect(!trace.governor.isOn)
    }

    @Test("after a useless try, light and dusk begin anew")
    func uselessThenDusk() {
        var trace = Trace(torch: { time in time > 10 ? 0.5 : 0 })
        let actions = trace.run(40) { time in (8..<14).contains(time) ? 0.9 : 0.01 }
        #expect(actions == [.switchOn, .switchOffUseless, .switchOn])
    }

    @Test("something that comes close to the lens makes it flap less and less")
    func closeThings() {
        // Its light on what is close: three times as much for half of each ten seconds.
        var trace = Trace(torch: { $0.truncatingRemainder(dividingBy: 20) > 10 ? 1.6 : 0.4 })
        let actions = trace.run(1200) { _ in 0.01 }
        let ends = trace.log.filter { $0.action == .switchOff }.map(\.seconds)
        #expect(!ends.isEmpty && ends.count <= 5, "\(trace.log)")
        #expect(ends.allSatisfy { $0 < 400 }, "\(trace.log)")
        #expect(actions.last == .switchOn)
    }

    @Test("without a torch it is dim once, until it has been bright")
    func declined() {
        var trace = Trace()
        trace.hasTorch = false
        let actions = trace.run(120) { time in (40..<60).contains(time) ? 0.9 : 0.01 }
        #expect(actions == [.switchOn, .switchOn])
        #expect(trace.log[1].seconds > 60)
    }

    @Test("automatic exposure that comes slowly is waited for")
    func slowExposure() {
        // The picture first blows out, then comes back: what counts is what it is at last.
        var trace = Trace(torch: { _ in 0.2 })
        trace.lag = 40
        let actions = trace.run(60) { _ in 0.02 }
        #expect(actions == [.switchOn])
        #expect(trace.governor.isOn)
    }

    @Test("invalid light values do nothing", arguments: [Double.nan, .infinity, -.infinity, -1])
    func nonsense(light: Double) {
        var governor = TorchGovernor(.init(dim: 0.04, bright: 0.3))
        for second in 0..<100 {
            #expect(governor.observe(light, at: FrameTimestamp(nanoseconds: Int64(second) * 1_000_000_000)) == .nothing)
        }
        // Limits that make no sense are made to.
        #expect(TorchGovernor.Limits(dim: 5, bright: 1).bright == 10)
    }

    @Test("black frames are dim, and a torch that lights them is of use")
    func black() {
        var trace = Trace()
        #expect(trace.run(30) { _ in 0 } == [.switchOn])
        #expect(trace.governor.isOn)
    }
}
