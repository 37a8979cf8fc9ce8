// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import CameraDiscovery
internal import ConfinedDecoding
internal import Frames
internal import Glibc
internal import LibcameraCameras
internal import Udev

/// Opens a camera of libcamera and streams in the best mode for scanning.
struct LibcameraOpening: Sendable {
    let session: LibcameraSession
    let controls: LibcameraControls
    /// A video node of the camera, if one is known.
    private let node: String?
    private let reports = ReportedValues()
    private let decoders: Decoders
    private let missing: @Sendable (LumaPath) -> String?

    /// Takes the camera that `text` means, see `LibcameraCamera.choose`, for this process.
    init(
        _ text: String, decoders: Decoders, missing: @escaping @Sendable (LumaPath) -> String?
    ) throws(CameraError) {
        self.decoders = decoders
        self.missing = missing
        let nodes = (try? CameraFinder(probe: nil).nodes()) ?? []
        session = try Self.passing { () throws(LibcameraError) in
            let cameras = try Self.cameras(of: nodes.compactMap { $0.deviceNumber?.rawValue })
            return try LibcameraSession(try LibcameraCamera.choose(text, from: cameras, log: Libcamera.log))
        }
        let own = session.camera.devices
        node = nodes.first { node in node.deviceNumber.map { own.contains($0.rawValue) } ?? false }?.path
        controls = LibcameraControls(session, reports: reports)
    }

    /// libcamera leaves out a camera whose node it cannot open, or that udev is at work on, in the moment in which it looks: one that
    /// has just been plugged in or wakes up. So it is asked once more if it has none and there are nodes.
    private static func cameras(of nodes: [UInt64]) throws(LibcameraError) -> [LibcameraCamera] {
        let cameras = try LibcameraCamera.all(candidates: nodes)
        guard cameras.isEmpty, !nodes.isEmpty else { return cameras }
        usleep(500_000)
        return try LibcameraCamera.all(candidates: nodes)
    }

    var name: String { session.camera.address }

    /// - Parameter wish: called before the choice, if the request leaves it open.
    func start(
        _ request: CaptureRequest, note: String?, wish: (any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera {
        var request = request
        // Asked in any case: it may also set controls.
        let wished = wish(controls)
        if request.fourCC == nil, request.size == nil { request.wish = wished }
        let (modes, refused) = try modes()
        guard let choice = FormatChooser.choose(from: modes, request: request) else {
            throw CameraError(refusal(of: request, modes, refused), concernsCamera: modes.isEmpty)
        }
        let source = try source(choice.mode, choice.framesPerSecond)
        var notes = ["\(name): " + choice.reason]
        if source.format.size != choice.mode.size { notes.append("\(name): libcamera set the size to \(source.format.size)") }
        notes += refused.isEmpty ? [] : ["\(name): skipped \(refused.map(\.description).joined(separator: ", ")), which cannot be read"]
        var camera = OpenCamera(
            name: name, identity: name, source: request.settles ? SettledFrameSource(source) : source, controls: controls,
            notes: (note.map { [$0] } ?? []) + notes,
            switching: OpenedModeSwitch(modes: modes, mode: choice.mode, settles: request.settles, stream: self.source))
        camera.lightNode = node
        return camera
    }

    /// Streams a few frames, so that the controls have the values that are in force, and returns what keeps the stream running.
    func startForControls() throws(CameraError) -> any FrameSource {
        let (modes, refused) = try modes()
        guard let choice = FormatChooser.choose(from: modes, request: CaptureRequest()) else {
            throw CameraError(refusal(of: CaptureRequest(), modes, refused), concernsCamera: true)
        }
        let source = try source(choice.mode, nil)
        do throws(FrameSourceError) {
            for _ in 0..<4 { _ = try source.nextFrame(timeout: .seconds(5)) }
        } catch {
            throw CameraError(error)
        }
        return source
    }

    func source(_ mode: CaptureMode, _ framesPerSecond: Double?) throws(CameraError) -> any FrameSource {
        try Self.passing { () throws(LibcameraError) in
            if let framesPerSecond { try controls.setFrameRate(framesPerSecond) }
            return try LibcameraFrameSource(
                session, mode: LibcameraSession.Mode(fourCC: mode.fourCC, size: mode.size), reports: reports,
                framesPerSecond: framesPerSecond, decoders: decoders)
        }
    }

    private func modes() throws(CameraError) -> (modes: [CaptureMode], refused: [FourCC]) {
        var refused: [FourCC] = []
        let modes = try Self.passing { () throws(LibcameraError) in try session.modes() }.compactMap { mode -> CaptureMode? in
            let path: LumaPath
            switch PixelFormat(mode.fourCC) {
            case .readable(let layout): path = layout.luma == .plane ? .lent : .extracted
            case .compressed: path = .motionJPEG
            case .unreadable, .unknown:
                refused.append(mode.fourCC)
                return nil
            }
            guard missing(path) == nil else {
                refused.append(mode.fourCC)
                return nil
            }
            return CaptureMode(fourCC: mode.fourCC, size: mode.size, fastest: nil, path: path)
        }
        var seen: Set<FourCC> = []
        return (modes, refused.filter { seen.insert($0).inserted })
    }

    private func refusal(of request: CaptureRequest, _ modes: [CaptureMode], _ refused: [FourCC]) -> String {
        if modes.isEmpty {
            return "cannot capture from \(name): it gives only "
                + (refused.isEmpty ? "no format" : refused.map(\.description).joined(separator: ", ")) + ", which candela cannot read"
        }
        return CaptureModes(listed: modes).refusal(of: request, path: name)
    }

    static func passing<R>(_ work: () throws(LibcameraError) -> R) throws(CameraError) -> R {
        do throws(LibcameraError) {
            return try work()
        } catch {
            throw CameraError(error)
        }
    }
}

extension CameraError {
    init(_ error: LibcameraError) {
        self.init(
            error.description, concernsCamera: error.kind != .ambiguous && error.kind != .libraryMissing,
            isAbsent: error.kind == .noCamera)
        isBusy = error.kind == .busy
    }
}
