// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Diagnostics
internal import Frames
internal import Output
internal import Pictures
internal import ReadingWorker
internal import Scanning
internal import Synchronization
internal import WebPage

/// Reads pictures that were dropped on the page, one after another: hard, as each stands for itself.
final class PictureReading: Sendable {
    private let plan: StudioPlan
    private let reader = Mutex<Reader?>(nil)

    /// Pixels of a picture from a browser: the largest cameras have a quarter of it.
    private static let mostPixels = 1 << 27

    /// A reader is for one thread at a time, which the lock sees to.
    private final class Reader: @unchecked Sendable {
        let reader: any BarcodeReader

        init(_ reader: any BarcodeReader) { self.reader = reader }
    }

    init(_ plan: StudioPlan) { self.plan = plan }

    /// Its codes with their places; or, when there are none, what the doctor makes of it.
    func read(_ bytes: [UInt8]) throws(PageFailure) -> JSONValue {
        let picture: Picture
        do {
            picture = try PictureLoader(maximumPixels: Self.mostPixels).picture(
                in: PixelStorage(bytes), name: "the picture")
        } catch {
            throw PageFailure(422, "\(error)")
        }
        let luma = picture.luma
        let began = FrameTimestamp.now
        let codes = try codes(in: luma)
        let took = FrameTimestamp.now.since(began)
        var members: [JSONValue.Member] = [
            .init("width", .integer(luma.width)), .init("height", .integer(luma.height)),
            .init("decode_ms", .number(took.milliseconds, decimals: 1)),
            .init("codes", .array(codes.map { CodeBox($0, isAccepted: true).json })),
        ]
        if let damage = picture.damage { members.append(.init("damage", .string("\(damage)"))) }
        if codes.isEmpty {
            let examination = PictureExamination(options: plan.examination(for: .pictures))
            let snapshot = examination.examine(luma, name: "the picture", program: plan.version)
            members.append(.init("report", Doctor.judge(snapshot).json))
        }
        return .object(members)
    }

    private func codes(in luma: LumaImage) throws(PageFailure) -> [Barcode] {
        do throws(BarcodeReaderError) {
            return try reader.withLock { (kept) throws(BarcodeReaderError) in
                let reader =
                    if let kept { kept } else {
                        Reader(try Readers(isInProcess: plan.isInProcess).make(effort: .hard, for: .pictures))
                    }
                kept = reader
                return reader.reader.read(luma, symbologies: plan.symbologies).inReadingOrder
            }
        } catch {
            throw PageFailure(500, error.description)
        }
    }
}
