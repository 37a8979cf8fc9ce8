// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames
internal import Output
package import Pictures
internal import Scanning

/// Examines a photograph, or the frames of a camera.
package struct PictureExamination {
    private let options: Examination.Options
    private let shelf: ReaderShelf

    /// - Parameter reader: the reader for photographs, or why there is none; `nil` makes one when needed.
    package init(options: Examination.Options, reader: Result<any BarcodeReader, BarcodeReaderError>? = nil) {
        self.options = options
        self.shelf = ReaderShelf(options.makeReader)
        if let reader { shelf.put(reader, for: options.effort ?? .hard, .pictures) }
    }

    /// Examines a picture file. `name` is its path as given.
    package func examine(_ picture: Picture, name: String, program: String) -> Snapshot {
        var snapshot = examine(picture.luma, name: name, program: program, plane: picture.plane)
        snapshot.picture.value?.jpegQuality = picture.jpeg?.quality
        if picture.jpeg?.isCMYK == true { snapshot.picture.value?.isCMYK = true }
        if let damage = picture.damage { snapshot.damage = "\(damage)" }
        snapshot.transparency = picture.transparency
        return snapshot
    }

    /// Examines a photograph. `name` is its path as given.
    ///
    /// - Parameter plane: gives one plane of its colours, if there are any.
    package func examine(
        _ picture: LumaImage, name: String, program: String, plane: ((ColourPlane) -> LumaImage?)? = nil
    ) -> Snapshot {
        var snapshot = Snapshot(
            program: program, time: WallTime.now.text, subject: .init(kind: .picture, name: name, isNamed: true))
        do {
            var evidence = try collector(.hard).collect(picture, plane: plane)
            evidence.reader = shelf.shortfall
            snapshot.picture = shelf.failure.map { .unknown($0) } ?? .seen(evidence)
        } catch {
            snapshot.picture = .unknown(error.description)
        }
        if options.keepsFrames { snapshot.frames = [KeptFrame(picture)] }
        return snapshot
    }

    /// Examines frames of one scene, in order.
    func look(
        at frames: [Frame], settings: CameraSettings?, colours: ColourBalance?
    ) -> Observation<PictureEvidence> {
        do {
            var evidence = try collector(.normal).collect(
                frames.filter { !$0.isCorrupt }.map { ($0.luma, $0.timestamp) }, settings: settings, colours: colours)
            evidence.reader = shelf.shortfall
            return shelf.failure.map { .unknown($0) } ?? .seen(evidence)
        } catch {
            return .unknown(error.description)
        }
    }

    private func collector(_ effort: ReadingEffort) -> PictureCollector {
        PictureCollector(
            symbologies: options.symbologies, region: options.region, effort: options.effort ?? effort
        ) { shelf.reader($0, $1) }
    }
}

/// Makes a reader of each effort and for each use once, and remembers why one could not be made.
private final class ReaderShelf {
    private struct Kind: Hashable {
        var effort: ReadingEffort
        var use: ReadingUse

        init(_ effort: ReadingEffort, _ use: ReadingUse) {
            self.effort = effort
            // With full effort, frames are read as pictures are.
            self.use = effort == .hard ? .pictures : use
        }
    }

    private let make: (ReadingEffort, ReadingUse) throws(BarcodeReaderError) -> any BarcodeReader
    private var made: [Kind: Result<any BarcodeReader, BarcodeReaderError>] = [:]
    private(set) var failure: String?

    /// Of the readers made so far: they have the same libraries.
    var shortfall: ReaderRecord? {
        made.values.lazy.compactMap { try? $0.get() }.first.flatMap { ReaderRecord($0.shortfall) }
    }

    init(_ make: @escaping (ReadingEffort, ReadingUse) throws(BarcodeReaderError) -> any BarcodeReader) { self.make = make }

    func put(_ reader: Result<any BarcodeReader, BarcodeReaderError>, for effort: ReadingEffort, _ use: ReadingUse) {
        made[Kind(effort, use)] = reader
        if case .failure(let error) = reader { failure = error.description }
    }

    func reader(_ effort: ReadingEffort, _ use: ReadingUse) -> any BarcodeReader {
        let kind = Kind(effort, use)
        if made[kind] == nil { put(Result { () throws(BarcodeReaderError) in try make(effort, kind.use) }, for: effort, use) }
        guard case .success(let reader) = made[kind] else { return NoReader() }
        return reader
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
