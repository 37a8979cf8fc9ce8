// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
internal import Glibc
internal import SymbolFinding

/// Takes frames from the camera, measures the code that counts in each, and keeps camera time.
///
/// Frames are lent by the driver: it keeps only a small copy of the previous one, around the code.
final class FrameWatch {
    /// `nil` between two streams.
    private var source: (any FrameSource)?
    private var reader: any BarcodeReader
    private let request: CalibrationRequest
    /// Where the code is or may be, in pixels; `nil` before anything was found.
    private(set) var place: PixelRectangle?
    private(set) var barcode: Barcode?
    private var outline: (corners: Quadrilateral, kind: SymbolCandidate.Kind)?
    /// Whether `place` comes from a code that was read, and not from a guess.
    private(set) var isPlaceRead = false
    private var previous: LumaImage?
    /// How often the place has changed. Figures from before a change do not compare with those after.
    private(set) var moves = 0
    /// Frames received.
    private(set) var frames = 0
    private var first: Double?
    private var lastTime: Double?
    private(set) var durations: [Double] = []
    /// Damaged frames that were skipped.
    private(set) var corrupt = 0
    /// Seconds of the previous streams, including the pauses between them.
    private var spent = 0.0
    private var end: Double?
    /// Seconds that the last frame took to arrive; see `FrameLook.delivery`.
    private var delivery: Double?

    private static let timeout = Duration.seconds(5)
    /// The number of damaged frames in a row that is an error.
    private static let damagedInARow = 60

    private let stopwatch: () -> FrameTimestamp

    init(
        source: any FrameSource, reader: any BarcodeReader, request: CalibrationRequest,
        stopwatch: @escaping () -> FrameTimestamp
    ) {
        self.stopwatch = stopwatch
        self.source = source
        self.reader = reader
        self.request = request
    }

    /// Camera time since the first frame, seconds.
    var cameraTime: Double {
        guard let first, let lastTime else { return spent }
        return spent + lastTime - first + (durations.last ?? 0)
    }

    /// The negotiated frame interval, seconds.
    var interval: Double? { source?.format.interval?.duration.milliseconds.seconds }

    /// Releases the stream so that another can start. The code stays known, its place does not.
    func letGo() {
        (spent, end) = (cameraTime, lastTime)
        (source, previous, place, outline) = (nil, nil, nil, nil)
        (first, lastTime, durations) = (nil, nil, [])
        isPlaceRead = false
        moves += 1
    }

    func follow(_ source: any FrameSource, _ reader: any BarcodeReader) {
        self.source = source
        self.reader = reader
    }

    /// The figures of the next frame that is not damaged.
    ///
    /// - Parameter reads: whether to read codes; if false, only light and sharpness are measured.
    func next(reads: Bool) throws(CalibrationError) -> FrameLook {
        try take(reads: reads).look
    }

    /// The same with the frame's row means, to find bands.
    func nextRows() throws(CalibrationError) -> (look: FrameLook, rows: [Double]) {
        let (look, frame) = try take(reads: false)
        return (look, frame.luma.rowMeans())
    }

    private func take(reads: Bool) throws(CalibrationError) -> (look: FrameLook, frame: Frame) {
        for _ in 0..<Self.damagedInARow {
            let frame = try receive()
            frames += 1
            let time = Double(frame.timestamp.nanoseconds) * 1e-9
            // A simulated clock does not run during the pause.
            if let end, frame.timestampOrigin != .simulated { spent += min(10, max(0, time - end)) }
            end = nil
            delivery =
                frame.timestampOrigin == .simulated
                ? nil : max(0, FrameTimestamp.now.since(frame.timestamp).milliseconds.seconds)
            if let lastTime, time > lastTime { durations.append(time - lastTime) }
            if durations.count > 64 { durations.removeFirst(32) }
            first = first ?? time
            lastTime = time
            guard !frame.isCorrupt else {
                corrupt += 1
                continue
            }
            return (look(at: frame, time: time, reads: reads), frame)
        }
        throw .stream(
            FrameSourceError(
                .malformed,
                "cannot calibrate: \(Self.damagedInARow) frames in a row were damaged; run `candela doctor`"))
    }

    private func receive() throws(CalibrationError) -> Frame {
        let frame: Frame?
        do throws(FrameSourceError) {
            frame = try source?.nextFrame(timeout: Self.timeout)
        } catch {
            throw .stream(error)
        }
        guard let frame else { throw .stopped }
        return frame
    }

    private func look(at frame: Frame, time: Double, reads: Bool) -> FrameLook {
        let image = frame.luma
        var isRead = false
        var decodeTime: Double?
        if reads {
            let began = stopwatch()
            let codes = reader.read(image, symbologies: request.symbologies)
            decodeTime = stopwatch().since(began).milliseconds.seconds
            if let code = counting(codes) {
                isRead = true
                note(code, in: image.size)
            }
        }
        let part = place.flatMap { image.cropped(to: $0) } ?? image.middle
        let histogram = LumaHistogram(part)
        let noise = previous.flatMap { part.temporalNoise(to: $0) }
        let (dark, light) = (Double(histogram.percentile(0.05)), Double(histogram.percentile(0.95)))
        // Grain of the whole frame: around the code, modules are everywhere and no block is quiet.
        let grain = image.noiseDeviation()
        let own = min(noise ?? grain, grain)
        let common = previous.flatMap { part.commonGradient(with: $0) }
        // Sobel's eighth adds 24/64 of the noise variance.
        let energy = max(0, part.tenengrad() - 0.375 * own * own)
        let scale = max(4, histogram.mean)
        var look = FrameLook(
            time: time, delivery: delivery, level: histogram.linearMean, dark: dark, light: light,
            clipped: histogram.share(250...255),
            mean: LumaHistogram(image).mean, sharpness: energy / (scale * scale) + 1e-5, noise: noise, grain: grain,
            commonSharpness: common.map { max(0, $0) / (scale * scale) + 1e-5 }, isRead: isRead, decodeTime: decodeTime)
        if reads, let outline {
            let figures = SymbolFigures(
                of: image, corners: outline.corners, kind: outline.kind, noise: noise ?? own)
            look.edgeWidth = figures.edgeWidth
            look.modulePixels = figures.module
        }
        previous = part.copy()
        return look
    }

    /// The code that counts, of those read.
    private func counting(_ codes: [Barcode]) -> Barcode? {
        if let expected = request.expected { return codes.first { $0.text == expected } }
        guard let barcode else { return codes.first }
        return codes.first { $0.bytes == barcode.bytes && $0.symbology == barcode.symbology }
    }

    private func note(_ code: Barcode, in size: FrameSize) {
        barcode = barcode ?? code
        guard let corners = code.corners else { return }
        outline = (corners, code.symbology.isLinear ? .linear : .matrix)
        // A jumping place would make frames of one scene differ: it stays unless the code has left it.
        if isPlaceRead, let place, place.contains(corners.center) { return }
        isPlaceRead = true
        place = Self.rectangle(around: corners, in: size)
        moves += 1
        previous = nil
    }

    /// If no code has been read, looks for the place that is most likely one.
    func guessPlace() throws(CalibrationError) {
        guard !isPlaceRead else { return }
        let frame = try take(reads: false).frame
        let candidates = SymbolFinder().find(in: frame.luma)
        guard let best = candidates.first else { return }
        place = Self.rectangle(around: best.corners, in: frame.luma.size)
        outline = (best.corners, best.kind)
        moves += 1
        previous = nil
    }

    private static func rectangle(around corners: Quadrilateral, in size: FrameSize) -> PixelRectangle? {
        let box = corners.bounds
        // A scan line has no height. The margin includes the paper.
        let margin = max(8, 0.08 * max(box.maxX - box.minX, box.maxY - box.minY))
        guard [box.minX, box.minY, box.maxX, box.maxY].allSatisfy({ $0.isFinite && abs($0) < 1e6 }) else { return nil }
        let tall = max(0, 24 - (box.maxY - box.minY)) / 2
        let x = max(0, Int(box.minX - margin))
        let y = max(0, Int(box.minY - margin - tall))
        let rectangle = PixelRectangle(
            x: x, y: y, width: min(size.width, Int(box.maxX + margin)) - x,
            height: min(size.height, Int(box.maxY + margin + tall)) - y)
        return rectangle.fits(in: size) && min(rectangle.width, rectangle.height) >= 16 ? rectangle : nil
    }
}

extension PixelRectangle {
    func contains(_ point: PixelPoint) -> Bool {
        point.x >= Double(x) && point.y >= Double(y) && point.x < Double(x + width) && point.y < Double(y + height)
    }
}

extension LumaImage {
    /// The middle half of the picture in each direction, where a code most likely is.
    var middle: LumaImage {
        cropped(to: PixelRectangle(x: width / 4, y: height / 4, width: width / 2, height: height / 2)) ?? self
    }
}

extension Double {
    /// Milliseconds converted to seconds.
    var seconds: Double { self / 1000 }
}
