// SPDX-License-Identifier: Apache-2.0

package import Barcodes
import Frames
import LumaProcessing

/// What a step found.
struct StepFindings: Sendable {
    var codes: [Barcode]
    /// Places that look like matrix codes and were not read; `nil` if the step does not look for such.
    var suspects: [Quadrilateral]?
}

/// The steps of a ladder with their readers.
package struct LadderSteps {
    package let steps: [ReadingStep]
    package let supported: Set<Symbology>
    /// What the missing libraries cost.
    let shortfall: ReaderShortfall
    let hasBothReaders: Bool
    let readers: [ReadingEngine: any BarcodeReader]

    /// zxing-cpp counts runs of pixels in 16 bits.
    static let longestSide = 32_000

    /// - Parameters:
    ///   - readers: the reader for each engine. Steps without a reader, or whose reader makes them needless, are never run.
    ///     They keep their indices, which others use.
    ///   - missing: why there is no reader for the other engines.
    package init(
        _ steps: [ReadingStep], readers: [ReadingEngine: any BarcodeReader], missing: [BarcodeReaderError] = []
    ) {
        self.steps = steps
        self.readers = readers
        supported = readers.values.reduce(into: []) { $0.formUnion($1.supported) }
        var unread: Set<Symbology> = []
        for step in steps { unread.formUnion(step.symbologies) }
        for step in steps {
            unread.subtract(step.symbologies.intersection(readers[step.engine]?.supported ?? []))
        }
        shortfall = ReaderShortfall(missing: missing, unread: missing.isEmpty ? [] : unread)
        hasBothReaders = readers[.zxing] != nil && (readers[.zbar] != nil || readers[.coarseZBar] != nil)
    }

    /// The part of `symbologies` that a step reads.
    package func wanted(_ step: ReadingStep, of symbologies: Set<Symbology>) -> Set<Symbology> {
        guard let reader = readers[step.engine], !isNeedless(step) else { return [] }
        return step.symbologies.intersection(symbologies).intersection(reader.supported)
    }

    /// Whether the step's reader already does what the step is for.
    package func isNeedless(_ step: ReadingStep) -> Bool {
        readers[step.engine].map { step.isNeedless(given: $0.abilities) } ?? false
    }

    /// Whether the step's reader looks for structure, and leaves out what is known.
    func searches(_ step: ReadingStep) -> Bool {
        step.windows == 1 && !step.isOnBars && readers[step.engine] is any SearchingReader
    }

    /// What the step gives on a picture; `nil` if the picture is unsuitable for it.
    ///
    /// - Parameter known: what has been read, in the original. No step reads again what another has read.
    func run(
        _ step: ReadingStep, _ prepared: inout PreparedPictures, wanted: Set<Symbology>, known: [Barcode]
    ) -> StepFindings? {
        if searches(step) { return search(&prepared, step, wanted: wanted, known: known) }
        return look(at: &prepared, step, wanted: wanted).map { StepFindings(codes: $0) }
    }

    /// Prepares a picture, or reuses a preparation, and reads it window by window; corners are in the original. `nil` if
    /// the picture is unsuitable for the step.
    ///
    /// - Parameter closely: the picture is a place where exactly one code is expected.
    package func look(
        at prepared: inout PreparedPictures, _ step: ReadingStep, wanted: Set<Symbology>, closely: Bool = false
    ) -> [Barcode]? {
        if step.isOnBars { return lookAtBars(&prepared, step, wanted: wanted) }
        let close = closely && step.engine == .zxing ? readers[.closeZXing] : nil
        guard let reader = close ?? readers[step.engine], let picture = prepared.picture(for: step) else { return nil }
        return Self.windows(of: picture.image.size, step.windows).flatMap { window -> [Barcode] in
            guard let part = picture.image.cropped(to: window) else { return [] }
            return reader.read(part, symbologies: wanted).map { code in
                ended(code, in: part, readBy: reader).moved { corner in
                    picture.toOriginal(PixelPoint(x: corner.x + Double(window.x), y: corner.y + Double(window.y)))
                }
            }
        }
    }

    /// The same outside the places of codes that are known, by a reader that looks for structure.
    ///
    /// - Parameter known: in the original.
    /// - Returns: also the places that look like symbols and were not read; `nil` if the reader does not look for structure.
    func search(
        _ prepared: inout PreparedPictures, _ step: ReadingStep, wanted: Set<Symbology>, known: [Barcode]
    ) -> StepFindings? {
        guard searches(step), let reader = readers[step.engine] as? any SearchingReader,
            let picture = prepared.picture(for: step), let back = picture.toOriginal.inverse
        else { return nil }
        let codes = reader.read(picture.image, symbologies: wanted, known: known.map { $0.moved { back($0) } })
        return StepFindings(
            codes: codes.map { $0.moved { picture.toOriginal($0) } },
            suspects: step.engine.isForLinear
                ? nil : reader.suspects.map { $0.mapped { picture.toOriginal($0) } })
    }

    /// Reads the places of bars, each upright; corners are in the original.
    private func lookAtBars(
        _ prepared: inout PreparedPictures, _ step: ReadingStep, wanted: Set<Symbology>
    ) -> [Barcode]? {
        guard let reader = readers[step.engine], let finder = readers[.linear] as? any BarPlaceFinder,
            let places = prepared.bars(for: step, by: finder)
        else { return nil }
        var found: [Barcode] = []
        for place in places {
            let picture = place.then { step.preparation.apply(to: $0) }
            for code in reader.read(picture.image, symbologies: wanted) {
                let code = code.moved { picture.toOriginal($0) }
                let isKnown = found.contains {
                    $0.symbology == code.symbology && $0.bytes == code.bytes
                        && ($0.corners.flatMap { place in code.corners?.coversSamePlace(as: place) } ?? true)
                }
                if !isKnown { found.append(code) }
            }
        }
        return found
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

extension Barcode {
    /// The same code at another place.
    func moved(_ move: (PixelPoint) -> PixelPoint) -> Barcode {
        var code = self
        code.corners = corners?.mapped(move)
        return code
    }
}
