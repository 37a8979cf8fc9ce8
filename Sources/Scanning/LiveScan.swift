// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames

/// One accepted read of a live source.
public struct LiveRead: Sendable {
    public var barcode: Barcode
    /// The frame's place in the stream.
    public var frame: Int
    /// What reading that frame took, all its codes together.
    public var decodeTime: Duration
    /// From the frame's timestamp to now.
    public var age: Duration
}

/// Why a live scan ended without a failure.
public enum LiveScanEnding: Hashable, Sendable {
    /// The source ended or was stopped.
    case sourceEnded
    case timedOut
    /// The receiver had enough.
    case satisfied
}

/// Reads frame after frame of a live source and passes each accepted code on: source → settling → reader → interval.
public struct LiveScan {
    /// How long a source may give no frame before that is a fault. A webcam may take seconds for its first.
    public static let patience = Duration.seconds(5)

    public enum Failure: Error {
        case source(FrameSourceError)
        case region(RegionError)
    }

    private let source: any FrameSource
    private let reader: RegionReader
    private let symbologies: Set<Symbology>
    private var gate: DuplicateGate

    public init(
        source: any FrameSource, reader: any BarcodeReader, symbologies: Set<Symbology>, region: FrameRegion? = nil,
        interval: Duration
    ) {
        self.source = source
        self.reader = RegionReader(reader, region: region)
        self.symbologies = symbologies
        self.gate = DuplicateGate(interval: interval)
    }

    /// Runs until the source ends, `timeout` has passed, or `receive` returns false. Codes of one frame are passed on
    /// in reading order: from the top, then from the left.
    public mutating func run<E: Error>(
        timeout: Duration?, receive: (LiveRead) throws(E) -> Bool
    ) throws -> LiveScanEnding {
        let end = timeout.map { FrameTimestamp.now + $0 }
        while true {
            let left = end.map { $0.since(.now) }
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
            let began = FrameTimestamp.now
            let barcodes: [Barcode]
            do throws(RegionError) {
                barcodes = try reader.read(frame.luma, symbologies: symbologies)
            } catch {
                throw Failure.region(error)
            }
            let done = FrameTimestamp.now
            for barcode in barcodes.inReadingOrder where gate.accept(barcode, at: done) {
                let read = LiveRead(
                    barcode: barcode, frame: frame.sequence, decodeTime: done.since(began),
                    age: FrameTimestamp.now.since(frame.timestamp))
                guard try receive(read) else { return .satisfied }
            }
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
