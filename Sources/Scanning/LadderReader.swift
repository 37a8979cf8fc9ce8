// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames
import LumaProcessing

/// Reads a picture step by step, as `ReadingLadder` says, with readers it is given.
///
/// At `normal` and `fast` it takes its pictures for the frames of one stream: dear steps take turns, and a read that is
/// not believed at once may be confirmed within the next dozen frames. At `hard` each picture stands for itself.
///
/// Pictures of any size are read in bounded memory: prepared copies have at most a few megapixels, and what has more
/// than 40 megapixels or a side of over 32,000 pixels is looked at reduced.
public final class LadderReader: BarcodeReader {
    public let name = "ladder"
    public let supported: Set<Symbology>
    public let effort: ReadingEffort
    /// What the steps of the last `read` did, in order; steps that were not taken are missing.
    public private(set) var records: [ReadingRecord] = []

    /// Told each step's place before it is taken: should it never end, somebody knows which it was.
    package var onStep: ((Int) -> Void)?
    /// Steps that are not taken, by their place.
    package var leftOut: Set<Int> = []

    private let readers: [ReadingEngine: any BarcodeReader]
    private let steps: [ReadingStep]
    private var votes: ReadingVotes
    /// Pictures read so far.
    private var picture = 0

    /// Frames within which a weak read may be confirmed.
    private static let memory = 12
    /// zxing-cpp counts runs of pixels in 16 bits.
    private static let longestSide = 32_000

    /// - Parameter readers: the reader for each part; steps whose reader is missing are left out.
    public convenience init(readers: [ReadingEngine: any BarcodeReader], effort: ReadingEffort) {
        self.init(readers: readers, effort: effort, steps: ReadingLadder.steps(effort))
    }

    /// With steps of one's own, for tests and measurements.
    package init(readers: [ReadingEngine: any BarcodeReader], effort: ReadingEffort = .hard, steps: [ReadingStep]) {
        self.readers = readers
        self.effort = effort
        votes = ReadingVotes(
            hasBothReaders: readers[.zxing] != nil && (readers[.zbar] != nil || readers[.coarseZBar] != nil),
            isStream: effort != .hard)
        self.steps = steps.filter { readers[$0.engine] != nil }
        supported = readers.values.reduce(into: []) { $0.formUnion($1.supported) }
    }

    /// Forgets the pictures read so far, as before another stream.
    public func reset() {
        votes.removeAll()
        picture = 0
    }

    public func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        records.removeAll(keepingCapacity: true)
        guard image.width > 0, image.height > 0 else { return [] }
        if effort == .hard { votes.removeAll() } else { votes.forget(before: picture - Self.memory) }
        defer { picture += 1 }

        var prepared = PreparedPictures(image, longestSide: Self.longestSide)
        for (place, step) in steps.enumerated() {
            guard let reader = readers[step.engine], !leftOut.contains(place) else { continue }
            let wanted = step.symbologies.intersection(symbologies).intersection(reader.supported)
            guard !wanted.isEmpty, isDue(step, for: image) else { continue }
            onStep?(place)
            let began = FrameTimestamp.now
            guard let picture = prepared.picture(for: step) else { continue }
            let codes = look(picture, step, reader, wanted)
            votes.add(codes, by: step, picture: self.picture)
            records.append(
                ReadingRecord(step: step, codes: codes.count, duration: FrameTimestamp.now.since(began)))
        }
        return votes.accepted(in: picture)
    }

    /// What the steps read, believed or not; for measurements.
    package func readUnweighed(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        guard image.width > 0, image.height > 0 else { return [] }
        var prepared = PreparedPictures(image, longestSide: Self.longestSide)
        return steps.flatMap { step -> [Barcode] in
            guard let reader = readers[step.engine], isDue(step, for: image), let picture = prepared.picture(for: step)
            else { return [] }
            let wanted = step.symbologies.intersection(symbologies).intersection(reader.supported)
            return look(picture, step, reader, wanted)
        }
    }

    /// Reads a prepared picture window by window; corners are in the original.
    private func look(
        _ picture: PreparedImage, _ step: ReadingStep, _ reader: any BarcodeReader, _ wanted: Set<Symbology>
    ) -> [Barcode] {
        Self.windows(of: picture.image.size, step.windows).flatMap { window -> [Barcode] in
            guard let part = picture.image.cropped(to: window) else { return [] }
            return reader.read(part, symbologies: wanted).map { code in
                var code = code
                code.corners = code.corners?.mapped { corner in
                    let original = picture.toOriginal(x: corner.x + Double(window.x), y: corner.y + Double(window.y))
                    return PixelPoint(x: original.x, y: original.y)
                }
                return code
            }
        }
    }

    private func isDue(_ step: ReadingStep, for image: LumaImage) -> Bool {
        switch step.condition {
        case .always: true
        case .nothingRead: votes.accepted(in: picture).isEmpty
        case .notOne: votes.accepted(in: picture).count != 1
        case .largerThan(let pixels): image.size.area > pixels
        case .everyNth(let count, let offset): picture == 0 || picture % count == offset
        }
    }

    /// Windows that overlap by half; one for the whole picture.
    private static func windows(of size: FrameSize, _ division: Int) -> [PixelRectangle] {
        let width = size.width / division
        let height = size.height / division
        guard width > 0, height > 0 else { return [] }
        let positions = 2 * division - 1
        return (0..<positions * positions).map { index in
            PixelRectangle(
                x: (size.width - width) * (index % positions) / max(1, positions - 1),
                y: (size.height - height) * (index / positions) / max(1, positions - 1),
                width: width, height: height)
        }
    }
}

/// The prepared forms of one picture, made when a step asks for one. Steps that follow each other share it.
private struct PreparedPictures {
    private let original: LumaImage
    private let longestSide: Int
    private var fitted: (factor: Int, picture: PreparedImage)?
    private var last: (preparation: ReadingPreparation, factor: Int, picture: PreparedImage)?

    init(_ original: LumaImage, longestSide: Int) {
        self.original = original
        self.longestSide = longestSide
    }

    /// `nil` when it would be out of proportion: a thin strip, turned, is mostly background.
    mutating func picture(for step: ReadingStep) -> PreparedImage? {
        var factor = 1
        while (original.width / factor) * (original.height / factor) > step.pixelLimit
            || max(original.width, original.height) / factor > longestSide
        {
            factor += 1
        }
        let fit = FrameSize(width: original.width / factor, height: original.height / factor)
        let size = step.preparation.size(of: fit)
        guard size.width > 0, size.height > 0, size.area <= 5 * max(fit.area, 4096) else { return nil }
        if let last, last.preparation == step.preparation, last.factor == factor { return last.picture }
        let base: PreparedImage
        if factor == 1 {
            base = PreparedImage(original)
        } else if let fitted, fitted.factor == factor {
            base = fitted.picture
        } else {
            base = Self.reduced(original, by: factor)
            fitted = (factor, base)
        }
        let result = base.then { step.preparation.apply(to: $0) }
        last = (step.preparation, factor, result)
        return result
    }

    /// By any factor: `reduced(by:)` takes up to 256 at once.
    private static func reduced(_ image: LumaImage, by factor: Int) -> PreparedImage {
        factor <= 256
            ? image.reduced(by: factor) : image.reduced(by: 256).then { reduced($0, by: (factor + 255) / 256) }
    }
}
