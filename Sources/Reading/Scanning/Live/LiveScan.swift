// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames

/// Which part of the frames is looked at.
public enum ScanRegion: Hashable, Sendable {
    case whole
    case fixed(FrameRegion)
    /// The neighbourhood of the last code, and the whole frame when nothing is read there for a while.
    case following
}

/// One scan of a live source.
public struct LiveRead: Sendable {
    public var barcode: Barcode
    /// The frame's place in the stream.
    public var frame: Int
    /// What reading that frame took, all its codes together.
    public var decodeTime: Duration
    /// From the frame's timestamp to now.
    public var age: Duration
}

/// What a live scan has to say.
public enum LiveEvent: Sendable {
    case read(LiveRead)
    /// One code only is wanted, and several have just come into view; none is a scan until one is left.
    case several([Barcode])
    /// From the next frame on, this part of a frame of that size is looked at.
    case region(PixelRectangle, FrameSize)
}

/// Why a live scan ended without a failure.
public enum LiveScanEnding: Hashable, Sendable {
    /// The source ended or was stopped.
    case sourceEnded
    case timedOut
    /// The receiver had enough.
    case satisfied
}

/// Reads frame after frame of a live source and passes on what is a scan: source → region → reader → policy → events.
public struct LiveScan {
    /// How long a source may give no frame before that is a fault. A webcam may take seconds for its first.
    public static let patience = Duration.seconds(5)

    public enum Failure: Error {
        case source(FrameSourceError)
        case region(RegionError)
    }

    private let source: any FrameSource
    private let reader: any BarcodeReader
    private let symbologies: Set<Symbology>
    private var region: ScanRegion
    /// With what it remembers: a scan that follows this one of the same camera goes on with it.
    public private(set) var policy: ReadPolicy
    /// Called on the thread that reads with each frame and what was read in it, before it is judged.
    public var onFrame: ((LumaImage, [Barcode]) -> Void)?
    /// Asked before each frame whether it is to be read at all; one that is not goes to `onFrame` all the same.
    public var isPaused: (() -> Bool)?
    /// Called before `onFrame`, with what the frame showed that is not believed yet.
    public var onDoubts: (([Barcode]) -> Void)?
    /// Asked before each frame which part to look at; `nil` leaves it as it was begun with.
    public var regionNow: (() -> ScanRegion)?
    private var clock = StreamClock()
    private var follower = RegionFollower()
    private var toldRegion: PixelRectangle?

    public init(
        source: any FrameSource, reader: any BarcodeReader, symbologies: Set<Symbology>, region: ScanRegion = .whole,
        policy: ReadPolicy
    ) {
        self.source = source
        self.reader = reader
        self.symbologies = symbologies
        self.region = region
        self.policy = policy
    }

    /// Runs until the source ends, `timeout` has passed, or `receive` returns false. Codes of one frame are passed on
    /// in reading order: from the top, then from the left.
    public mutating func run<E: Error>(
        timeout: Duration?, receive: (LiveEvent) throws(E) -> Bool
    ) throws -> LiveScanEnding {
        let end = timeout.map { clock.now + $0 }
        while true {
            let left = end.map { $0.since(clock.now) }
            if let left, left <= .zero { return .timedOut }
            let frame: Frame?
            do throws(FrameSourceError) {
                frame = try source.nextFrame(timeout: min(left ?? Self.patience, Self.patience))
            } catch  where error.kind == .noFrame && left.map({ $0 < Self.patience }) == true {
                return .timedOut
            } catch {
                throw Failure.source(error)
            }
            guard let frame else { return .sourceEnded }
            clock.note(frame)
            if isPaused?() == true {
                onFrame?(frame.luma, [])
                continue
            }
            let began = FrameTimestamp.now
            if let regionNow { region = regionNow() }
            let part = try part(of: frame.luma)
            let barcodes = reader.read(part, of: frame.luma, symbologies: symbologies)
            let done = FrameTimestamp.now
            onDoubts?(reader.doubtful(in: part))
            onFrame?(frame.luma, barcodes)
            if region != .whole, part != toldRegion {
                toldRegion = part
                guard try receive(.region(part, frame.luma.size)) else { return .satisfied }
            }
            if region == .following { follower.note(barcodes, in: frame.luma.size, at: clock.now) }
            let verdict = policy.judge(barcodes, at: clock.now)
            if let several = verdict.several {
                guard try receive(.several(several)) else { return .satisfied }
            }
            for barcode in verdict.scans {
                let decodeTime = done.since(began)
                let read = LiveRead(
                    barcode: barcode, frame: frame.sequence, decodeTime: decodeTime,
                    age: clock.isSimulated ? decodeTime : FrameTimestamp.now.since(frame.timestamp))
                guard try receive(.read(read)) else { return .satisfied }
            }
        }
    }

    private func part(of image: LumaImage) throws(Failure) -> PixelRectangle {
        switch region {
        case .whole: return PixelRectangle(image.size)
        case .following:
            let part = follower.region ?? PixelRectangle(image.size)
            return part.fits(in: image.size) ? part : PixelRectangle(image.size)
        case .fixed(let region):
            guard let part = region.rectangle(in: image.size) else {
                throw .region(RegionError(region: region, size: image.size))
            }
            return part
        }
    }
}

extension [Barcode] {
    /// From the top, then from the left, by the codes' centres; codes without a place come last.
    public var inReadingOrder: [Barcode] {
        sorted { left, right in
            guard let a = left.corners?.center else { return false }
            guard let b = right.corners?.center else { return true }
            return a.y != b.y ? a.y < b.y : a.x < b.x
        }
    }
}
