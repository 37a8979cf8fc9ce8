// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import ReadingWorker
import Testing

@Suite("a worker's packets")
struct WireTests {
    private static let code = Barcode(
        symbology: .dataBarExpanded, bytes: [0, 255, 0x1d, 65], decodedText: "ä\u{0}",
        corners: Quadrilateral(
            topLeft: PixelPoint(x: -0.5, y: 1), topRight: PixelPoint(x: 2e5, y: 3), bottomRight: PixelPoint(x: 4, y: 5),
            bottomLeft: PixelPoint(x: 6, y: 7.25)), reader: "zxing", quality: -3)

    private static let answers: [WorkerAnswer] = [
        .ready(supported: [.qr, .ean13, .maxiCode], shortfall: ReaderShortfall()),
        .ready(
            supported: [],
            shortfall: ReaderShortfall(
                missing: [BarcodeReaderError(reader: "zbar", "no"), BarcodeReaderError(reader: "zxing", "")],
                unread: [.qr, .maxiCode], unconfined: "it could not")),
        .cannot(BarcodeReaderError(reader: "zbar", "cannot load it")), .code(code), .doubt(code), .done,
        .code(Barcode(symbology: .ean13, bytes: [], reader: "")),
    ]
    private static let requests: [WorkerRequest] = [
        .read(
            size: FrameSize(width: 1920, height: 1080), capacity: 1 << 40, symbologies: Set(Symbology.allCases),
            leavingOut: [0, 3, 40], isAlone: true),
        .read(size: FrameSize(width: 0, height: 0), capacity: 0, symbologies: [], leavingOut: []), .reset,
    ]

    @Test("are received as they were sent")
    func roundTrip() {
        var code = Self.code
        code.isMirrored = true
        code.identifier = SymbologyIdentifier("]e0")
        #expect(WorkerAnswer(WorkerAnswer.code(code).bytes[...]) == .code(code))
        for confidence in ReadConfidence.allCases {
            code.confidence = confidence
            #expect(WorkerAnswer(WorkerAnswer.code(code).bytes[...]) == .code(code))
        }
        for count in [nil, 3] {
            code.part = .init(number: 2, count: count)
            #expect(WorkerAnswer(WorkerAnswer.code(code).bytes[...]) == .code(code))
        }
        for answer in Self.answers { #expect(WorkerAnswer(answer.bytes[...]) == answer) }
        for request in Self.requests { #expect(WorkerRequest(request.bytes[...]) == request) }
    }

    @Test("are invalid if truncated or too long")
    func broken() {
        for bytes in Self.answers.map(\.bytes) {
            for count in 0..<bytes.count { #expect(WorkerAnswer(bytes[..<count]) == nil) }
            #expect(WorkerAnswer((bytes + [0])[...]) == nil)
        }
        for bytes in Self.requests.map(\.bytes) {
            for count in 0..<bytes.count { #expect(WorkerRequest(bytes[..<count]) == nil) }
            #expect(WorkerRequest((bytes + [0])[...]) == nil)
        }
    }

    @Test("a compromised worker cannot send anything harmful")
    func hostile() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = WorkerAnswer.code(Self.code).bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            guard case .code(let code)? = WorkerAnswer(bytes[...]) else { continue }
            for corner in code.corners?.corners ?? [] { #expect(abs(corner.x) < 1e9 && abs(corner.y) < 1e9) }
            #expect(code.bytes.count <= bytes.count)
        }
    }
}
