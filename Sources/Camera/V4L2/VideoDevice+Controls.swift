// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
package import CameraControls

extension VideoDevice: ControlSurface {
    /// Every control and class heading of the node, in the driver's order, with the current flags.
    ///
    /// Some UVC cameras answer with an error (`EIO` from uvcvideo) for a control that they announce. The driver then cannot
    /// list the controls after it, so the rest are queried by number: a camera with one bad control keeps the others.
    package func controls() throws(ControlError) -> [ControlDescription] {
        var found: [ControlDescription] = []
        var id = ControlID(rawValue: 0)
        while found.count < 4096 {  // A driver that never ends the list is cut off here.
            do throws(SystemError) {
                let next = try query(id.rawValue | Self.nextControl | Self.nextCompound)
                guard next.id > id else { break }  // A driver that goes round in circles is cut off here.
                found.append(next)
                id = next.id
            } catch .invalidArgument {
                break
            } catch .notATerminal {
                break
            } catch  where error.meansGone {
                throw controlError(.queryControl, "list the controls of", nil, error)
            } catch {
                found += Self.knownControls.filter { $0 > id }.compactMap { try? query($0.rawValue) }
                break
            }
        }
        guard let quirks else { return found }
        return found.map { quirks.applied(to: $0) }
    }

    package func value(of id: ControlID) throws(ControlError) -> ControlValue {
        let control = try describe(id, to: "read")
        let intent = "read \(control.key) of"
        guard control.kind != .button, control.kind != .controlClass, !control.flags.contains(.writeOnly) else {
            throw controlError(.getControls, intent, control, .accessDenied)
        }
        if let size = control.payloadSize {
            var bytes = [UInt8](repeating: 0, count: size)
            var span = bytes.mutableSpan
            try unsafe span.withUnsafeMutableBytes { (memory) throws(ControlError) in
                var request = unsafe candela_control_request()
                unsafe candela_control_fill(&request, id.rawValue, 0, 0, memory.baseAddress, UInt32(memory.count))
                try unsafe transfer(.getControls, &request, control, intent)
            }
            guard control.kind == .string else { return .bytes(bytes) }
            return .string(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        }
        var request = unsafe candela_control_request()
        let is64: CInt = control.kind == .integer64 ? 1 : 0
        unsafe candela_control_fill(&request, id.rawValue, 0, is64, nil, 0)
        try unsafe transfer(.getControls, &request, control, intent)
        let raw = unsafe candela_control_value(&request, is64)
        // A bitmask uses all 32 bits, but the field is signed.
        return .integer(control.kind == .bitmask ? Int64(UInt32(truncatingIfNeeded: raw)) : raw)
    }

    package func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            noteWrite(setting.id)
            try set(setting)
        }
    }

    private func set(_ setting: ControlSetting) throws(ControlError) {
        let control = try describe(setting.id, to: "set")
        switch setting.value {
        case .integer(let value):
            let intent = "set \(control.key) to \(value) on"
            guard control.payloadSize == nil, control.kind != .controlClass else {
                throw wrongKind(control, "a number")
            }
            // A value that does not fit the field would be truncated to another valid-looking number.
            let fits =
                control.kind == .bitmask
                ? UInt32(exactly: value) != nil : control.kind == .integer64 || Int32(exactly: value) != nil
            guard fits else { throw controlError(.setControls, intent, control, .outOfRange) }
            var request = unsafe candela_control_request()
            let raw = control.kind == .bitmask ? Int64(Int32(truncatingIfNeeded: value)) : value
            unsafe candela_control_fill(&request, setting.id.rawValue, raw, control.kind == .integer64 ? 1 : 0, nil, 0)
            try unsafe transfer(.setControls, &request, control, intent)
        case .string(let text):
            guard control.kind == .string else { throw wrongKind(control, "a text") }
            try set(control, bytes: Array(text.utf8) + [0])
        case .bytes(let bytes):
            guard control.payloadSize != nil, control.kind != .string else { throw wrongKind(control, "raw bytes") }
            try set(control, bytes: bytes)
        }
    }

    private func set(_ control: ControlDescription, bytes: [UInt8]) throws(ControlError) {
        var bytes = bytes
        var span = bytes.mutableSpan
        try unsafe span.withUnsafeMutableBytes { (memory) throws(ControlError) in
            var request = unsafe candela_control_request()
            unsafe candela_control_fill(
                &request, control.id.rawValue, 0, 0, memory.baseAddress, UInt32(memory.count))
            try unsafe transfer(.setControls, &request, control, "set \(control.key) on")
        }
    }

    private func transfer(
        _ request: Request, _ argument: inout candela_control_request, _ control: ControlDescription,
        _ intent: String
    ) throws(ControlError) {
        do throws(SystemError) {
            // The structure points to its own second half, so it must not move.
            try unsafe withUnsafeMutablePointer(to: &argument) { (pointer) throws(SystemError) in
                unsafe pointer.pointee.controls.controls =
                    UnsafeMutableRawPointer(pointer).advanced(
                        by: MemoryLayout<candela_control_request>.offset(of: \.control)!
                    ).assumingMemoryBound(to: v4l2_ext_control.self)
                let head = unsafe UnsafeMutableRawBufferPointer(
                    start: UnsafeMutableRawPointer(pointer), count: MemoryLayout<v4l2_ext_controls>.size)
                try unsafe kernel.ioctl(descriptor, request, head)
            }
        } catch {
            throw controlError(request, intent, control, error)
        }
    }

    private func describe(_ id: ControlID, to verb: String) throws(ControlError) -> ControlDescription {
        do throws(SystemError) {
            return try query(id.rawValue)
        } catch .invalidArgument {
            throw ControlError(
                .unknownControl, id: id,
                "cannot \(verb) control \(id) of \(path): the camera has no such control; run `candela controls`")
        } catch {
            throw controlError(.queryControl, "\(verb) control \(id) of", nil, error)
        }
    }

    /// One control with its menu. `rawID` may contain the flags that request the next one.
    private func query(_ rawID: UInt32) throws(SystemError) -> ControlDescription {
        var raw = v4l2_query_ext_ctrl()
        raw.id = rawID
        try attempt(.queryControl, &raw)
        var control = ControlDescription(raw)
        if control.kind == .menu || control.kind == .integerMenu { control.menu = try menu(of: control) }
        return control
    }

    /// The items of a menu. Indices that the driver skips answer `EINVAL` and are absent.
    private func menu(of control: ControlDescription) throws(SystemError) -> [ControlMenuItem] {
        let first = max(0, control.minimum)
        let last = min(control.maximum, first + 1023)  // The numbers come from the device.
        guard first <= last else { return [] }
        var items: [ControlMenuItem] = []
        for index in first...last {
            var raw = v4l2_querymenu()
            raw.id = control.id.rawValue
            raw.index = UInt32(clamping: index)
            do throws(SystemError) {
                try attempt(.queryMenu, &raw)
            } catch  where error.meansGone {
                throw error
            } catch {
                continue
            }
            let label = control.kind == .integerMenu ? String(raw.value) : String(cField: raw.name)
            items.append(ControlMenuItem(index: index, label: label))
        }
        return items
    }

    private func wrongKind(_ control: ControlDescription, _ given: String) -> ControlError {
        ControlError(
            .invalidValue, id: control.id,
            "cannot set \(control.key) of \(path) to \(given): its type is \(control.kind.label)")
    }

    private func controlError(
        _ request: Request, _ intent: String, _ control: ControlDescription?, _ error: SystemError
    ) -> ControlError {
        let kind: ControlError.Kind =
            switch error {
            case .invalidArgument, .outOfRange: .invalidValue
            case .accessDenied, .notPermitted, .illegalState: .notPermitted
            case .busy, .tryAgain: .busy
            case _ where error.meansGone: .gone
            default: .failed
            }
        var sentence = V4L2Error(request, intent: intent, path: path, error: error).description
        if let control, error == .accessDenied, control.flags.contains(.inactive) {
            sentence =
                "cannot \(intent) \(path): an automatic mode overrides it (\(request.name): \(error.name)); "
                + "switch off that mode first"
        } else if let control, error == .outOfRange || error == .invalidArgument, control.kind.isNumeric {
            sentence =
                "cannot \(intent) \(path): \(control.allowedValues) (\(request.name): \(error.name))"
        }
        var failure = ControlError(kind, id: control?.id, sentence)
        failure.isTimeout = error == .timedOut
        return failure
    }

    private static let nextControl: UInt32 = 0x8000_0000
    private static let nextCompound: UInt32 = 0x4000_0000

    /// The numbers to query one by one after a bad control: the user, camera, flash, JPEG, image-source and image-processing
    /// classes, regions of interest, and what makers of webcams map.
    private static let knownControls: [ControlID] =
        [
            (0x0098_0900 as UInt32, 44 as UInt32), (0x009a_0900, 50), (0x009a_1900, 4), (0x009c_0900, 16),
            (0x009d_0900, 6), (0x009e_0900, 10), (0x009f_0900, 8), (0x0199_e200, 8), (0x0a04_6d00, 8),
        ]
        .flatMap { base, count in (0..<count).map { ControlID(rawValue: base + $0) } }
}

extension ControlDescription {
    /// The size in bytes of a non-numeric value; `nil` for numbers. Limited to 1 MiB, because it comes from the driver.
    var payloadSize: Int? {
        let bound = 1 << 20
        if kind == .string { return Int(clamping: min(maximum, Int64(bound))) + 1 }
        guard flags.contains(.hasPayload) || !dimensions.isEmpty else { return nil }
        let count = dimensions.reduce(1) { min(bound, $0 &* max(1, min($1, bound))) }
        return min(bound, max(1, count &* min(elementSize, bound)))
    }

    init(_ raw: v4l2_query_ext_ctrl) {
        let dims = raw.dims
        let all = [dims.0, dims.1, dims.2, dims.3]
        self.init(
            id: ControlID(rawValue: raw.id), name: String(cField: raw.name), kind: ControlKind(v4l2Type: raw.type),
            minimum: raw.minimum, maximum: raw.maximum, step: raw.step, defaultValue: raw.default_value,
            flags: ControlFlags(rawValue: raw.flags),
            dimensions: all.prefix(Int(min(raw.nr_of_dims, 4))).map { Int($0) }, elementSize: Int(raw.elem_size))
    }
}

extension ControlKind {
    /// Source: `enum v4l2_ctrl_type`.
    init(v4l2Type: UInt32) {
        switch v4l2Type {
        case 1: self = .integer
        case 2: self = .boolean
        case 3: self = .menu
        case 4: self = .button
        case 5: self = .integer64
        case 6: self = .controlClass
        case 7: self = .string
        case 8: self = .bitmask
        case 9: self = .integerMenu
        case 0x100...: self = .compound(v4l2Type)
        default: self = .unknown(v4l2Type)
        }
    }
}
