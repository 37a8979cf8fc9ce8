// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
package import CameraControls
internal import Synchronization
package import V4L2

/// A fake kernel that adds controls to a described camera, as uvcvideo serves them: reads come from its cache, so that they give
/// what was written, whatever the firmware did. `lies` says what that is.
@safe package final class LyingControls: DescribingKernel, Sendable {
    package struct Lies: OptionSet, Sendable {
        package var rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        /// Settings are lost when the stream starts.
        package static let forgets = Self(rawValue: 1)
        /// The second stream starts and gives no frame.
        package static let hangs = Self(rawValue: 2)
        /// Exposure times other than 1 s divided by powers of two are the longest one.
        package static let grid = Self(rawValue: 4)
    }

    private struct State {
        var cache: [ControlID: Int64] = [:]
        var firmware: [ControlID: Int64] = [:]
        var failures: [ControlID: SystemError] = [:]
        var streams = 0
    }

    private let below: any DescribingKernel
    private let list: [ControlDescription]
    private let lies: Lies
    private let state: Mutex<State>

    package init(_ below: any DescribingKernel, _ list: [ControlDescription], _ lies: Lies) {
        self.below = below
        self.list = list.sorted { $0.id < $1.id }
        self.lies = lies
        let values = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0.defaultValue) })
        state = Mutex(State(cache: values, firmware: values))
    }

    /// What the firmware has.
    package func held(_ id: ControlID) -> Int64? { state.withLock { $0.firmware[id] } }

    /// Requests for the value of a control fail.
    package func fail(_ id: ControlID, with error: SystemError) { state.withLock { $0.failures[id] = error } }

    /// Returns whether it gives frames.
    func streamStarts() -> Bool {
        state.withLock { state in
            state.streams += 1
            if lies.contains(.forgets) { for control in list { state.firmware[control.id] = control.defaultValue } }
            return state.streams == 1 || !lies.contains(.hangs)
        }
    }

    package func open(_ path: String) throws(SystemError) -> CInt { try below.open(path) }
    package func close(_ descriptor: CInt) { below.close(descriptor) }

    @unsafe package func ioctl(
        _ descriptor: CInt, _ request: Request, _ argument: UnsafeMutableRawBufferPointer
    ) throws(SystemError) {
        switch request {
        case .queryControl:
            var raw = unsafe argument.load(as: v4l2_query_ext_ctrl.self)
            let id = ControlID(rawValue: raw.id & 0x0fff_ffff)
            let wantsNext = raw.id & 0x8000_0000 != 0
            guard let control = list.first(where: { wantsNext ? $0.id > id : $0.id == id }) else {
                throw .invalidArgument
            }
            raw = v4l2_query_ext_ctrl()
            raw.id = control.id.rawValue
            raw.type =
                switch control.kind {
                case .boolean: 2
                case .menu: 3
                default: 1
                }
            (raw.minimum, raw.maximum) = (control.minimum, control.maximum)
            (raw.step, raw.default_value, raw.flags) = (control.step, control.defaultValue, control.flags.rawValue)
            unsafe withUnsafeMutableBytes(of: &raw.name) { bytes in
                for (index, byte) in control.name.utf8.prefix(31).enumerated() { unsafe bytes[index] = byte }
            }
            unsafe argument.storeBytes(of: raw, as: v4l2_query_ext_ctrl.self)
        case .queryMenu:
            let raw = unsafe argument.load(as: v4l2_querymenu.self)
            guard let control = list.first(where: { $0.id.rawValue == raw.id }),
                control.menu.contains(where: { $0.index == Int64(raw.index) })
            else { throw .invalidArgument }
        case .getControls, .setControls:
            let head = unsafe argument.load(as: v4l2_ext_controls.self)
            guard let place = unsafe head.controls else { throw .invalidArgument }
            let id = unsafe ControlID(rawValue: place.pointee.id)
            guard let control = list.first(where: { $0.id == id }) else { throw .invalidArgument }
            if let failure = state.withLock({ $0.failures[id] }) { throw failure }
            if request == .getControls {
                unsafe place.pointee.value = Int32(truncatingIfNeeded: state.withLock { $0.cache[id] ?? 0 })
                return
            }
            let value = unsafe Int64(place.pointee.value)
            state.withLock { state in
                state.cache[id] = value
                let isOff =
                    lies.contains(.grid) && id == .exposureTimeAbsolute && !CameraQuirks.halvedSeconds.contains(value)
                state.firmware[id] = isOff ? control.maximum : value
            }
        default: try unsafe below.ioctl(descriptor, request, argument)
        }
    }
}
