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

/// The lamp a calibration may use.
package struct CalibrationLamp: Sendable {
    /// By its name; `nil` for the one that belongs to the camera.
    package var name: String?
    /// A command that switches one.
    package var command: CommandTemplate?
    /// As it was typed.
    package var commandText: String?

    package init(name: String? = nil, command: CommandTemplate? = nil, commandText: String? = nil) {
        self.name = name
        self.command = command
        self.commandText = commandText
    }

    /// Whether it was said which.
    var isNamed: Bool { name != nil || command != nil }
}

/// Who may end a calibration while it runs: a signal, or somebody at a page.
package protocol CalibrationWatcher: AnyObject, Sendable {
    /// A stream has begun: to stop it ends the calibration.
    func began(_ source: any FrameSource)

    /// Whether no stream is to be begun any more.
    var isStopped: Bool { get }
}

/// A camera opened to be calibrated: its frames run, its controls are borrowed, and a lamp beside it is among them.
package final class CalibrationSession {
    package private(set) var camera: OpenCamera
    private let request: CaptureRequest
    /// Whether format and rate were changed here, and are to be as before.
    private var isStreamLent = true
    private let borrowed: BorrowedControls
    private let lamp: LampSurface?
    /// The control of the lamp that may be used; `nil` when none may, or there is none.
    package let torch: ControlID?
    /// The lamp's own name where it is no control of the camera: raw.
    package let lampName: String?
    /// Why there is no lamp, where one was allowed.
    package let lampRefusal: String?
    /// Whoever has to stop it watches over each of its streams.
    private let watcher: any CalibrationWatcher

    /// The camera's own controls, without a lamp beside it.
    package var controls: any ControlSurface { borrowed.surface }

    /// What the calibration turns.
    package var surface: any ControlSurface { lamp ?? borrowed.surface }

    /// - Parameters:
    ///   - camera: just opened; stopped here where it cannot be calibrated.
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
            let finding = TorchFinding(open: camera.name, borrowed.surface, allowed.command)
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

    /// Keeps the settings: nothing of the camera is put back afterwards. A lamp beside it goes out all the same.
    package func keep() throws(CommandFailure) {
        try failing { () throws(StoreError) in try borrowed.surface.keep() }
        isStreamLent = false
    }

    /// Ends the stream and puts back what was not kept, format and rate included. May be called more than once; whoever
    /// had the frames has let go of them.
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

    /// Stops the stream, and holds none of its buffers any more.
    private func letGo() {
        camera.source.stop()
        camera.source = EndedFrameSource(format: camera.source.format)
    }
}

// MARK: Other formats

extension CalibrationSession {
    /// What a calibration may choose among; `nil` where the user has chosen, or there is no choice.
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

/// The session's camera as a calibration sees it.
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

/// A stream that is over: it has its format, and holds nothing else.
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
            case .motionJPEG: .compressed
            case .converted: .converted
            }
        self.init(
            fourCC: mode.fourCC, size: mode.size, fastest: mode.fastest?.framesPerSecond,
            slowest: mode.slowest?.framesPerSecond, wantedRate: framesPerSecond, coding: coding)
    }
}
