// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Foundation
import Frames
import Scanning
import Testing

@Suite("reading several frames together")
struct StackedPlaceTests {
    private static let size = FrameSize(width: 320, height: 240)
    private static let corner = (x: 120.0, y: 90.0)

    /// A label in a trembling hand; each pixel is the mean of the area that it covers.
    ///
    /// - Parameter module: the width of a module in pixels of the frame.
    private static func frame(_ code: Code?, module: Double, index: Int, noise: Double = 3) -> LumaImage {
        var state = UInt64(index + 1) &* 0x9e37_79b9_7f4a_7c15
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24) - 0.5
        }
        let (dx, dy) = (3 * sin(Double(index) * 0.7) + random(), 3 * cos(Double(index) * 0.5) + random())
        return LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    var sum = 0.0
                    for part in 0..<9 {
                        let px = (Double(x) + (Double(part % 3) + 0.5) / 3 - corner.x - dx) / module
                        let py = (Double(y) + (Double(part / 3) + 0.5) / 3 - corner.y - dy) / module
                        guard let code, px >= 0, py >= 0, Int(px) < code.side, Int(py) < code.side else {
                            sum += 90
                            continue
                        }
                        sum += code.isLight[Int(py) * code.side + Int(px)] ? 210 : 40
                    }
                    pixels[y * size.width + x] = UInt8(min(255, max(0, sum / 9 + noise * 3.46 * random())))
                }
            }
        }
    }

    /// A QR code with its quiet zone, a value for each module.
    private struct Code {
        let side: Int
        let isLight: [Bool]

        init(_ text: String) throws {
            let image = try BarcodeEncoder.encode(text, as: .qr).image(modulePixels: 1, quietZone: 4)
            side = image.width
            isLight = (0..<image.size.area).map { image[$0 % image.width, $0 / image.width] > 127 }
        }
    }

    private static func readers() throws -> [ReadingEngine: any BarcodeReader] {
        [
            .zxing: try ZXingReader(), .closeZXing: try ZXingReader(options: ZXingOptions(severalLinearCodes: false)),
            .zbar: try ZBarReader(),
        ]
    }

    @Test("a code that hardly any frame shows well enough is read from several, at its place")
    func small() throws {
        let code = try Code("https://example.org/candela")
        let module = 1.2
        let stream = StreamReader(readers: try Self.readers(), effort: .normal)
        let single = StreamReader(
            readers: try Self.readers(), steps: ReadingLadder.steps(.normal, .scan).filter { $0.condition != .stacked })
        var (places, alone): ([Quadrilateral], Int) = ([], 0)
        for index in 0..<48 {
            let frame = Self.frame(code, module: module, index: index)
            alone += single.read(frame, symbologies: [.qr]).count
            for found in stream.read(frame, symbologies: [.qr]) {
                #expect(found.text == "https://example.org/candela")
                if let place = found.corners { places.append(place) }
            }
        }
        // Once it is read, a stack after the other.
        #expect(alone <= 2 && places.count >= alone + 3, "\(alone) of the frames alone, \(places.count) with stacks")
        for place in places {
            let middle = (
                x: Self.corner.x + module * Double(code.side) / 2, y: Self.corner.y + module * Double(code.side) / 2
            )
            #expect(abs(place.center.x - middle.x) < 8 && abs(place.center.y - middle.y) < 8, "\(place.center)")
        }
    }

    @Test("frames in which something comes into the way are left out, and an idle scene before the code delays nothing")
    func interrupted() throws {
        let code = try Code("https://example.org/candela")
        let stream = StreamReader(readers: try Self.readers(), effort: .normal)
        for index in 0..<150 {
            #expect(stream.read(Self.frame(nil, module: 1, index: 0, noise: 3), symbologies: [.qr]).isEmpty, "\(index)")
        }
        let single = StreamReader(
            readers: try Self.readers(), steps: ReadingLadder.steps(.normal, .scan).filter { $0.condition != .stacked })
        var (reads, alone, first): (Int, Int, Int?) = (0, 0, nil)
        for index in 0..<60 {
            let frame = Self.frame(index % 5 == 4 ? nil : code, module: 1.2, index: index)
            let found = stream.read(frame, symbologies: [.qr]).count
            reads += found
            if found > 0, first == nil { first = index }
            alone += single.read(frame, symbologies: [.qr]).count
        }
        #expect(reads > alone, "\(alone) of the frames alone, \(reads) with stacks")
        // Six frames until a place is looked for, eight of it, and those that something covers.
        #expect(first ?? 100 <= 24, "first read in frame \(first ?? -1)")
    }

    @Test("where nothing looks like a code, nothing is collected or read again and again")
    func nothing() throws {
        let stream = StreamReader(readers: try Self.readers(), effort: .normal)
        var looks = 0
        for index in 0..<300 {
            _ = stream.read(Self.frame(nil, module: 1, index: index), symbologies: [.qr])
            looks += stream.records.count { $0.step.condition == .stacked }
        }
        #expect(looks == 0)
    }
}
