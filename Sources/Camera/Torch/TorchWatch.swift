// SPDX-License-Identifier: Apache-2.0

public import Frames

/// A torch that is switched while frames are looked at, and is out at the end.
///
/// What it switches on it puts out in `end()`, which whoever made it must call by any ending. So that also a run that is
/// killed leaves no light burning, a note is written before the light goes on: see `TorchNotes`.
///
/// Not thread-safe: for the thread that takes the frames.
public final class TorchWatch {
    public enum Mode: Hashable, Sendable {
        /// On when it gets dim, off when it gets bright.
        case automatic
        /// So from the beginning; 0 is off.
        case level(percent: Int)
        /// Only says, once, that it is dim.
        case offer
    }

    /// What happened, for people and programs.
    public struct Report: Hashable, Sendable {
        public enum State: String, Hashable, Sendable {
            case on, off
            /// It is dim, and there is a light that was not asked to be used.
            case offered
            /// It is dim, and there is no light.
            case none
            /// The light could not be switched.
            case failed
        }
        public enum Reason: String, Hashable, Sendable {
            case asked, dim, bright, end
            /// The light made no difference to the picture.
            case noDifference = "no-difference"
        }
        public var state: State
        public var reason: Reason
        /// The light's name: the driver's, raw. `nil` where there is none.
        public var torch: String?
        public var percent: Int?
        /// What the picture was like when it was decided.
        public var light: SceneLight?
        /// A sentence for people; may quote names raw.
        public var message: String
    }

    private var mode: Mode
    /// What was asked for in the beginning.
    private let first: Mode
    private let percent: Int
    /// Finds and opens the light, when it is first needed.
    private let open: () -> Result<any TorchLamp, TorchError>
    private var noted: NotedSwitch
    private let report: (Report) -> Void
    private var meter: any LightMeter
    private var governor: TorchGovernor
    private var lamp: Result<any TorchLamp, TorchError>?
    private var hasOffered = false

    /// - Parameters:
    ///   - limits: below and above which value, in the meter's unit, it is dim and bright; `nil` for the usual ones.
    ///   - report: told of the first state, then of changes only.
    public init(
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

    /// Switches what was asked for from the beginning.
    ///
    /// - Throws: when a light was asked for and cannot be had; that it is off needs none.
    public func begin() throws(TorchError) {
        guard case .level(let percent) = mode else { return }
        do throws(TorchError) {
            let lamp = try opened()
            try light(lamp, percent)
            say(
                percent > 0 ? .on : .off, .asked, lamp, nil,
                "the torch, \(lamp.source.name), is \(percent > 0 ? "on" : "off")")
        } catch {
            guard percent > 0 || error.kind != .noTorch else { return }
            throw error
        }
    }

    /// Switches by hand: on, then off, and then back to what was asked for in the beginning, where that was `automatic`.
    public func switchByHand() {
        do throws(TorchError) {
            switch mode {
            case .level(0) where first == .automatic:
                mode = .automatic
                // What it knew is of another time.
                governor = TorchGovernor(governor.limits)
                say(.off, .asked, nil, nil, "the torch goes on when it is dim")
            case _ where noted.isLit:
                let lamp = try opened()
                try light(lamp, 0)
                mode = .level(percent: 0)
                say(.off, .asked, lamp, nil, "the torch, \(lamp.source.name), is off")
            default:
                let lamp = try opened()
                let percent = if case .level(let asked) = first, asked > 0 { asked } else { self.percent }
                try light(lamp, percent)
                mode = .level(percent: percent)
                say(.on, .asked, lamp, nil, "the torch, \(lamp.source.name), is on")
            }
        } catch {
            let lamp = lamp.flatMap { try? $0.get() }
            say(error.kind == .noTorch ? .none : .failed, .asked, lamp, nil, error.description)
        }
    }

    /// Looks at a frame and does what follows. May block for as long as a switch takes.
    public func observe(_ frame: Frame) {
        if case .level = mode { return }
        guard !frame.isCorrupt, let light = meter.read(frame), light.unit == meter.unit else { return }
        switch governor.observe(light.light, at: frame.timestamp) {
        case .nothing: break
        case .reportBright: if mode == .automatic { sayBright(light) }
        case .switchOn: mode == .offer ? offer(light) : switchOn(light, at: frame.timestamp)
        case .switchOff: switchOff(light, .bright, "it is bright enough without the torch (\(light.text)): off")
        case .switchOffUseless:
            switchOff(light, .noDifference, "the torch makes no difference to the picture (\(light.text)): off for now")
        }
    }

    /// Puts out what was switched on.
    public func end() {
        guard noted.isLit, case .success(let lamp)? = lamp else { return }
        do throws(TorchError) {
            try light(lamp, 0)
            say(.off, .end, lamp, nil, "the torch is off")
        } catch  where error.kind == .gone && lamp.source.kind == .illuminator {
            noted.forget()
            say(.off, .end, lamp, nil, "the torch went with the camera")
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
            say(.on, .dim, lamp, light, "it is dim (\(light.text)): the torch, \(lamp.source.name), is on")
        } catch {
            governor.declined()
            let lamp = lamp.flatMap { try? $0.get() }
            say(
                error.kind == .noTorch ? .none : .failed, .dim, lamp, light,
                "it is dim (\(light.text)), and there is no torch to switch: \(error.description)")
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
                "it is dim (\(light.text)): --torch auto would switch \(lamp.source.name) on")
        case .failure(let error):
            say(
                error.kind == .noTorch ? .none : .failed, .dim, nil, light,
                "it is dim (\(light.text)), and there is no torch to switch on: \(error.description)")
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

/// Notes of lights that are on for a while, so that the next run puts out what a killed one left on.
public protocol TorchNotes: AnyObject {
    /// The light is about to go on. The note is on disk when this returns; that it cannot be written is said by whoever
    /// writes it, and keeps nobody in the dark.
    func write(_ source: TorchSource)
    /// The light is out.
    func clear()
}

/// Frames as they come, each shown to a watcher on its way.
public final class WatchedFrameSource: FrameSource {
    private let source: any FrameSource
    /// Called by the thread that asks for frames, and by no other: see `FrameSource.nextFrame`.
    private nonisolated(unsafe) let watch: (Frame) -> Void

    public init(_ source: any FrameSource, watch: @escaping (Frame) -> Void) {
        self.source = source
        unsafe self.watch = watch
    }

    public var format: StreamFormat { source.format }
    public var statistics: StreamStatistics { source.statistics }

    public func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let frame = try source.nextFrame(timeout: timeout)
        if let frame { unsafe watch(frame) }
        return frame
    }

    public func stop() { source.stop() }
}
