// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Frames
internal import Output
internal import SimulatedCamera
internal import Terminal
internal import Threads
internal import V4L2

/// Follows controls with the driver's events, and by polling controls without events.
final class ControlWatch {
    struct Change {
        var time: WallTime
        var control: ControlDescription
        var old: ControlValue?
        var new: ControlValue?
        /// The new flags, if they changed.
        var flags: ControlFlags?

        var line: String {
            // Without the date.
            var line = String(time.text.dropFirst(11).dropLast()) + "  " + control.key + ": "
            if let new { line += (old.map { control.visible($0) + " → " } ?? "") + control.visible(new) }
            if let flags {
                let words = flags.intersection([.grabbed, .readOnly, .inactive, .volatile]).labels
                line +=
                    (new == nil ? "" : "  ") + "(" + (words.isEmpty ? "active" : words.joined(separator: ", ")) + ")"
            }
            return line
        }

        func json(_ source: String) -> JSONValue {
            var members: [JSONValue.Member] = [
                .init("event", "control"), .init("time", .string(time.text)), .init("source", .string(source)),
                .init("id", .string(control.id.description)), .init("key", .string(control.key)),
            ]
            if let new { members += control.members("old", old) + control.members("new", new) }
            if let flags { members.append(.init("flags", .array(flags.labels.map { .string($0) }))) }
            return .object(members)
        }
    }

    private let open: OpenControls
    private let device: VideoDevice?
    private let simulation: CameraSimulation?
    private let waker: WakeDescriptor
    private let isStopped = ConditionLock(false)
    private var controls: [ControlID: ControlDescription] = [:]
    private var values: [ControlID: ControlValue] = [:]
    /// Controls without events, and controls that the camera changes itself; in the driver's order.
    private var polled: [ControlID] = []
    private static let interval = Duration.milliseconds(250)

    var count: Int { controls.count }

    init(_ open: OpenControls, _ chosen: [ControlDescription]) throws(CommandFailure) {
        guard let waker = WakeDescriptor() else {
            throw CommandFailure("cannot watch controls: this process has no free file descriptor; raise ulimit -n")
        }
        self.waker = waker
        self.open = open
        device = open.surface as? VideoDevice
        simulation = open.surface as? CameraSimulation ?? (open.surface as? LikeCamera)?.simulation
        for control in chosen where control.kind != .button && !control.flags.contains(.writeOnly) {
            controls[control.id] = control
            values[control.id] = try? open.surface.value(of: control.id)
            var isTold = false
            if let device {
                do throws(V4L2Error) {
                    try device.subscribe(to: control.id)
                    isTold = true
                } catch {
                    // Polled instead.
                }
            }
            let mayMove =
                AutomaticMode.governing(control.id) != nil || control.flags.contains(.volatile) || control.id == .gain
            if !isTold || mayMove { polled.append(control.id) }
        }
        guard !controls.isEmpty else { throw CommandFailure("cannot watch controls: none of them can be read") }
        Interruption.onSignal { [waker, isStopped] in
            waker.signal()
            isStopped.withLockSignalling { $0 = true }
        }
    }

    /// Runs until the time is over or a signal arrives.
    func run(duration: Duration?, _ report: (Change) throws(CommandFailure) -> Void) throws(CommandFailure) {
        let end = duration.map { FrameTimestamp.now + $0 }
        var nextLook = FrameTimestamp.now + Self.interval
        while Interruption.received == nil {
            let now = FrameTimestamp.now
            if let end, end.since(now) <= .zero { return }
            if nextLook.since(now) <= .zero {
                simulate(Self.interval)
                try look(report)
                nextLook = now + Self.interval
                continue
            }
            let wait = min(nextLook.since(now), end.map { $0.since(now) } ?? Self.interval)
            try take(wait, report)
        }
    }

    /// Takes an event, or waits at most `wait`.
    private func take(_ wait: Duration, _ report: (Change) throws(CommandFailure) -> Void) throws(CommandFailure) {
        guard let device else {
            _ = isStopped.wait(timeout: wait) { $0 ? true : nil }
            return
        }
        let event = try failing { () throws(V4L2Error) in
            try device.nextControlEvent(timeout: wait, wake: waker.descriptor)
        }
        guard let event, var control = controls[event.id] else { return }
        var change = Change(time: .now, control: control, old: values[event.id])
        // Read again: events of strings and arrays carry no value, and a menu's may have another width.
        if let value = try? open.surface.value(of: event.id), value != values[event.id] {
            values[event.id] = value
            change.new = value
        }
        if event.flags != control.flags {
            control.flags = event.flags
            controls[event.id] = control
            change.control = control
            change.flags = event.flags
        }
        if change.new != nil || change.flags != nil { try report(change) }
    }

    /// Polls the controls without events.
    private func look(_ report: (Change) throws(CommandFailure) -> Void) throws(CommandFailure) {
        for id in polled {
            guard let control = controls[id] else { continue }
            let value: ControlValue
            do throws(ControlError) {
                value = try open.surface.value(of: id)
            } catch {
                if error.kind == .gone { throw CommandFailure(VisibleText.escape(error.description)) }
                continue
            }
            guard value != values[id] else { continue }
            let old = values.updateValue(value, forKey: id)
            try report(Change(time: .now, control: control, old: old, new: value))
        }
    }

    /// Advances the simulated camera, whose time depends on its frames.
    private func simulate(_ time: Duration) {
        guard let simulation else { return }
        let frames = Int(time / simulation.interval.duration)
        for _ in 0..<frames { simulation.skip() }
    }
}
