// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import FrameMetrics
package import Frames
internal import LumaProcessing
package import Pictures
package import Scanning
internal import SymbolFinding

/// Examines a picture or a camera's frames, and collects the evidence for the judges.
///
/// A photograph of 12 megapixels takes about a second in addition to reading it once; two dozen live frames of
/// 640 × 480 take under half a second of processor time.
package struct PictureCollector {
    /// Makes a reader of the given effort, for pictures by themselves or for frames of one stream; called for each reading that needs one.
    package var makeReader: (ReadingEffort, ReadingUse) -> any BarcodeReader
    package var symbologies: Set<Symbology>
    package var region: FrameRegion?
    /// The effort of the requested reading.
    package var effort: ReadingEffort

    package init(
        symbologies: Set<Symbology> = SymbologySelection.standard, region: FrameRegion? = nil,
        effort: ReadingEffort = .hard, makeReader: @escaping (ReadingEffort, ReadingUse) -> any BarcodeReader
    ) {
        self.makeReader = makeReader
        self.symbologies = symbologies
        self.region = region
        self.effort = effort
    }

    /// Examines a photograph.
    ///
    /// - Parameter plane: gives one plane of its colours, if there are any.
    /// - Throws: `RegionError` if the region is not inside the picture.
    package func collect(
        _ picture: LumaImage, plane: ((ColourPlane) -> LumaImage?)? = nil
    ) throws(RegionError) -> PictureEvidence {
        let view = try PictureView(picture, region: region)
        var evidence = PictureEvidence(width: picture.width, height: picture.height, frames: [FrameFigures(view.part)])
        describe(&evidence, view)
        let reader = makeReader(effort, .pictures)
        let attempt = read(view, reader, .asked, symbologies)
        evidence.attempts = [attempt]
        let symbols = symbols(view, evidence)
        if attempt.codes.isEmpty { tryOtherwise(view, reader, symbols, &evidence) }
        if evidence.isUnread { evidence.bands = StillBands.find(in: view.part) }
        if let plane, evidence.isUnread {
            tryColours(view, reader, plane, &evidence)
        }
        place(view, symbols, &evidence)
        if !attempt.codes.isEmpty { tryPlainly(view, &evidence) }
        if let plane { lookInRed(plane, &evidence) }
        return evidence
    }


    /// Examines frames of a camera at rest, in order: a dozen or more, over about half a second or longer.
    ///
    /// - Throws: `RegionError` if the region is not inside the frames.
    package func collect(
        _ frames: [(luma: LumaImage, timestamp: FrameTimestamp)], settings: CameraSettings? = nil, colours: ColourBalance? = nil
    ) throws(RegionError) -> PictureEvidence {
        guard let last = frames.last else {
            var evidence = PictureEvidence(width: 0, height: 0, isLive: true, frames: [])
            evidence.settings = settings
            return evidence
        }
        var views: [PictureView] = []
        for frame in frames where frame.luma.size == last.luma.size {
            views.append(try PictureView(frame.luma, region: region))
        }
        let sharpness = views.map { $0.part.tenengrad() }
        let chosen = sharpness.indices.max { sharpness[$0] < sharpness[$1] } ?? 0
        // Full figures of a few frames, including the sharpest, are enough.
        var looked = Set((0..<min(5, views.count)).map { $0 * (views.count - 1) / max(1, min(5, views.count) - 1) })
        looked.insert(chosen)
        let order = looked.sorted()
        var evidence = PictureEvidence(
            width: last.luma.width, height: last.luma.height, isLive: true,
            frames: order.map { index in
                var figures = FrameFigures(views[index].part)
                figures.combed = views[index].part.combedShare()
                return figures
            })
        evidence.chosen = order.firstIndex(of: chosen) ?? 0
        evidence.settings = settings
        evidence.colours = colours
        describe(&evidence, views[chosen])
        evidence.temporal = TemporalFigures(
            views: views, timestamps: frames.filter { $0.luma.size == last.luma.size }.map(\.timestamp),
            sharpness: sharpness)

        let symbols = symbols(views[chosen], evidence)
        let reader = makeReader(effort, .frames)
        let attempt = read(views, reader)
        evidence.attempts = [attempt]
        // In the dark, more expensive attempts find nothing, and noise makes them slower still.
        if attempt.codes.isEmpty, !views.isEmpty, (evidence.figures?.p99 ?? 0) >= PictureThresholds.darkHighlight {
            let hard = effort == .hard ? reader : makeReader(.hard, .pictures)
            if effort != .hard {
                evidence.attempts.append(read(views[chosen], hard, .harder, symbologies))
            }
            if evidence.isUnread {
                tryOtherwise(views[chosen], hard, symbols, &evidence)
            }
        }
        place(views[chosen], symbols, &evidence)
        return evidence
    }

    // MARK: Reading

    /// Reads frames until three have given a code.
    private func read(_ views: [PictureView], _ reader: any BarcodeReader) -> ReadingAttempt {
        var attempt = ReadingAttempt(.asked, milliseconds: 0, frames: 0, framesRead: 0, codes: [])
        for view in views where attempt.framesRead < 3 {
            let one = read(view, reader, .asked, symbologies)
            attempt.milliseconds += one.milliseconds
            attempt.frames += 1
            if !one.codes.isEmpty {
                attempt.framesRead += 1
                attempt.codes = one.codes
            }
        }
        return attempt
    }

    func read(
        _ view: PictureView, _ reader: any BarcodeReader, _ kind: ReadingAttempt.Kind, _ symbologies: Set<Symbology>
    ) -> ReadingAttempt {
        let whole = kind == .wholeFrame
        var image = whole ? view.whole : view.part
        if kind == .inverted { image = image.inverted() }
        return read(image, reader, kind, symbologies, whole ? PixelRectangle(view.whole.size) : view.rectangle)
    }

    /// Reads a picture that is shown at `place` of the whole.
    func read(
        _ image: LumaImage, _ reader: any BarcodeReader, _ kind: ReadingAttempt.Kind, _ symbologies: Set<Symbology>,
        _ place: PixelRectangle
    ) -> ReadingAttempt {
        let offset = (x: place.x, y: place.y)
        let reading = TimedReading(reader, image, symbologies)
        return ReadingAttempt(
            kind, milliseconds: reading.processor, codes: reading.codes.map { CodeEvidence($0, offset: offset) })
    }

    /// What looks like a symbol in the part that is examined, the likeliest first.
    private func symbols(_ view: PictureView, _ evidence: PictureEvidence) -> [SymbolCandidate] {
        SymbolFinder().find(in: view.part, noise: evidence.figures?.noise ?? 0)
    }

    private func describe(_ evidence: inout PictureEvidence, _ view: PictureView) {
        evidence.symbologies = symbologies.map(\.rawValue).sorted()
        evidence.effort = effort.rawValue
        if let region {
            let area = view.rectangle
            evidence.region = RegionEvidence(
                text: region.description, x: area.x, y: area.y, width: area.width, height: area.height)
        }
        let offset = (x: Double(view.rectangle.x), y: Double(view.rectangle.y))
        evidence.spots = ClippedSpot.find(in: view.part).map { spot in
            var spot = spot
            spot.x += offset.x
            spot.y += offset.y
            return spot
        }
    }
}
