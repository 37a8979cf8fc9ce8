// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Foundation
import Synchronization

/// A folder of a test's own, deleted afterwards.
final class Scratch: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString)").path

    func write(_ name: String, _ text: String) throws {
        let file = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func read(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A camera in memory with automatic modes, which may refuse and which looks at something before each change.
final class FakeCamera: ControlSurface {
    struct State {
        var values: [ControlID: Int64] = [
            .autoExposure: 3, .exposureTimeAbsolute: 250, .brightness: 128, .gain: 10, .focusAutomaticContinuous: 1,
            .focusAbsolute: 30, .powerLineFrequency: 2,
        ]
        var refused: Set<ControlID> = []
        var isGone = false
        var log: [ControlSetting] = []
        /// What a driver makes of a value.
        var rounding: [ControlID: Int64] = [:]
    }
    let state = Mutex(State())
    let beforeSet: @Sendable (ControlSetting) -> Void

    init(beforeSet: @escaping @Sendable (ControlSetting) -> Void = { _ in }) { self.beforeSet = beforeSet }

    subscript(id: ControlID) -> Int64? {
        get { state.withLock { $0.values[id] } }
        set { state.withLock { $0.values[id] = newValue } }
    }
    var log: [ControlSetting] { state.withLock { $0.log } }

    func controls() throws(ControlError) -> [ControlDescription] {
        try state.withLock { (state) throws(ControlError) in
            if state.isGone { throw ControlError(.gone, id: nil, "cannot list the controls: it was unplugged") }
            return state.values.keys.sorted().map {
                ControlDescription(
                    id: $0, name: "Control \($0)", kind: .integer, maximum: 10000,
                    step: state.rounding[$0].map { UInt64($0) } ?? 1)
            } + [ControlDescription(id: ControlID(rawValue: 0x98_0911), name: "Button", kind: .button)]
        }
    }

    func value(of id: ControlID) throws(ControlError) -> ControlValue {
        try state.withLock { (state) throws(ControlError) in
            if state.isGone { throw ControlError(.gone, id: id, "cannot read \(id): it was unplugged") }
            guard let value = state.values[id] else { throw ControlError(.unknownControl, id: id, "cannot read \(id)") }
            return .integer(value)
        }
    }

    func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            beforeSet(setting)
            try state.withLock { (state) throws(ControlError) in
                if state.isGone { throw ControlError(.gone, id: setting.id, "cannot set: it was unplugged") }
                if state.refused.contains(setting.id) {
                    throw ControlError(.failed, id: setting.id, "cannot set \(setting.id): EIO")
                }
                if let mode = AutomaticMode.governing(setting.id), let now = state.values[mode.master],
                    !mode.frees(setting.id, at: now)
                {
                    throw ControlError(.notPermitted, id: setting.id, "cannot set \(setting.id): it is inactive")
                }
                guard case .integer(var number) = setting.value else { return }
                if let step = state.rounding[setting.id] { number = number / step * step }
                state.values[setting.id] = number
                state.log.append(setting)
            }
        }
    }
}
