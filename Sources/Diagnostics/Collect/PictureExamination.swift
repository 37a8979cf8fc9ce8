// SPDX-License-Identifier: Apache-2.0

public import Frames
internal import Barcodes
internal import Output
internal import Scanning

/// Looks at pictures: a photograph of its own, or what a camera showed.
public struct PictureExamination {
    private let options: Examination.Options

    public init(options: Examination.Options) { self.options = options }

    /// A photograph. `name` is its path as given.
    public func examine(_ picture: LumaImage, name: String, program: String) -> Snapshot {
        var snapshot = Snapshot(
            program: program, time: WallTime.now.text, subject: .init(kind: .picture, name: name, isNamed: true))
        let shelf = ReaderShelf(options.makeReader)
        do {
            let evidence = try collector(.hard, shelf).collect(picture)
            snapshot.picture = shelf.failure.map { .unknown($0) } ?? .seen(evidence)
        } catch {
            snapshot.picture = .unknown(error.description)
        }
        if options.keepsFrames { snapshot.frames = [KeptFrame(picture)] }
        return snapshot
    }

    /// Frames of one look at a scene, in order.
    func look(at frames: [Frame], settings: CameraSettings?) -> Observation<PictureEvidence> {
        let shelf = ReaderShelf(options.makeReader)
        do {
            let evidence = try collector(.normal, shelf).collect(
                frames.filter { !$0.isCorrupt }.map { ($0.luma, $0.timestamp) }, settings: settings)
            return shelf.failure.map { .unknown($0) } ?? .seen(evidence)
        } catch {
            return .unknown(error.description)
        }
    }

    private func collector(_ effort: ReadingEffort, _ shelf: ReaderShelf) -> PictureCollector {
        PictureCollector(
            symbologies: options.symbologies, region: options.region, effort: options.effort ?? effort
        ) { shelf.reader($0) }
    }
}

/// Makes readers, and remembers why one could not be made.
private final class ReaderShelf {
    private let make: (ReadingEffort) throws(BarcodeReaderError) -> any BarcodeReader
    private(set) var failure: String?

    init(_ make: @escaping (ReadingEffort) throws(BarcodeReaderError) -> any BarcodeReader) { self.make = make }

    func reader(_ effort: ReadingEffort) -> any BarcodeReader {
        do throws(BarcodeReaderError) {
            return try make(effort)
        } catch {
            failure = error.description
            return NoReader()
        }
    }
}

extension KeptFrame {
    init(_ image: LumaImage) {
        let whole = image.copy()
        self.init(
            width: whole.width, height: whole.height,
            luma: whole.withSpan { pixels in base64((0..<pixels.count).map { pixels[$0] }) })
    }
}
