// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import ConfinedDecoding
internal import Diagnostics
internal import Frames
internal import Output
internal import Pictures
internal import ReadingWorker
internal import Scanning
internal import Synchronization
internal import WebPage

/// Reads pictures dropped on the page, one after another, with high effort, as there is only one frame of each.
final class PictureReading: Sendable {
    private let reader = Mutex<Reader?>(nil)

    /// The largest picture from a browser, pixels: four times that of the largest cameras.
    private static let mostPixels = 1 << 27

    /// Unchecked: a reader is for one thread at a time, which the lock ensures.
    private final class Reader: @unchecked Sendable {
        let reader: any BarcodeReader

        init(_ reader: any BarcodeReader) { self.reader = reader }
    }

    private let loader: any PictureDecoder

    init(_ plan: StudioPlan) {
        loader = plan.decoders.pictures(maximumPixels: Self.mostPixels)
    }

    /// The codes with their positions; if there are none, the doctor's report.
    func read(_ bytes: [UInt8], _ plan: StudioPlan) throws(PageFailure) -> JSONValue {
        let picture: Picture
        do {
            picture = try loader.picture(in: PixelStorage(bytes), name: "the picture")
        } catch {
            throw PageFailure(422, "\(error)")
        }
        let luma = picture.luma
        let began = FrameTimestamp.now
        let codes = try codes(in: luma, plan)
        let took = FrameTimestamp.now.since(began)
        var members: [JSONValue.Member] = [
            .init("width", .integer(luma.width)), .init("height", .integer(luma.height)),
            .init("decode_ms", .number(took.milliseconds, decimals: 1)),
            .init("codes", .array(codes.map { CodeBox($0, isAccepted: true).json })),
        ]
        if let damage = picture.damage { members.append(.init("damage", .string("\(damage)"))) }
        if codes.isEmpty {
            let examination = PictureExamination(options: plan.examination)
            let snapshot = examination.examine(luma, name: "the picture", program: plan.version)
            members.append(.init("report", Doctor.judge(snapshot).json))
        }
        return .object(members)
    }

    private func codes(in luma: LumaImage, _ plan: StudioPlan) throws(PageFailure) -> [Barcode] {
        do throws(BarcodeReaderError) {
            return try reader.withLock { (kept) throws(BarcodeReaderError) in
                let reader =
                    if let kept { kept } else {
                        Reader(
                            try Readers(isInProcess: plan.isInProcess).make(
                                effort: .hard, for: .pictures, lanes: Readers.cores))
                    }
                kept = reader
                return reader.reader.read(luma, symbologies: plan.symbologies).inReadingOrder
            }
        } catch {
            throw PageFailure(500, error.description)
        }
    }
}
