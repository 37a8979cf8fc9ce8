// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Calibration
package import CameraControls
package import Cameras
package import Frames
internal import Output
internal import SettingsStore
internal import StoredFiles
package import Terminal
package import Torch

/// The lamp that a calibration may use.
package struct CalibrationLamp: Sendable {
    /// The lamp's name; `nil` for the camera's own lamp.
    package var name: String?
    /// A command that switches a lamp.
    package var command: CommandTemplate?
    /// The command as typed.
    package var commandText: String?

    package init(name: String? = nil, command: CommandTemplate? = nil, commandText: String? = nil) {
        self.name = name
        self.command = command
        self.commandText = commandText
    }

    /// Whether the user named a lamp.
    var isNamed: Bool { name != nil || command != nil }
}

/// Ends a calibration while it runs: on a signal, or from the studio page.
package protocol CalibrationWatcher: AnyObject, Sendable {
    /// A stream has started; stopping it ends the calibration.
    func began(_ source: any FrameSource)

    /// Whether no more streams may start.
    var isStopped: Bool { get }
}

/// A camera opened for calibration: it streams, its controls are borrowed, and an external lamp is one of them.
package final class CalibrationSession {
    package private(set) var camera: OpenCamera
    private let request: CaptureRequest
    /// Whether to restore format and rate at the end.
    private var isStreamLent = true
    private let borrowed: BorrowedControls
    private let lamp: LampSurface?
    /// The control of the lamp to use; `nil` if none is allowed or none was found.
    package let torch: ControlID?
    /// The name of an external lamp, not escaped; `nil` for a control of the camera.
    package let lampName: String?
    /// Why there is no lamp although one was allowed.
    package let lampRefusal: String?
    /// Told of every stream that starts.
    private let watcher: any CalibrationWatcher

    /// The camera's own controls, without an external lamp.
    package var controls: any ControlSurface { borrowed.surface }

    /// The controls that the calibration changes.
    package var surface: any ControlSurface { lamp ?? borrowed.surface }

    /// - Parameters:
    ///   - camera: just opened; stopped here if it cannot be calibrated.
    ///   - allowed: the lamp that may be used; `nil` for none.
    package init(
        _ camera: OpenCamera, _ request: CaptureRequest, lamp allowed: CalibrationLamp?,
        watcher: any CalibrationWatcher
    ) throws(CommandFailure) {
        guard let controls = camera.controls else {
            camera.source.stop()
            throw CommandFailure(
                "cannot calibrate \(VisibleText.escape(camera.name)): it has no controls; name a camera")
        }
        self.camera = camera
        self.request = request
        self.watcher = watcher
        watcher.began(camera.source)
        let borrowed = BorrowedControls(controls, name: camera.name, identity: camera.identity)
        self.borrowed = borrowed
        var light: (any TorchLamp)?
        var refusal: String?
        if let allowed {
            let finding = TorchFinding(open: camera.lightsAt, borrowed.surface, allowed.command)
            do throws(TorchError) {
                light = try finding.open(allowed.name)
            } catch {
                guard !allowed.isNamed else {
                    camera.source.stop()
                    borrowed.giveBack()
                    throw CommandFailure(VisibleText.escape(error.description))
                }
                refusal = error.description
            }
        }
        lampRefusal = refusal
        switch light?.source.place {
        case nil: (lamp, self.torch, lampName) = (nil, nil, nil)
        case .illuminator(let id)?: (lamp, self.torch, lampName) = (nil, id, nil)
        default:
            let surface = light.map { LampSurface(borrowed.surface, name: camera.name, lamp: $0) }
            Interruption.onSignal { _ = surface?.putBack() }
            (lamp, self.torch, lampName) = (surface, .lampBesideCamera, light?.source.name)
        }
    }

    /// Keeps the camera's settings: `end()` does not restore them. It still switches off an external lamp.
    package func keep() throws(CommandFailure) {
        try failing { () throws(StoreError) in try borrowed.surface.keep() }
        isStreamLent = false
    }

    /// Ends the stream and restores what was not kept, including format and rate. May be called more than once; the caller
    /// must have released all frames.
    package func end() {
        letGo()
        if let failure = lamp?.putBack() { Console.note(VisibleText.escape(failure.description)) }
        borrowed.giveBack()
        guard isStreamLent, let switching = camera.switching else { return }
        isStreamLent = false
        do throws(CameraError) {
            try switching.putBack()
        } catch {
            Console.note(VisibleText.escape(error.description))
        }
    }

    /// Stops the stream and releases its buffers.
    private func letGo() {
        camera.source.stop()
        camera.source = EndedFrameSource(format: camera.source.format)
    }
}

// MARK: Other formats

extension CalibrationSession {
    /// The modes that a calibration may choose from; `nil` if the user chose one, or there is only one.
    package func streams(_ reader: @escaping () throws(BarcodeReaderError) -> any BarcodeReader) -> (
        any StreamSwitching
    )? {
        guard request.fourCC == nil, let switching = camera.switching else { return nil }
        let modes = switching.modes.filter { mode in
            guard request.size == nil || mode.size == request.size else { return false }
            guard let rate = request.framesPerSecond, let fastest = mode.fastest?.framesPerSecond else { return true }
            return fastest >= 0.99 * rate
        }.map { StreamMode($0, framesPerSecond: request.framesPerSecond) }
        guard modes.count > 1 else { return nil }
        let current = StreamMode(switching.mode, framesPerSecond: request.framesPerSecond)
        return SessionStreams(modes: modes, current: current) { [unowned self] mode throws(CalibrationError) in
            (try self.begin(mode, switching), try Self.passing(reader))
        }
    }

    private func begin(_ mode: StreamMode, _ switching: any ModeSwitching) throws(CalibrationError) -> any FrameSource {
        letGo()
        guard !watcher.isStopped else { throw .stopped }
        guard let offered = switching.modes.first(where: { $0.fourCC == mode.fourCC && $0.size == mode.size }) else {
            throw .stream(FrameSourceError(.failed, "cannot stream \(mode): the camera does not offer it"))
        }
        let source: any FrameSource
        do throws(CameraError) {
            source = try switching.start(offered, framesPerSecond: mode.wantedRate)
        } catch {
            throw .stream(FrameSourceError(.failed, error.description))
        }
        camera.source = source
        watcher.began(source)
        return source
    }

    private static func passing(
        _ reader: () throws(BarcodeReaderError) -> any BarcodeReader
    ) throws(CalibrationError) -> any BarcodeReader {
        do throws(BarcodeReaderError) {
            return try reader()
        } catch {
            throw .stream(FrameSourceError(.failed, error.description))
        }
    }
}

/// The session's camera as the calibrator switches its modes.
private final class SessionStreams: StreamSwitching {
    typealias Begin = (StreamMode) throws(CalibrationError) -> (source: any FrameSource, reader: any BarcodeReader)
    let modes: [StreamMode]
    private(set) var current: StreamMode
    private let begin: Begin

    init(modes: [StreamMode], current: StreamMode, begin: @escaping Begin) {
        self.modes = modes
        self.current = current
        self.begin = begin
    }

    func start(_ mode: StreamMode) throws(CalibrationError) -> (source: any FrameSource, reader: any BarcodeReader) {
        let stream = try begin(mode)
        current = mode
        return stream
    }
}

/// A stream that has ended: it keeps its format and nothing else.
private final class EndedFrameSource: FrameSource {
    let format: StreamFormat
    let statistics = StreamStatistics()

    init(format: StreamFormat) { self.format = format }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? { nil }
    func stop() {}
}

extension StreamMode {
    fileprivate init(_ mode: CaptureMode, framesPerSecond: Double?) {
        let coding: Coding =
            switch mode.path {
            case .lent, .extracted: .exact
            case .motionJPEG, .video: .compressed
            case .converted: .converted
            }
        self.init(
            fourCC: mode.fourCC, size: mode.size, fastest: mode.fastest?.framesPerSecond,
            slowest: mode.slowest?.framesPerSecond, wantedRate: framesPerSecond, coding: coding)
    }
}
