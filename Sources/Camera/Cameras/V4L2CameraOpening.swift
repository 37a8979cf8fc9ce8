// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import ConfinedDecoding
internal import FrameCoding
internal import Frames
internal import V4L2
internal import VideoStreams

/// Opens a capture node and streams in the best mode for scanning.
struct V4L2CameraOpening: Sendable {
    let device: VideoDevice
    private let path: String
    private let decoders: Decoders
    private let videoProgram: VideoProgram
    private let missing: @Sendable (LumaPath) -> String?

    /// - Parameters:
    ///   - quirks: what is known about the model.
    ///   - missing: why the library for a path cannot be loaded.
    init(
        path: String, kernel: any Kernel, quirks: CameraQuirks? = nil, decoders: Decoders, videoProgram: VideoProgram,
        missing: @escaping @Sendable (LumaPath) -> String?
    ) throws(CameraError) {
        self.decoders = decoders
        self.videoProgram = videoProgram
        self.path = path
        self.missing = missing
        device = try Self.passing { () throws(V4L2Error) in try VideoDevice(path: path, kernel: kernel, quirks: quirks)
        }
    }

    /// Chooses a mode, sets it and starts streaming. The camera keeps that format and rate afterwards, as with any program
    /// that streams; its controls are not changed.
    ///
    /// - Parameter wish: called before the choice, if the request leaves it open.
    func start(
        _ request: CaptureRequest, identity: String, note: String?,
        wish: (any ControlSurface) -> StreamWish? = { _ in nil }
    ) throws(CameraError) -> OpenCamera {
        var request = request
        let wish = wish(device)
        if request.fourCC == nil, request.size == nil { request.wish = wish }
        let before = try StreamState(device)
        let negotiation = try negotiate(request)
        let again = SettingsAgain(device, wish: wish)
        let source = again.watching(try negotiation.start())
        let switching = V4L2ModeSwitch(
            opening: self, modes: negotiation.offered, mode: negotiation.mode, settles: request.settles, before: before,
            again: again)
        return OpenCamera(
            name: path, identity: identity, source: request.settles ? SettledFrameSource(source) : source,
            controls: device,
            notes: (note.map { [$0] } ?? []) + negotiation.notes, warnings: negotiation.warnings,
            // A camera that starts once has only this mode.
            switching: device.quirks?.startsOnce == true ? nil : switching)
    }

    /// Chooses and sets a mode, without streaming yet.
    func negotiate(_ request: CaptureRequest) throws(CameraError) -> CameraNegotiation {
        let capability = try Self.passing { () throws(V4L2Error) in try device.capability() }
        guard capability.isCapture else {
            throw CameraError(
                "cannot capture from \(path): it is not a capture node; run `candela list`", concernsCamera: true)
        }
        guard capability.canStream else {
            throw CameraError(
                "cannot capture from \(path): its driver does not support streaming, only read()", concernsCamera: true)
        }
        let multiPlanar = capability.isMultiPlanar
        let current = try Self.passing { () throws(V4L2Error) in try device.captureFormat(multiPlanar: multiPlanar) }
        var offered = try Self.passing { () throws(V4L2Error) in
            try CaptureModes(
                device, multiPlanar: multiPlanar, current: current.size, wanted: request.size ?? request.wish?.size,
                asked: request.fourCC,
                converts: V4LConverter.formats.contains, missing: missing)
        }
        offered.leaveOut(device.quirks?.brokenFormats ?? [], asked: request.fourCC)
        guard let choice = FormatChooser.choose(from: offered.modes, request: request) else {
            throw CameraError(offered.refusal(of: request, path: path), concernsCamera: offered.modes.isEmpty)
        }
        var notes = ["\(path): " + choice.reason]
        let warnings = CaptureModes.byReason(offered.wanting).map {
            "\(path): cannot use \($0.formats.joined(separator: ", ")): \($0.reason)"
        }
        notes += CaptureModes.byReason(offered.refused).map {
            "\(path): skipped \($0.formats.joined(separator: ", ")): \($0.reason)"
        }
        var negotiation = try set(
            choice.mode, of: offered.modes, framesPerSecond: choice.framesPerSecond, multiPlanar: multiPlanar,
            notes: notes)
        negotiation.warnings = warnings
        return negotiation
    }

    /// Sets a mode, without streaming yet.
    func set(
        _ mode: CaptureMode, of offered: [CaptureMode], framesPerSecond: Double?, multiPlanar: Bool,
        notes: [String] = []
    ) throws(CameraError) -> CameraNegotiation {
        let format = try Self.passing { () throws(V4L2Error) in
            try device.setCaptureFormat(mode.fourCC, mode.size, multiPlanar: multiPlanar)
        }
        guard format.fourCC == mode.fourCC else {
            throw CameraError(
                "cannot capture from \(path): \(mode.fourCC) \(mode.size) was requested, but its driver set "
                    + "\(format.fourCC) \(format.size); choose another mode with --format and --size")
        }
        let interval = try negotiateInterval(mode, framesPerSecond, multiPlanar)
        var notes = notes
        if format.size != mode.size { notes.append("\(path): the driver set the size to \(format.size)") }
        if let interval, let framesPerSecond, abs(interval.framesPerSecond - framesPerSecond) > 0.1 {
            notes.append("\(path): \(framesPerSecond) fps was requested; the driver set \(interval.framesPerSecond)")
        }
        return CameraNegotiation(
            device: device, offered: offered, mode: mode, format: format, interval: interval, notes: notes,
            converter: try converter(for: mode, format), videoProgram: videoProgram,
            namesConfinement: decoders.namesConfinement)
    }

    /// Sets the requested rate; else the camera's fastest, up to 30 per second, which is enough for a scan.
    private func negotiateInterval(
        _ mode: CaptureMode, _ framesPerSecond: Double?, _ multiPlanar: Bool
    ) throws(CameraError) -> FrameInterval? {
        let wanted: FrameInterval? =
            if let rate = framesPerSecond {
                FrameInterval(numerator: 1000, denominator: UInt32((rate * 1000).rounded()))
            } else {
                mode.fastest.flatMap { max($0, FrameInterval(numerator: 1, denominator: 30)!) }
            }
        return try Self.passing { () throws(V4L2Error) in
            guard let wanted else { return try device.frameInterval(multiPlanar: multiPlanar) }
            return try device.setFrameInterval(wanted, multiPlanar: multiPlanar)
        }
    }

    private func converter(for mode: CaptureMode, _ format: CaptureFormat) throws(CameraError) -> any LumaConverter {
        do {
            switch mode.path {
            // Its source decodes video.
            case .lent, .extracted, .video: return ExtractingConverter()
            case .motionJPEG: return try JPEGConverter(decoders)
            case .converted: return try LibraryConverter(device, format, decoders)
            }
        } catch {
            throw CameraError("\(error)")
        }
    }

    static func passing<R>(_ work: () throws(V4L2Error) -> R) throws(CameraError) -> R {
        do throws(V4L2Error) {
            return try work()
        } catch {
            throw CameraError(error)
        }
    }
}

extension LumaPath {
    /// Why the library that it needs cannot be loaded, as a sentence; `nil` if it can, or if it needs none.
    package var missingLibrary: String? {
        switch self {
        case .lent, .extracted: nil
        case .motionJPEG: MotionJPEGDecoder.missingLibrary
        case .converted: V4LConverter.missingLibrary
        // The plugin is loaded only in a worker, which says so.
        case .video: nil
        }
    }
}

extension CaptureModes {
    /// Unusable formats, grouped by reason.
    static func byReason(_ refused: [(fourCC: FourCC, reason: String)]) -> [(reason: String, formats: [String])] {
        refused.map(\.reason).uniqued.map { reason in
            (reason, refused.filter { $0.reason == reason }.map(\.fourCC.description))
        }
    }

    /// Why no mode satisfies the request, and which alternatives the camera supports.
    func refusal(of request: CaptureRequest, path: String) -> String {
        let start = "cannot capture from \(path)"
        if let fourCC = request.fourCC, let useless = refused.first(where: { $0.fourCC == fourCC }) {
            return "\(start) as \(fourCC): \(useless.reason)"
        }
        if modes.isEmpty {
            let reasons = refused.map { "\($0.fourCC) (\($0.reason))" }.joined(separator: ", ")
            return "\(start): " + (reasons.isEmpty ? "its driver lists no formats" : "it supports only \(reasons)")
        }
        if let fourCC = request.fourCC, !modes.contains(where: { $0.fourCC == fourCC }) {
            let names = modes.map(\.fourCC.description).uniqued.joined(separator: ", ")
            return "\(start) as \(fourCC): it supports \(names)"
        }
        let sizes = modes.filter { request.fourCC == nil || $0.fourCC == request.fourCC }
            .map(\.size).sorted { $0.area < $1.area }.map(\.description).uniqued.joined(separator: ", ")
        return "\(start) at \(request.size?.description ?? "this size"): it supports \(sizes)"
    }
}

extension [String] {
    /// The elements without repetition, in order of first appearance.
    var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
