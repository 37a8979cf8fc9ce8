// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import CameraControls
internal import FrameMetrics
internal import Frames
internal import Threads
internal import WebPage

/// Finds the focus position at which a spot of the picture is sharpest, while scanning continues. The lens is moved on
/// a
/// thread of its own; sharpness is measured on the frames that are read anyway.
final class FocusSweep: Sendable {
    enum Outcome: Sendable {
        case focused(Int64)
        /// No position is clearly sharper. The previous focus is restored.
        case undecided
        case failed(ControlError)
        /// The stream ended.
        case ended
    }

    private struct State: Sendable {
        var frames: [LumaImage] = []
        var isWanted = false
        var isOver = false
    }

    /// The side of the spot, as a fraction of the picture's.
    private static let side = 0.22
    /// Frames to wait for the lens: the minimum until it starts to move, and the maximum until it is at rest.
    private static let frames = 3...12
    /// With the lens at rest, the sharpness of two frames differs by less than this ratio.
    private static let rest = 1.12
    private static let patience = Duration.seconds(3)

    private let surface: any ControlSurface
    private let range: ControlRange
    private let spot: ShareRectangle
    private let state = ConditionLock(State())

    /// `nil` if the camera's focus cannot be set.
    init?(_ surface: any ControlSurface, at x: Double, _ y: Double) {
        let side = Self.side
        guard let range = Self.range(of: surface),
            let spot = ShareRectangle(
                x: min(1 - side, max(0, x - side / 2)), y: min(1 - side, max(0, y - side / 2)), width: side,
                height: side)
        else { return nil }
        self.surface = surface
        self.range = range
        self.spot = spot
    }

    static func range(of surface: any ControlSurface) -> ControlRange? {
        guard let control = (try? surface.controls())?.first(where: { $0.id == .focusAbsolute }),
            control.flags.isDisjoint(with: [.disabled, .readOnly, .grabbed])
        else { return nil }
        return ControlRange(control)
    }

    /// Takes a frame, on the scanning thread. Copies the spot, if a frame is wanted.
    func take(_ luma: LumaImage) {
        guard state.withLock({ $0.isWanted }) else { return }
        let (width, height) = (Double(luma.width), Double(luma.height))
        let part = PixelRectangle(
            x: Int(spot.x * width), y: Int(spot.y * height), width: max(8, Int(spot.width * width)),
            height: max(8, Int(spot.height * height)))
        guard let copy = luma.cropped(to: part)?.copy() else { return }
        state.withLockSignalling { state in
            if state.frames.count < 4 { state.frames.append(copy) }
        }
    }

    /// Makes `run` return.
    func end() { state.withLockSignalling { $0.isOver = true } }

    /// Moves the lens until the position is found. Blocks for some seconds, so do not call it on the scanning thread.
    func run() -> Outcome {
        defer { state.withLock { ($0.isWanted, $0.frames) = (false, []) } }
        do throws(ControlError) {
            return try search()
        } catch {
            return .failed(error)
        }
    }

    private func search() throws(ControlError) -> Outcome {
        let wasAutomatic = number(.focusAutomaticContinuous)
        let stood = number(.focusAbsolute)
        if wasAutomatic == 1 { try set(.focusAutomaticContinuous, 0) }
        var search = FocusSearch(range: range, start: stood.map { range.nearest(Double($0)) })
        while case .measure(let position) = search.next() {
            try set(.focusAbsolute, position)
            guard let sharpness = sharpness() else { return .ended }
            search.take(position, sharpness: sharpness)
        }
        guard case .done(let best?) = search.next() else {
            if let stood { try set(.focusAbsolute, stood) }
            if let wasAutomatic { try set(.focusAutomaticContinuous, wasAutomatic) }
            return .undecided
        }
        try set(.focusAbsolute, best)
        return .focused(best)
    }

    private func number(_ id: ControlID) -> Int64? {
        guard case .integer(let value)? = try? surface.value(of: id) else { return nil }
        return value
    }

    private func set(_ id: ControlID, _ value: Int64) throws(ControlError) {
        try surface.set([ControlSetting(id, .integer(value))])
    }

    /// The sharpness of a frame with the lens at rest; `nil` if no frames arrive.
    private func sharpness() -> Double? {
        state.withLock { ($0.isWanted, $0.frames) = (true, []) }
        var last: LumaImage?
        var lastSharpness = 0.0
        for count in 1...Self.frames.upperBound {
            guard let frame = next() else { return nil }
            let now = last.flatMap { frame.commonGradient(with: $0) }.map { max(0, $0) + 1e-5 } ?? 0
            let (low, high) = (min(now, lastSharpness), max(now, lastSharpness))
            if count > Self.frames.lowerBound, low > 0, high < Self.rest * low { return now }
            (last, lastSharpness) = (frame, now)
        }
        return lastSharpness
    }

    private func next() -> LumaImage? {
        let frame: LumaImage?? = state.wait(timeout: Self.patience) { state in
            if state.isOver { return .some(nil) }
            return state.frames.isEmpty ? nil : .some(state.frames.removeFirst())
        }
        return frame ?? nil
    }
}
