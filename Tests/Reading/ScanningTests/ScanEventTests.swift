// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Output
import Scanning
import Testing

@Suite("Scan events as JSON")
struct ScanEventTests {
    private let corners = Quadrilateral(
        topLeft: PixelPoint(x: 312, y: 200), topRight: PixelPoint(x: 520.4, y: 203.6),
        bottomRight: PixelPoint(x: 517.5, y: 300), bottomLeft: PixelPoint(x: 310, y: 296))

    private func event(_ barcode: Barcode) -> ScanEvent {
        .scan(
            ScanEvent.Scan(
                time: WallTime(milliseconds: 1_795_230_000_123), source: "photos/a.png", barcode: barcode,
                decodeTime: .microseconds(3_149)))
    }

    private func event(text: String) -> ScanEvent {
        event(Barcode(symbology: .qr, bytes: Array(text.utf8), reader: "zxing"))
    }

    @Test("a camera's read is the documented line")
    func camera() {
        let scan = ScanEvent.Scan(
            time: WallTime(milliseconds: 1_795_230_000_123), source: "/dev/video0", camera: "usb-046d_C920_1234",
            frame: 88,
            barcode: Barcode(
                symbology: .ean13, bytes: Array("4006381333931".utf8), corners: corners, reader: "zbar", quality: 20),
            decodeTime: .microseconds(3_100), age: .microseconds(21_400))
        #expect(
            ScanEvent.scan(scan).json.text
                == #"{"event":"scan","time":"2026-11-21T03:00:00.123Z","source":"/dev/video0","#
                + #""camera":"usb-046d_C920_1234","frame":88,"symbology":"ean-13","text":"4006381333931","#
                + #""corners":[[312,200],[520,204],[518,300],[310,296]],"reader":"zbar","decode_ms":3.1,"age_ms":21.4}"#
        )
    }

    @Test("a picture's read has neither camera, frame nor age, and no corners where the reader gives none")
    func picture() {
        #expect(
            event(text: "Grüße").json.text
                == #"{"event":"scan","time":"2026-11-21T03:00:00.123Z","source":"photos/a.png","symbology":"qr","#
                + #""text":"Grüße","reader":"zxing","decode_ms":3.1}"#)
    }

    @Test("bytes that are not UTF-8 are given in base64, next to their escaped form")
    func bytes() {
        let barcode = Barcode(symbology: .dataMatrix, bytes: [0x41, 0xff, 0x0a, 0xc3, 0xa9], reader: "zxing")
        #expect(
            event(barcode).json.text
                == #"{"event":"scan","time":"2026-11-21T03:00:00.123Z","source":"photos/a.png","#
                + #""symbology":"data-matrix","text":"A\\xff\\né","bytes_base64":"Qf8Kw6k=","reader":"zxing","decode_ms":3.1}"#
        )
    }

    @Test("a form of the content and how sure a linear code is are further keys, and the symbology stays")
    func form() {
        var barcode = Barcode(symbology: .code39, bytes: Array("-03752864".utf8), reader: "zxing")
        barcode.confidence = .low
        let text = event(barcode).json.text
        #expect(text.contains(#""symbology":"code-39","text":"-03752864","form":"pzn","form_text":"PZN-03752864""#))
        #expect(text.contains(#""reader":"zxing","confidence":"low""#))
        let link = event(
            Barcode(symbology: .qr, bytes: Array("https://id.gs1.org/01/09506000134352".utf8), reader: "zxing"))
        #expect(link.json.text.contains(#""form":"gs1-digital-link","reader":"zxing","decode_ms""#))
    }

    @Test("bytes of a character set the reader knows are its text")
    func decoded() {
        let barcode = Barcode(symbology: .qr, bytes: [0x93, 0xfa], decodedText: "日", reader: "zxing")
        let line = event(barcode).json.text
        #expect(line.contains(#""text":"日""#))
        #expect(!line.contains("bytes_base64"))
    }

    @Test("data of a program has its bytes, whatever text a reader makes of them; fields between separators do not")
    func binary() {
        let data = Barcode(symbology: .qr, bytes: [0x00, 0x01, 0x41], decodedText: "\u{0}\u{1}A", reader: "zxing")
        let line = event(data).json.text
        #expect(line.contains(#""bytes_base64":"AAFB""#))
        let fields = Barcode(symbology: .dataMatrix, bytes: Array("0104006381333931\u{1d}10A1\u{1e}\u{4}\r\n".utf8), reader: "zxing")
        #expect(!event(fields).json.text.contains("bytes_base64"))
    }

    @Test("no text breaks the line, the string or the terminal")
    func hostile() {
        let line = event(text: "\u{1b}[31m\n\"}\\\u{9b}\u{0}\u{7f}").json.text
        #expect(line.contains(#""text":"\u001b[31m\n\"}\\\u009b\u0000\u007f""#))
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test("a picture with nothing to read, and one that cannot be read, are documented lines too")
    func others() {
        #expect(ScanEvent.none(source: "photos/ä\"b.png").json.text == #"{"event":"none","source":"photos/ä\"b.png"}"#)
        #expect(
            ScanEvent.error(source: "a.png", message: "cannot read a.png: it is cut short").json.text
                == #"{"event":"error","source":"a.png","message":"cannot read a.png: it is cut short"}"#)
    }
}
