// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Frames
import Scanning
import Synchronization
import Testing

/// Finds a label by the first pixel with a given value, and records the parts of the frame that it received.
private final class LabelReader: BarcodeReader {
    let name = "label"
    let supported: Set<Symbology> = [.qr, .code128]
    var symbology = Symbology.qr
    /// Pixel counts of the pictures that it received.
    var areas: [Int] = []
    /// zbar's number of agreeing lines.
    var quality: Int?
    private let dark: UInt8

    init(dark: UInt8 = 30) { self.dark = dark }

    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        areas.append(image.size.area)
        guard symbologies.contains(symbology) else { return [] }
        for y in 0..<image.height {
            for x in 0..<image.width where image[x, y] == dark {
                let (left, top) = (Double(x), Double(y))
                let place = Quadrilateral(
                    topLeft: PixelPoint(x: left, y: top), topRight: PixelPoint(x: left + 96, y: top),
                    bottomRight: PixelPoint(x: left + 96, y: top + 96), bottomLeft: PixelPoint(x: left, y: top + 96))
                return [Barcode(symbology: symbology, bytes: [65, 66], corners: place, reader: name, quality: quality)]
            }
        }
        return []
    }
}

@Suite("reading a stream")
struct StreamReaderTests {
    // MARK: The gate

    private static let size = FrameSize(width: 640, height: 480)

    /// Grey, with dark and light squares from (x, y).
    private static func frame(label: (x: Int, y: Int)? = nil, texture: Bool = false, shift: Int = 0) -> LumaImage {
        LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    var value =
                        texture ? UInt8(truncatingIfNeeded: 100 + ((x + shift) / 5 * 7 + y / 7 * 3) % 23 * 4) : 128
                    if let label, x >= label.x, x < label.x + 96, y >= label.y, y < label.y + 96 {
                        value = ((x - label.x) / 4 + (y - label.y) / 4) % 2 == 0 ? 30 : 220
                    }
                    pixels[y * size.width + x] = value
                }
            }
        }
    }

    @Test("an empty scene is not searched")
    func empty() {
        var gate = SceneGate(cycle: 3)
        for _ in 0..<10 { #expect(gate.judge(Self.frame()) == .rest) }
    }

    @Test("a static scene has each turn once, and then one turn in several frames")
    func rest() {
        var gate = SceneGate(cycle: 5)
        let frame = Self.frame(texture: true)
        guard case .onset = gate.judge(frame) else {
            Issue.record("what is there first is new")
            return
        }
        for _ in 0..<5 {
            guard case .turn = gate.judge(frame) else {
                Issue.record("each step has a turn")
                return
            }
        }
        #expect(gate.isAtRest)
        let verdicts = (0..<3 * SceneGate.restingPeriod).map { _ in gate.judge(frame) }
        #expect(verdicts.count { $0 != .rest } == 3)
    }

    @Test("new content in a static scene is searched at once, at its place")
    func onset() {
        var gate = SceneGate(cycle: 5)
        for _ in 0..<30 { _ = gate.judge(Self.frame(texture: true)) }
        guard case .onset(let new, let turn) = gate.judge(Self.frame(label: (400, 100), texture: true)) else {
            Issue.record("something has come")
            return
        }
        #expect(new.x <= 400 && new.x + new.width >= 496 && new.y <= 100 && new.y + new.height >= 196)
        #expect(new.width < 200 && new.height < 200)
        #expect(turn.width == 640)
        #expect(!gate.isAtRest || gate.judge(Self.frame(texture: true)) != .rest)
    }

    @Test("in a moving scene each frame has a turn")
    func motion() {
        var gate = SceneGate(cycle: 5)
        _ = gate.judge(Self.frame(texture: true))
        var turns = 0
        for index in 1...20 {
            switch gate.judge(Self.frame(texture: true, shift: 6 * index)) {
            case .turn, .onset, .passing: turns += 1
            case .rest: break
            }
            #expect(!gate.isAtRest)
        }
        #expect(turns == 20)
    }

    @Test("new content in a moving scene is searched at once; motion by itself is not")
    func arrivalInMotion() {
        var gate = SceneGate(cycle: 5)
        var onsets = 0
        for index in 0..<20 {
            if case .onset = gate.judge(Self.frame(texture: true, shift: 3 * index)) { onsets += 1 }
        }
        // The first frame, and the beginning of the motion.
        #expect(onsets <= 2)
        guard case .onset = gate.judge(Self.frame(label: (300, 200), texture: true, shift: 60)) else {
            Issue.record("something has come")
            return
        }
    }

    @Test("what comes into a moving scene soon after something else is new, too")
    func arrivalSoon() {
        var gate = SceneGate(cycle: 5)
        for _ in 0..<10 { _ = gate.judge(Self.frame(texture: true)) }
        guard case .onset = gate.judge(Self.frame(texture: true, shift: 3)) else {
            Issue.record("the motion is new")
            return
        }
        for index in 2...4 { _ = gate.judge(Self.frame(texture: true, shift: 3 * index)) }
        guard case .onset = gate.judge(Self.frame(label: (300, 200), texture: true, shift: 15)) else {
            Issue.record("something has come")
            return
        }
    }

    @Test("what comes beside something that moves a little is new, soon after something else, too")
    func arrivalBesideMotion() {
        var gate = SceneGate(cycle: 5)
        for _ in 0..<10 { _ = gate.judge(Self.frame(texture: true)) }
        // It comes, and moves by two pixels a frame.
        for index in 0..<5 { _ = gate.judge(Self.frame(label: (60 + 2 * index, 60), texture: true)) }
        let (one, other) = (Self.frame(label: (70, 60), texture: true), Self.frame(label: (400, 300), texture: true))
        let both = LumaImage(size: Self.size) { pixels in
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width { pixels[y * Self.size.width + x] = x < 320 ? one[x, y] : other[x, y] }
            }
        }
        guard case .onset = gate.judge(both) else {
            Issue.record("something has come")
            return
        }
    }

    @Test("a trembling hand that is still for a frame or two is not static: its next motion is not new content")
    func tremble() {
        var gate = SceneGate(cycle: 5)
        var onsets = 0
        for index in 0..<40 {
            // Two equal frames, then motion.
            if case .onset = gate.judge(Self.frame(texture: true, shift: 6 * (index / 2))) { onsets += 1 }
        }
        // The first frame, and the beginning of the motion.
        #expect(onsets <= 2)
        // After a longer rest, the next motion is new.
        for _ in 0..<6 { _ = gate.judge(Self.frame(texture: true, shift: 114)) }
        guard case .onset = gate.judge(Self.frame(texture: true, shift: 120)) else {
            Issue.record("something has changed in a scene at rest")
            return
        }
    }

    @Test("what moves through a still scene is searched in every frame, where it is, unless it is explained")
    func passing() {
        var gate = SceneGate(cycle: 5)
        for _ in 0..<30 { _ = gate.judge(Self.frame(texture: true)) }
        _ = gate.judge(Self.frame(label: (20, 200), texture: true))
        var passages = 0
        for index in 1...8 {
            let x = 20 + 50 * index
            if case .passing(let new, let turn) = gate.judge(Self.frame(label: (x, 200), texture: true)) {
                passages += 1
                #expect(new.x <= x && new.x + new.width >= x + 96 && new.y <= 200 && new.y + new.height >= 296)
                #expect(new.width < 320 && turn.width == 640)
            }
        }
        // Now and then it may be more than what moves.
        #expect(passages >= 6)
        let swept = PixelRectangle(x: 380, y: 160, width: 250, height: 180)
        for _ in 0..<20 { _ = gate.judge(Self.frame(label: (420, 200), texture: true)) }
        let resting = gate.judge(Self.frame(label: (470, 200), texture: true), explained: [swept])
        if case .onset = resting { Issue.record("what is known is not new") }
        if case .passing = resting { Issue.record("what is known is not searched for") }
        // Something else is new all the same.
        guard case .onset = gate.judge(Self.frame(label: (60, 40), texture: true), explained: [swept]) else {
            Issue.record("something has come")
            return
        }
    }

    // MARK: With a reader

    @Test("unread new content is searched by the expensive readers in that frame and the next, then in turns")
    func unread() {
        let (cheap, dear, dearer) = (LabelReader(dark: 1), LabelReader(dark: 1), LabelReader(dark: 1))
        let steps = [
            ReadingStep(.none, .zxing, [.qr], .onset, pixelLimit: 1_000_000),
            ReadingStep(.none, .quickLinear, [.qr], .unreadOnset(after: 0), pixelLimit: 1_000_000),
            ReadingStep(.none, .quickCandela, [.qr], .unreadOnset(after: 1), pixelLimit: 1_000_000),
        ]
        let stream = StreamReader(
            readers: [.zxing: cheap, .quickLinear: dear, .quickCandela: dearer], steps: steps)
        let frame = Self.frame(label: (60, 60), texture: true)
        var looks: [[Int]] = []
        for _ in 0..<4 {
            let before = [cheap, dear, dearer].map(\.areas.count)
            #expect(stream.read(frame, symbologies: [.qr]).isEmpty)
            looks.append(zip([cheap, dear, dearer], before).map { $0.areas.count - $1 })
        }
        #expect(looks == [[1, 1, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0]])
    }

    @Test("content that was read at once is not searched by the expensive readers")
    func readAtOnce() {
        let (cheap, dear) = (LabelReader(), LabelReader())
        let steps = [
            ReadingStep(.none, .zxing, [.qr], .onset, pixelLimit: 1_000_000),
            ReadingStep(.none, .quickLinear, [.qr], .unreadOnset(after: 0), pixelLimit: 1_000_000),
            ReadingStep(.none, .quickLinear, [.qr], .unreadOnset(after: 1), pixelLimit: 1_000_000),
        ]
        let stream = StreamReader(readers: [.zxing: cheap, .quickLinear: dear], steps: steps)
        for _ in 0..<4 {
            #expect(stream.read(Self.frame(label: (60, 60), texture: true), symbologies: [.qr]).count == 1)
        }
        #expect(dear.areas.isEmpty)
    }

    private static let whole = size.area

    @Test("a code that was read is searched for at its place, and its corners are in the frame")
    func following() throws {
        let reader = LabelReader()
        let stream = StreamReader(readers: [.zxing: reader], effort: .normal)
        for index in 0..<40 {
            reader.areas = []
            let place = (x: 100 + 5 * index, y: 120 + 2 * index)
            let codes = stream.read(Self.frame(label: place, texture: true), symbologies: [.qr])
            let corners = try #require(codes.first?.corners, "frame \(index)")
            #expect(codes.count == 1)
            #expect(corners.topLeft == PixelPoint(x: Double(place.x), y: Double(place.y)))
            #expect((reader.areas.first ?? 0) < Self.whole / 3 || index == 0)
        }
    }

    @Test("a code that passes fast is read in every frame, and at its place once its motion is known")
    func passingFast() throws {
        let reader = LabelReader()
        let stream = StreamReader(readers: [.zxing: reader], effort: .normal)
        for _ in 0..<10 { _ = stream.read(Self.frame(texture: true), symbologies: [.qr]) }
        for index in 0..<8 {
            reader.areas = []
            let place = (x: 10 + 75 * index, y: 150)
            let codes = stream.read(Self.frame(label: place, texture: true), symbologies: [.qr])
            #expect(codes.first?.corners?.topLeft == PixelPoint(x: Double(place.x), y: 150), "frame \(index)")
            // The first place is not enough for a motion.
            if index >= 2 { #expect(reader.areas.first ?? 0 < Self.whole / 6 && reader.areas.count <= 2, "\(index)") }
        }
    }

    @Test("a code that is gone is not reported, and is found again wherever it returns")
    func gone() {
        let reader = LabelReader()
        let stream = StreamReader(readers: [.zxing: reader], effort: .normal)
        for _ in 0..<10 {
            #expect(stream.read(Self.frame(label: (60, 60), texture: true), symbologies: [.qr]).count == 1)
        }
        for _ in 0..<40 { #expect(stream.read(Self.frame(texture: true), symbologies: [.qr]).isEmpty) }
        #expect(stream.read(Self.frame(label: (500, 300), texture: true), symbologies: [.qr]).count == 1)
    }

    @Test("a static scene without a code costs a small part of a search a frame")
    func idle() {
        let reader = LabelReader()
        let stream = StreamReader(readers: [.zxing: reader, .zbar: reader, .coarseZBar: reader], effort: .normal)
        let frame = Self.frame(texture: true)
        for _ in 0..<100 { _ = stream.read(frame, symbologies: SymbologySelection.standard) }
        reader.areas = []
        for _ in 0..<60 { _ = stream.read(frame, symbologies: SymbologySelection.standard) }
        #expect(!reader.areas.isEmpty && reader.areas.count <= 20)
    }

    @Test("a code that appears in a static scene is read in its first frame, whatever was read before")
    func arrival() {
        let reader = LabelReader()
        let stream = StreamReader(readers: [.zxing: reader], effort: .normal)
        for count in [0, 1, 7, 50, 101] {
            stream.reset()
            for _ in 0..<count { #expect(stream.read(Self.frame(texture: true), symbologies: [.qr]).isEmpty) }
            #expect(stream.read(Self.frame(label: (300, 200), texture: true), symbologies: [.qr]).count == 1)
        }
    }

    @Test("an unconfirmed read is confirmed in the same frame by the other library")
    func confirmed() {
        let (zxing, zbar) = (LabelReader(), LabelReader())
        zxing.symbology = .code128
        zbar.symbology = .code128
        // Neither is sufficient by itself: a weak preparation, and few lines.
        zbar.quality = 2
        let steps = [
            ReadingStep(.inverted, .zbar, [.code128], .onset, pixelLimit: 1_000_000),
            ReadingStep(.none, .zxing, [.code128], .doubt, pixelLimit: 1_000_000),
        ]
        // The inverted picture's 30 is the frame's 225.
        let alone = StreamReader(readers: [.zbar: zbar], steps: steps)
        let both = StreamReader(readers: [.zbar: zbar, .zxing: zxing], steps: steps)
        let frame = LumaImage(size: Self.size) { pixels in
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let isLabel = x >= 200 && x < 296 && y >= 100 && y < 196
                    pixels[y * Self.size.width + x] = isLabel ? ((x + y) / 4 % 2 == 0 ? 225 : 30) : 128
                }
            }
        }
        #expect(alone.read(frame, symbologies: [.code128]).isEmpty)
        // Reported for display, and not after it is gone.
        #expect(alone.doubtful.map(\.symbology) == [.code128])
        #expect(alone.doubtful.first?.corners != nil)
        _ = alone.read(Self.frame(), symbologies: [.code128])
        #expect(alone.doubtful.isEmpty)
        #expect(both.read(frame, symbologies: [.code128]).count == 1)
        #expect(both.doubtful.isEmpty)
        #expect(zxing.areas.allSatisfy { $0 < Self.whole / 3 } && !zxing.areas.isEmpty)
    }

    @Test("a skipped step is skipped in following, searching and confirming")
    func leftOut() {
        let reader = LabelReader()
        let stream = StreamReader(readers: [.zxing: reader], effort: .normal)
        let steps = Mutex<Set<Int>>([])
        stream.onStep = { step, _ in if let step { steps.withLock { _ = $0.insert(step) } } }
        for _ in 0..<30 { _ = stream.read(Self.frame(label: (60, 60), texture: true), symbologies: [.qr]) }
        #expect(!steps.withLock { $0 }.isEmpty)
        stream.leftOut = Set(0..<ReadingLadder.steps(.normal, .scan).count)
        reader.areas = []
        for _ in 0..<30 { #expect(stream.read(Self.frame(label: (60, 60), texture: true), symbologies: [.qr]).isEmpty) }
        #expect(reader.areas.isEmpty)
    }

    @Test("frames of any size, and a size that changes in mid-stream", arguments: [ReadingEffort.fast, .normal])
    func sizes(_ effort: ReadingEffort) throws {
        let stream = StreamReader(
            readers: [.zxing: try ZXingReader(), .zbar: try ZBarReader(), .coarseZBar: try ZBarReader()], effort: effort
        )
        for (width, height) in [(0, 0), (1, 1), (3, 900), (15, 15), (640, 480), (320, 240), (641, 3), (64, 48)] {
            let frame = LumaImage(size: FrameSize(width: width, height: height)) { _ in }
            for _ in 0..<3 { #expect(stream.read(frame, symbologies: SymbologySelection.standard).isEmpty) }
        }
    }

    @Test(
        "real codes in a trembling hand are read in every frame",
        arguments: [Symbology.qr, .ean13, .dataMatrix, .code128])
    func trembling(_ symbology: Symbology) throws {
        let text = symbology == .ean13 ? "4006381333931" : "CANDELA 1"
        let code = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: 3, quietZone: 10)
        let stream = StreamReader(
            readers: [
                .zxing: try ZXingReader(),
                .closeZXing: try ZXingReader(options: ZXingOptions(severalLinearCodes: false)),
                .zbar: try ZBarReader(), .coarseZBar: try ZBarReader(options: ZBarOptions(xDensity: 2, yDensity: 2)),
            ], effort: .normal)
        var read = 0
        for index in 0..<48 {
            let (dx, dy) = (150 + index % 7, 100 + index * 5 % 11)
            let frame = LumaImage(size: Self.size) { pixels in
                for i in 0..<Self.size.area { pixels[i] = 200 }
                for y in 0..<min(code.height, 300) {
                    for x in 0..<code.width { pixels[(y + dy) * Self.size.width + x + dx] = code[x, y] / 4 * 3 + 9 }
                }
            }
            let codes = stream.read(frame, symbologies: SymbologySelection.standard)
            if codes.contains(where: { $0.symbology == symbology }) { read += 1 }
            #expect(codes.allSatisfy { $0.symbology == symbology })
        }
        #expect(read >= 46)
    }
}

@Suite("reading frames that are counted")
struct CountedFramesTests {
    private static let frame = LumaImage(size: FrameSize(width: 640, height: 480)) { pixels in
        for index in 0..<640 * 480 {
            let (x, y) = (index % 640, index / 640)
            pixels[index] = x >= 300 && x < 340 && y >= 200 && y < 240 ? 30 : 128
        }
    }

    @Test("each frame is searched, although nothing in it is new")
    func everyFrame() {
        let reader = LabelReader(dark: 225)
        let stream = StreamReader(readers: [.zxing: reader], effort: .normal, use: .frames)
        let blank = LumaImage(size: FrameSize(width: 640, height: 480)) { _ in }
        for _ in 0..<24 {
            let before = reader.areas.count
            #expect(stream.read(blank, symbologies: [.qr]).isEmpty)
            #expect(reader.areas.count > before)
        }
    }

    @Test("a code that an expensive step reads in its turn is read by that step in every later frame")
    func dear() {
        let stream = StreamReader(readers: [.zxing: LabelReader(dark: 225)], effort: .normal, use: .frames)
        let read = (0..<24).map { _ in stream.read(Self.frame, symbologies: [.qr]).count }
        #expect(read == [Int](repeating: 1, count: 24), "the first frame has every step")
    }
}
