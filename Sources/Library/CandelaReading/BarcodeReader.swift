// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import ConfinedDecoding
internal import Frames
internal import Pictures
internal import ReadingWorker
package import Scanning
internal import Synchronization

/// Reads the codes of pictures: files, encoded pictures in memory, and pixels that the caller owns.
///
/// ```swift
/// for code in try BarcodeReader().read(picture: "label.jpg") { print(code.symbology, code.visibleText) }
/// ```
///
/// It can be used from several tasks, which wait for each other. A call can take a second: make a reader for each task to
/// read several pictures at a time.
public final class BarcodeReader: Sendable {
    /// How much work a picture is worth.
    public enum Effort: String, Hashable, Sendable, CaseIterable {
        /// Few attempts, for many pictures that are easy to read.
        case fast
        /// What a scan does with each frame.
        case normal
        /// Everything, for pictures that nobody can take again.
        case thorough
    }

    /// What it reads.
    public let symbologies: Set<Symbology>

    /// What it would read if more libraries were installed.
    public let unread: Set<Symbology>

    /// The libraries that are missing, a sentence each.
    public let missing: [String]

    private let decoder: any PictureDecoder
    private let held: Mutex<Held>

    /// Unchecked: used with the lock held.
    private struct Held: @unchecked Sendable {
        var reader: any Barcodes.BarcodeReader
        var incident: String?
    }

    /// A reader.
    ///
    /// - Parameters:
    ///   - symbologies: what to read. Fewer are faster.
    ///   - effort: how much work a picture is worth.
    ///   - isolation: where pictures are decoded and read.
    /// - Throws: if its helper cannot be started, or if nothing of it can be read without a library that is missing.
    public init(
        _ symbologies: Set<Symbology> = .standard, effort: Effort = .thorough, isolation: Isolation = .confined
    ) throws(ReadingError) {
        try Workers.prepare(isolation)
        let reader = try Self.make(symbologies, effort.inner, .pictures, isolation)
        self.symbologies = symbologies
        unread = Set(reader.shortfall.unread.intersection(symbologies.inner).map { Symbology(of: $0) })
        missing = reader.shortfall.missing.map(\.description)
        decoder = Decoders(isInProcess: isolation == .inProcess).pictures()
        held = Mutex(Held(reader: reader))
    }

    /// A reader for one thread.
    package static func make(
        _ symbologies: Set<Symbology>, _ effort: ReadingEffort, _ use: ReadingUse, _ isolation: Isolation
    ) throws(ReadingError) -> any Barcodes.BarcodeReader {
        do throws(BarcodeReaderError) {
            return try Readers(isInProcess: isolation == .inProcess, namesMissing: false).make(
                effort: effort, for: use, symbologies: symbologies.inner,
                // In a caller's process, its threads are its own affair.
                lanes: use == .pictures && isolation == .confined ? Readers.cores : 1)
        } catch {
            throw ReadingError(error.reader == "worker" ? .noHelper : .libraryMissing, error.description)
        }
    }

    /// Reads a picture file: PNG, JPEG, PNM, and what imlib2 decodes (WebP, TIFF, GIF, HEIF, …).
    ///
    /// - Parameter path: its path.
    /// - Returns: the codes in reading order; none for a picture without codes.
    public func read(picture path: String) throws(ReadingError) -> [Barcode] {
        try read(decoded { () throws(PictureError) in try decoder.picture(at: path) })
    }

    /// Reads a picture whose file is in memory.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - name: what to call it in errors.
    /// - Returns: the codes in reading order; none for a picture without codes.
    public func read(encoded bytes: [UInt8], name: String = "picture") throws(ReadingError) -> [Barcode] {
        try read(decoded { () throws(PictureError) in try decoder.picture(in: PixelStorage(bytes), name: name) })
    }

    /// Reads a grey picture.
    ///
    /// - Parameter image: the picture, such as ``GrayImage`` makes of pixels that you own.
    /// - Returns: the codes in reading order, with corners in pixels of `image`; none for a picture without codes.
    public func read(_ image: GrayImage) throws(ReadingError) -> [Barcode] {
        let (codes, incident) = held.withLock { held in
            let incident = Mutex<String?>(nil)
            let worker = held.reader as? WorkerReader
            worker?.onIncident = { what in incident.withLock { $0 = what.description } }
            defer { worker?.onIncident = nil }
            let codes = held.reader.read(image.luma, symbologies: symbologies.inner).inReadingOrder
            return (codes.map { Barcode($0) }, incident.withLock { $0 })
        }
        // A picture that cost a process is read again without what killed it; it is lost only if nothing was read then.
        if codes.isEmpty, let incident { throw ReadingError(.readerFailed, incident) }
        return codes
    }

    private func decoded(_ decode: () throws(PictureError) -> Picture) throws(ReadingError) -> GrayImage {
        do throws(PictureError) {
            return GrayImage(try decode().luma)
        } catch {
            let kind: ReadingError.Kind =
                switch error.kind {
                case .notFound, .noAccess, .isFolder, .notRegularFile, .folderWithoutPictures, .failed: .noPicture
                case .empty, .notPicture, .damaged, .tooLarge: .undecodable
                case .libraryMissing: .libraryMissing
                case .decoderFailed: .readerFailed
                }
            throw ReadingError(kind, error.description)
        }
    }
}

extension BarcodeReader.Effort {
    package var inner: ReadingEffort {
        switch self {
        case .fast: .fast
        case .normal: .normal
        case .thorough: .hard
        }
    }
}
