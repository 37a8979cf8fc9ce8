// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import ConfinedDecoding
internal import Frames
internal import Measurement
internal import Output
internal import Pictures
internal import ReadingWorker
internal import Scanning
internal import Terminal

/// Measures pictures and prints one line for each.
struct PictureMeasuring {
    let symbologies: Set<Symbology>
    let region: FrameRegion?
    let ofSymbol: Bool
    let readers: Readers
    let effort: ReadingEffort
    let style: MeasureStyle
    let plot: String?

    /// Runs jobs. Each is a list of pictures or a failed input; cameras are ignored.
    func run(_ jobs: [ScanInputs.Job]) throws {
        guard !jobs.isEmpty else { return }
        if plot != nil {
            throw CommandFailure("cannot plot pictures: --plot needs a camera or a stream; use --csv")
        }
        if style == .csv { try Console.print(MeasureTable.header) }
        var failures = 0
        for job in jobs {
            switch job {
            case .camera: break
            case .failed(let source, let message):
                failures += 1
                try fail(source, message)
            case .pictures(let paths): failures += try measure(paths)
            }
        }
        if failures > 0 { throw CommandFailure(status: .couldNot) }
    }

    private func fail(_ source: String, _ message: String) throws(CommandFailure) {
        Console.note(VisibleText.escape(message))
        guard style == .json else { return }
        let event: JSONValue = ["event": "error", "source": .string(source), "message": .string(message)]
        try Console.print(event.text)
    }

    /// - Returns: the number of failed pictures.
    private func measure(_ paths: [String]) throws -> Int {
        let (symbologies, region, ofSymbol) = (symbologies, region, ofSymbol)
        var failures = 0
        let decoders = Decoders(isInProcess: readers.isInProcess)
        try forEachPicture(paths, readers: readers, decoders: decoders, effort: effort) {
            (loader: $1, reader: $0)
        } work: { (worker: inout Worker, path: String) -> Answer in
            do {
                let picture = try worker.loader.picture(at: path)
                let measurement = try PictureMeasurement(
                    picture.luma, reader: worker.reader.get(), symbologies: symbologies, region: region,
                    ofSymbol: ofSymbol)
                let damage = picture.damage.map { "cannot read all of \(path): \($0)" }
                return Answer(measurement: measurement, failure: damage)
            } catch {
                return Answer(measurement: nil, failure: "\(error)")
            }
        } deliver: { (path: String, answer: Answer) throws(CommandFailure) -> Bool in
            if let measurement = answer.measurement { try print(measurement, path) }
            if let message = answer.failure {
                failures += 1
                try fail(path, message)
            }
            return Interruption.received == nil
        }
        return failures
    }

    private typealias Worker = (loader: any PictureDecoder, reader: Result<any BarcodeReader, BarcodeReaderError>)

    private struct Answer: Sendable {
        var measurement: PictureMeasurement?
        var failure: String?
    }

    private func print(_ measurement: PictureMeasurement, _ path: String) throws(CommandFailure) {
        switch style {
        case .json: try Console.print(measurement.json(source: path).text)
        case .csv: try Console.print(MeasureTable.row(measurement, source: path))
        case .text: try Console.print("\(VisibleText.escape(path)): \(MeasureWords.line(measurement))")
        }
    }
}
