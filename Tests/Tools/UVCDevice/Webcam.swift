// SPDX-License-Identifier: Apache-2.0

import CameraControls
package import Frames

/// The camera behind its USB plug: takes transfers, returns replies, and says when it must run again.
///
/// It uses neither sockets nor clocks, so it is tested without a kernel.
package struct Webcam {
    private let sensor: SimulatedSensor
    private let journal: Journal
    private let transfer: TransferKind
    private var control: ControlEndpoint
    private var streaming = StreamingEndpoint()
    private var status = StatusEndpoint()
    private let jpeg: JPEGEncoder
    private let keys: [ControlID: String]

    private var committed: StreamParameters
    private var isStreaming = false
    private var isFrozen = false
    /// The time of the sensor's last frame, on its own clock.
    private var lastTimestamp: FrameTimestamp?
    private var nextFrame = FrameTimestamp(nanoseconds: 0)
    /// Frames sent since the program started.
    private var frameCount = 0
    private var framesToCorrupt = 0
    private var framesToFlag = 0
    private var framesToStray = 0

    private let video: [[UInt8]]
    private let pictures: RecordedPictures?

    package init(
        sensor: SimulatedSensor, identity: CameraIdentity, transfer: TransferKind, journal: Journal
    ) throws {
        let bank = try ControlBank(surface: sensor)
        var bits = Dictionary(grouping: bank.controls, by: \.unit).mapValues { $0.map(\.bit) }
        bits[.extension] = Array(ExtensionUnit.Selector.allCases.indices)
        let descriptors = CameraDescriptors(identity: identity, transfer: transfer, controlBits: bits)
        control = ControlEndpoint(descriptors: descriptors, bank: bank)
        keys = Dictionary(uniqueKeysWithValues: try sensor.controls().map { ($0.id, $0.key) })
        jpeg = try JPEGEncoder()
        committed = StreamParameters(standardOf: identity)
        video = identity.video
        pictures = identity.pictures
        self.sensor = sensor
        self.transfer = transfer
        self.journal = journal
    }

    /// The number of the next frame, for scheduled commands.
    package var upcomingFrame: Int { frameCount }

    /// When to call `run` next; `nil` while it waits for the host.
    package var nextRun: FrameTimestamp? { isStreaming && !isFrozen && streaming.wantsFrame ? nextFrame : nil }

    // MARK: Transfers

    /// Takes a transfer and returns the replies that are due.
    package mutating func submit(_ request: USBIPTransfer, now: FrameTimestamp) throws -> [USBIPTransferReply] {
        switch request.endpoint {
        case 0:
            let (answer, effect) = control.handle(request.setup, data: request.data)
            if let effect { try apply(effect, now: now) }
            return switch answer {
            case .data(let data): [USBIPTransferReply(to: request, data: data)]
            case .done: [USBIPTransferReply(to: request)]
            case .stall: [USBIPTransferReply(to: request, status: .stalled)]
            }
        case Int(CameraDescriptors.streamingEndpoint):
            // A bulk stream starts with its first transfer.
            if transfer == .bulk, !isStreaming { try start(now: now) }
            streaming.enqueue(request)
        case Int(CameraDescriptors.statusEndpoint):
            status.enqueue(request)
        default:
            return [USBIPTransferReply(to: request, status: .stalled)]
        }
        return dueReplies()
    }

    package mutating func unlink(_ target: UInt32, sequence: UInt32) -> USBIPUnlinkReply {
        USBIPUnlinkReply(sequence: sequence, wasWaiting: streaming.remove(target) || status.remove(target))
    }

    /// The host has released the camera: it was unplugged, or the host is gone.
    package mutating func disconnect() {
        isStreaming = false
        streaming = StreamingEndpoint()
        status = StatusEndpoint()
        // A bus-powered device loses its settings.
        sensor.losePower()
    }

    /// Takes the next frame if it is due, and returns the replies that can be sent.
    package mutating func run(now: FrameTimestamp) throws -> [USBIPTransferReply] {
        guard let due = nextRun, due <= now else { return dueReplies() }
        if let pictures, committed.format == .yuyv, committed.mode.size == RecordedPictures.size {
            return show(pictures, due: due, now: now)
        }
        let frame = sensor.nextFrame()
        // A long exposure makes the camera slow. After a late frame, the next ones do not catch up.
        let period = Duration.nanoseconds(Int64(committed.interval) * 100)
        nextFrame = max(due + max(period, lastTimestamp.map { frame.timestamp.since($0) } ?? .zero), now)
        lastTimestamp = frame.timestamp
        var bytes: [UInt8] =
            switch committed.format {
            case .yuyv: frame.luma.yuyv
            case .mjpeg:
                try jpeg.encode(
                    frame.luma, limit: Int(committed.mode.maximumFrameBytes),
                    strayBytes: Self.takeOne(of: &framesToStray))
            // An access unit delimiter, of which nobody makes a picture.
            case .h264: video.isEmpty ? [0, 0, 0, 1, 0x09, 0x10] : video[frameCount % video.count]
            }
        if Self.takeOne(of: &framesToCorrupt) { damage(&bytes) }
        streaming.begin(
            frame: bytes, presentationTime: UInt32(truncatingIfNeeded: now.nanoseconds / 1000),
            isDamaged: Self.takeOne(of: &framesToFlag))
        frameCount += 1
        return dueReplies()
    }

    private mutating func show(_ pictures: RecordedPictures, due: FrameTimestamp, now: FrameTimestamp) -> [USBIPTransferReply] {
        nextFrame = max(due + .nanoseconds(Int64(committed.interval) * 100), now)
        let number = frameCount % pictures.count
        streaming.begin(
            frame: pictures.picture(number).yuyv, presentationTime: UInt32(truncatingIfNeeded: now.nanoseconds / 1000),
            isDamaged: false)
        journal.write("picture", ["number": .number(Int64(number)), "time_us": .number(now.nanoseconds / 1000)])
        frameCount += 1
        return dueReplies()
    }

    private static func takeOne(of frames: inout Int) -> Bool {
        guard frames > 0 else { return false }
        frames -= 1
        return true
    }

    private func damage(_ bytes: inout [UInt8]) {
        switch committed.format {
        case .yuyv, .h264: bytes.removeLast(bytes.count / 2)
        case .mjpeg: for index in bytes.count / 3..<bytes.count * 2 / 3 { bytes[index] = 0x55 }
        }
    }

    private mutating func dueReplies() -> [USBIPTransferReply] {
        var replies: [USBIPTransferReply] = []
        if !isFrozen { while let reply = streaming.nextReply() { replies.append(reply) } }
        while let reply = status.nextReply() { replies.append(reply) }
        return replies
    }

    // MARK: What the host decides

    private mutating func apply(_ effect: ControlEndpoint.Effect, now: FrameTimestamp) throws {
        switch effect {
        case .wrote(let write):
            record(write)
        case .committed(let parameters):
            committed = parameters
        case .alternateSetting(let setting):
            if setting > 0 { try start(now: now) } else { stop() }
        case .clearedHalt:
            if transfer == .bulk { stop() }
        }
    }

    private mutating func start(now: FrameTimestamp) throws {
        guard let interval = FrameInterval(numerator: committed.interval, denominator: 10_000_000) else { return }
        try sensor.start(size: committed.mode.size, interval: interval)
        streaming.reset()
        isStreaming = true
        nextFrame = now
        lastTimestamp = nil
        journal.write(
            "stream_on",
            [
                "format": .text(committed.format.name), "size": .text(committed.mode.size.description),
                "interval_100ns": .number(Int64(committed.interval)),
            ])
    }

    private mutating func stop() {
        guard isStreaming else { return }
        isStreaming = false
        streaming.reset()
        journal.write("stream_off", ["frames": .number(Int64(frameCount))])
    }

    private func record(_ write: ControlWrite) {
        let digits = write.data.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
        let values = write.values.map { (keys[$0.id] ?? $0.id.description, $0.value) }
        journal.write(
            "set_cur",
            [
                "unit": .number(Int64(write.unit.rawValue)), "selector": .number(Int64(write.selector)),
                "data": .text(digits.joined()),
                "controls": .numbers(Dictionary(values, uniquingKeysWith: { $1 })),
                "error": .number(Int64(write.error?.rawValue ?? 0)),
            ])
    }

    // MARK: What a test decides

    /// Executes a command for the camera itself; the caller handles plugging.
    ///
    /// - Returns: `false` for a control that the camera does not have, or a value that it refuses.
    package mutating func obey(_ command: DeviceCommand) -> Bool {
        switch command {
        case .stall(let name, let error):
            guard let target = deviceControl(named: name) else { return false }
            control.stalled.removeAll { $0.unit == target.unit && $0.selector == target.selector }
            if let error {
                control.stalled.append(.init(unit: target.unit, selector: target.selector, error: error))
            }
        case .refuse(let name):
            guard let target = deviceControl(named: name) else { return false }
            control.stalled.removeAll { $0.unit == target.unit && $0.selector == target.selector }
            control.stalled.append(
                .init(unit: target.unit, selector: target.selector, error: .invalidRequest, isReadable: true))
        case .freeze(let freeze): isFrozen = freeze
        case .corrupt(let frames): framesToCorrupt = frames
        case .flagError(let frames): framesToFlag = frames
        case .stray(let frames): framesToStray = frames
        case .mute(let isMute): control.isMute = isMute
        case .set(let name, let value):
            guard let target = deviceControl(named: name), let id = keys.first(where: { $0.value == name })?.key,
                (try? sensor.set([ControlSetting(id, .integer(value))])) != nil,
                case .success(let bytes) = control.bank.answer(.getCurrent, target)
            else { return false }
            status.tell(of: target, value: bytes)
        case .unplug, .plug, .quit: break
        }
        return true
    }

    private func deviceControl(named name: String) -> CameraControl? {
        control.bank.controls.first { $0.fields.contains { keys[$0.id] == name } }
    }
}
