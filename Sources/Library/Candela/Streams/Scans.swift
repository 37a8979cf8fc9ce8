// SPDX-License-Identifier: Apache-2.0

internal import CameraCalibration
internal import CameraControls
internal import Cameras
internal import Frames
internal import LightGoverning
internal import Scanning
internal import Torch

/// How a camera scans.
public struct ScanOptions: Sendable {
    /// How the camera streams.
    public var stream = StreamOptions()
    /// How much work a frame is worth.
    public var effort = BarcodeReader.Effort.normal
    /// Who sets the exposure.
    public var exposure = Exposure.calibrated
    /// The least time between two scans of the same code while it stays before the camera.
    public var repeatsAfter = Duration.milliseconds(3500)
    /// Whether there is no scan while several codes are in view.
    public var onlySingle = false
    /// Makes the reader that reads the frames instead of Candela's; called once for each loop, on the thread that uses it.
    public var makeReader: (@Sendable () -> any PictureReading)?

    /// The options of `candela scan`.
    public init() {}

    /// Who sets the exposure during a scan. The camera has its earlier one again when the loop ends.
    public struct Exposure: Hashable, Sendable {
        let choice: LightChoice?

        /// Candela follows the light with exposure and gain while a calibrated profile is in force, else nobody.
        public static let calibrated = Exposure(choice: nil)
        /// Candela follows the light with exposure and gain.
        public static let followed = Exposure(choice: .auto)
        /// Nobody: it stays as it is.
        public static let fixed = Exposure(choice: .fixed)
        /// The camera's own automatic.
        public static let camera = Exposure(choice: .camera)
    }
}

/// The scans of a camera.
///
/// When the loop ends, in any way, the camera is closed and has its earlier settings. Cancelling the task ends the loop.
public struct ScanSequence: AsyncSequence, Sendable {
    let camera: Camera
    let symbologies: Set<Symbology>
    let options: ScanOptions

    /// Takes scans from the camera.
    public struct Iterator: AsyncIteratorProtocol {
        private let thread: CameraThread<Scan>

        init(_ thread: CameraThread<Scan>) { self.thread = thread }

        /// Waits for a scan. Scans that nobody has asked for yet wait here, in order.
        ///
        /// - Returns: the scan; `nil` once the stream has ended, or the task was cancelled.
        /// - Throws: `CameraError` if the camera cannot be opened, or was unplugged.
        public func next() async throws -> Scan? { try await thread.next() }
    }

    /// Opens the camera.
    public func makeAsyncIterator() -> Iterator {
        let (camera, symbologies, options) = (camera, symbologies, options)
        return Iterator(CameraThread { channel in try camera.scan(symbologies, options, into: channel) })
    }
}

extension Camera {
    /// Its scans, as an endless sequence: each code that is shown to it, once.
    ///
    /// - Parameters:
    ///   - symbologies: what to read. Fewer are faster.
    ///   - options: how it scans.
    /// - Returns: a sequence that opens the camera when a loop begins.
    public func scans(
        _ symbologies: Set<Symbology> = .standard, options: ScanOptions = ScanOptions()
    ) -> ScanSequence {
        ScanSequence(camera: self, symbologies: symbologies, options: options)
    }

    fileprivate func scan(
        _ symbologies: Set<Symbology>, _ options: ScanOptions, into channel: Channel<Scan>
    ) throws(CameraError) {
        let reader = try reader(symbologies, options)
        let streaming = try Streaming(self, options.stream, for: channel)
        defer { streaming.end() }
        let open = streaming.open
        let follower: LightFollower?
        do throws(ControlError) {
            follower = try LightFollower(
                options.exposure.choice, identity: open.identity, controls: open.controls, format: open.source.format,
                region: nil, lamp: { () throws(ControlError) in nil }, borrowed: { streaming.borrow() })
        } catch {
            throw CameraError(error)
        }
        defer { follower?.end() }
        let keeper = follower?.keeper
        let source = keeper.map { keeper in WatchedFrameSource(open.source) { keeper.take($0) } } ?? open.source
        var scan = LiveScan(
            source: source, reader: reader, symbologies: symbologies.inner,
            policy: ReadPolicy(repeats: .interval(options.repeatsAfter), isSingle: options.onlySingle))
        if let keeper { scan.onFrame = { image, codes in keeper.note(codes, in: image) } }
        do {
            _ = try scan.run(timeout: nil) { (event: LiveEvent) throws(Never) -> Bool in
                guard case .read(let read) = event else { return !channel.isStopped }
                return channel.send(
                    Scan(
                        ScanEvent.Scan(
                            source: open.name, camera: open.identity, frame: read.frame, barcode: read.barcode,
                            decodeTime: read.decodeTime, age: read.age)))
            }
        } catch LiveScan.Failure.source(let error) {
            throw CameraError(error)
        } catch {
            throw CameraError(.failed, "\(error)")
        }
    }

    private func reader(
        _ symbologies: Set<Symbology>, _ options: ScanOptions
    ) throws(CameraError) -> any InnerReader {
        if let make = options.makeReader { return ForeignReader(make()) }
        do throws(ReadingError) {
            try Workers.prepare(options.stream.isolation)
            return try BarcodeReader.make(symbologies, options.effort.inner, .scan, options.stream.isolation)
        } catch {
            throw CameraError(error)
        }
    }
}
