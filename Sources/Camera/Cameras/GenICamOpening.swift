// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Frames
internal import GenICamCameras

/// Opens a GenICam camera and streams in the best mode for scanning.
struct GenICamOpening: Sendable {
    let camera: GenICamCamera
    let controls: GenICamControls

    init(_ text: String) throws(CameraError) {
        camera = try Self.passing { () throws(GenICamError) in try GenICamCamera(text) }
        controls = GenICamControls(camera)
    }

    func start(
        _ request: CaptureRequest, wish: (any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera {
        var request = request
        if request.fourCC == nil, request.size == nil { request.wish = wish(controls) }
        let modes = try modes(wanted: request.size ?? request.wish?.size)
        guard let choice = FormatChooser.choose(from: modes, request: request) else {
            throw CameraError(
                modes.isEmpty
                    ? "cannot capture from \(camera.name): it has no format that candela can read; choose a Mono format on it"
                    : CaptureModes(listed: modes).refusal(of: request, path: camera.name), concernsCamera: modes.isEmpty)
        }
        let source = try source(choice.mode, choice.framesPerSecond)
        return OpenCamera(
            name: camera.name, identity: camera.identity,
            source: request.settles ? SettledFrameSource(source) : source, controls: controls,
            notes: ["\(camera.name): \(camera.id) over \(camera.transport)", "\(camera.name): " + choice.reason],
            switching: OpenedModeSwitch(modes: modes, mode: choice.mode, settles: request.settles, stream: self.source))
    }

    func source(_ mode: CaptureMode, _ framesPerSecond: Double?) throws(CameraError) -> any FrameSource {
        try Self.passing { () throws(GenICamError) in
            try GenICamFrameSource(
                camera, fourCC: mode.fourCC, size: mode.size,
                framesPerSecond: framesPerSecond ?? mode.fastest.map { min(30, $0.framesPerSecond) })
        }
    }

    /// The camera takes any region of its sensor, so what is considered is the whole, usual parts, and what was asked for.
    private func modes(wanted: FrameSize?) throws(CameraError) -> [CaptureMode] {
        let whole = try Self.passing { () throws(GenICamError) in try camera.size() }
        var sizes = [whole]
        if let wanted, wanted != whole, wanted.width <= whole.width, wanted.height <= whole.height { sizes.append(wanted) }
        let fastest = camera.fastest.flatMap { FrameInterval(numerator: 1000, denominator: UInt32(min($0, 4e6) * 1000)) }
        return camera.formats().readable.flatMap { fourCC in
            sizes.map { size in
                CaptureMode(
                    fourCC: fourCC, size: size, fastest: fastest, path: fourCC == FourCC("GREY") ? .lent : .extracted)
            }
        }
    }

    static func passing<R>(_ work: () throws(GenICamError) -> R) throws(CameraError) -> R {
        do throws(GenICamError) {
            return try work()
        } catch {
            throw CameraError(error)
        }
    }
}

extension CameraError {
    init(_ error: GenICamError) {
        self.init(error.description, concernsCamera: error.kind != .noMode, isAbsent: error.kind == .noCamera)
        genICam = error.kind
    }
}
