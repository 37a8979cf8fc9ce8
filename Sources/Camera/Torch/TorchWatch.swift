// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A torch that is switched while frames are observed, and is off at the end.
///
/// `end()` switches off what it switched on; the owner must call it however the run ends. In case the run is killed, a
/// note is written before the light goes on: see `TorchNotes`.
///
/// Not thread-safe: for the thread that takes frames.
package final class TorchWatch {
    package enum Mode: Hashable, Sendable {
        /// On when it is dim, off when it is bright.
        case automatic
        /// Set from the beginning; 0 is off.
        case level(percent: Int)
        /// Only reports, once, that it is dim.
        case offer
    }

    /// An event, for people and programs.
    package struct Report: Hashable, Sendable {
        package enum State: String, Hashable, Sendable {
            case on, off
            /// It is dim, and a light is available that was not requested.
            case offered
            /// It is dim, and there is no light.
            case none
            /// The light could not be switched.
            case failed
        }
        package enum Reason: String, Hashable, Sendable {
            case asked, dim, bright, end
            /// The light did not change the picture.
            case noDifference = "no-difference"
        }
        package var state: State
        package var reason: Reason
        /// The light's name from the driver, raw. `nil` if there is none.
        package var torch: String?
        package var percent: Int?
        /// The brightness at the time of the decision.
        package var light: SceneLight?
        /// A sentence for people; may quote names raw.
        package var message: String

        package init(
            state: State, reason: Reason, torch: String?, percent: Int?, light: SceneLight?, message: String
        ) {
            (self.state, self.reason, self.torch, self.percent) = (state, reason, torch, percent)
            (self.light, self.message) = (light, message)
        }
    }

    private var mode: Mode
    /// The mode requested at the start.
    private let first: Mode
    private let percent: Int
    /// Finds and opens the light on first use.
    private let open: () -> Result<any TorchLamp, TorchError>
    private var noted: NotedSwitch
    private let report: (Report) -> Void
    private var meter: any LightMeter
    private var governor: TorchGovernor
    private var lamp: Result<any TorchLamp, TorchError>?
    private var hasOffered = false

    /// - Parameters:
    ///   - limits: the limits for dim and bright, in the meter's unit; `nil` for the defaults.
    ///   - report: called with the first state, then with changes only.
    package init(
        mode: Mode, meter: any LightMeter, limits: (dim: Double, bright: Double)? = nil, percent: Int = 100,
        notes: any TorchNotes, open: @escaping () -> Result<any TorchLamp, TorchError>,
        report: @escaping (Report) -> Void
    ) {
        self.mode = mode
        first = mode
        self.meter = meter
        self.percent = percent
        noted = NotedSwitch(notes)
        self.open = open
        self.report = report
        let unit = meter.unit
        let limits = limits ?? unit.standardLimits
        governor = TorchGovernor(.init(dim: unit.light(limits.dim), bright: unit.light(limits.bright)))
    }

    /// Switches to the requested level.
    ///
    /// - Throws: if a requested light is not available. Off requires no light.
    package func begin() throws(TorchError) {
        guard case .level(let percent) = mode else { return }
        do throws(TorchError) {
            let lamp = try opened()
            try light(lamp, percent)
            say(
                percent > 0 ? .on : .off, .asked, lamp, nil,
                "the torch \(lamp.source.name) is \(percent > 0 ? "on" : "off")")
        } catch {
            guard percent > 0 || error.kind != .noTorch else { return }
            throw error
        }
    }

    /// Switches manually: on, then off, then back to `automatic` if that was the initial mode.
    package func switchByHand() {
        do throws(TorchError) {
            switch mode {
            case .level(0) where first == .automatic:
                mode = .automatic
                // The governor's knowledge is out of date.
                governor = TorchGovernor(governor.limits)
                say(.off, .asked, nil, nil, "the torch goes on when it is dim")
            case _ where noted.isLit:
                let lamp = try opened()
                try light(lamp, 0)
                mode = .level(percent: 0)
                say(.off, .asked, lamp, nil, "the torch \(lamp.source.name) is off")
            default:
                let lamp = try opened()
                let percent = if case .level(let asked) = first, asked > 0 { asked } else { self.percent }
                try light(lamp, percent)
                mode = .level(percent: percent)
                say(.on, .asked, lamp, nil, "the torch \(lamp.source.name) is on")
            }
        } catch {
            let lamp = lamp.flatMap { try? $0.get() }
            say(error.kind == .noTorch ? .none : .failed, .asked, lamp, nil, error.description)
        }
    }

    /// Observes a frame and acts on it. Blocks as long as switching takes.
    package func observe(_ frame: Frame) {
        if case .level = mode { return }
        guard !frame.isCorrupt, let light = meter.read(frame), light.unit == meter.unit else { return }
        switch governor.observe(light.light, at: frame.timestamp) {
        case .nothing: break
        case .reportBright: if mode == .automatic { sayBright(light) }
        case .switchOn: mode == .offer ? offer(light) : switchOn(light, at: frame.timestamp)
        case .switchOff: switchOff(light, .bright, "it is bright enough (\(light.text)): the torch is off")
        case .switchOffUseless:
            switchOff(light, .noDifference, "the torch does not change the picture (\(light.text)): it is off for now")
        }
    }

    /// Switches off what was switched on.
    package func end() {
        guard noted.isLit, case .success(let lamp)? = lamp else { return }
        do throws(TorchError) {
            try light(lamp, 0)
            say(.off, .end, lamp, nil, "the torch is off")
        } catch  where error.kind == .gone && lamp.source.kind == .illuminator {
            noted.forget()
            say(.off, .end, lamp, nil, "the torch was disconnected with the camera")
        } catch {
            say(.failed, .end, lamp, nil, error.description)
        }
    }

    // MARK: Switching

    private func opened() throws(TorchError) -> any TorchLamp {
        if let lamp { return try lamp.get() }
        let result = open()
        lamp = result
        return try result.get()
    }

    private func light(_ lamp: any TorchLamp, _ percent: Int) throws(TorchError) {
        try noted.set(lamp, percent: percent)
    }

    private func switchOn(_ light: SceneLight, at time: FrameTimestamp) {
        do throws(TorchError) {
            let lamp = try opened()
            try self.light(lamp, percent)
            governor.switchedOn(at: time)
            say(.on, .dim, lamp, light, "it is dim (\(light.text)): the torch \(lamp.source.name) is on")
        } catch {
            governor.declined()
            let lamp = lamp.flatMap { try? $0.get() }
            say(
                error.kind == .noTorch ? .none : .failed, .dim, lamp, light,
                "it is dim (\(light.text)), but the torch cannot be switched on: \(error.description)")
        }
    }

    private func switchOff(_ light: SceneLight, _ reason: Report.Reason, _ message: String) {
        guard case .success(let lamp)? = lamp else { return }
        do throws(TorchError) {
            try self.light(lamp, 0)
            say(.off, reason, lamp, light, message)
        } catch {
            say(.failed, reason, lamp, light, error.description)
        }
    }

    private func offer(_ light: SceneLight) {
        governor.declined()
        guard !hasOffered else { return }
        hasOffered = true
        switch open() {
        case .success(let lamp):
            say(
                .offered, .dim, lamp, light,
                "it is dim (\(light.text)): use --torch auto to switch on \(lamp.source.name)")
        case .failure(let error):
            say(
                error.kind == .noTorch ? .none : .failed, .dim, nil, light,
                "it is dim (\(light.text)), but no torch is available: \(error.description)")
        }
    }

    private func sayBright(_ light: SceneLight) {
        say(.off, .bright, nil, light, "it is bright enough (\(light.text)): the torch stays off")
    }

    private func say(
        _ state: Report.State, _ reason: Report.Reason, _ lamp: (any TorchLamp)?, _ light: SceneLight?,
        _ message: String
    ) {
        let percent: Int? =
            switch state {
            case .on: if case .level(let asked) = mode { asked } else { self.percent }
            case .off: 0
            default: nil
            }
        report(
            Report(
                state: state, reason: reason, torch: lamp?.source.name, percent: percent, light: light, message: message
            ))
    }
}

/// Notes of lights that are on temporarily, so that the next run switches off what a killed run left on.
package protocol TorchNotes: AnyObject {
    /// The light is about to go on. The note is on disk when this returns. The implementation reports a failure to write
    /// it; the light goes on anyway.
    func write(_ source: TorchSource)
    /// The light is off.
    func clear()
}

/// A frame source that shows each frame to an observer before returning it.
package final class WatchedFrameSource: FrameSource {
    private let source: any FrameSource
    /// Called only on the thread that requests frames: see `FrameSource.nextFrame`.
    private nonisolated(unsafe) let watch: (Frame) -> Void

    package init(_ source: any FrameSource, watch: @escaping (Frame) -> Void) {
        self.source = source
        unsafe self.watch = watch
    }

    package var format: StreamFormat { source.format }
    package var statistics: StreamStatistics { source.statistics }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let frame = try source.nextFrame(timeout: timeout)
        if let frame { unsafe watch(frame) }
        return frame
    }

    package func stop() { source.stop() }
}
