// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Scanning

/// A picture and the part of it that is examined.
struct PictureView {
    var whole: LumaImage
    var part: LumaImage
    /// The position of the part in the whole.
    var rectangle: PixelRectangle
    var isPart: Bool

    init(_ picture: LumaImage, region: FrameRegion?) throws(RegionError) {
        whole = picture
        part = picture
        rectangle = PixelRectangle(picture.size)
        isPart = region != nil
        guard let region else { return }
        (part, rectangle) = try picture.part(region)
    }
}

/// A reader that finds no code.
final class NoReader: BarcodeReader {
    let name = "none"
    let supported: Set<Symbology> = []
    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] { [] }
}

extension CodeEvidence {
    init(_ code: Barcode, offset: (x: Int, y: Int)) {
        let corners = code.corners?.mapped { PixelPoint(x: $0.x + Double(offset.x), y: $0.y + Double(offset.y)) }
        self.init(
            symbology: code.symbology.rawValue, text: code.text, byteCount: code.bytes.count, reader: code.reader,
            corners: corners?.numbers ?? [])
        isMirrored = code.isMirrored ? true : nil
        part = code.part
        if CodeForm(of: code)?.name == .code32 { isCode32 = true }
        if code.isBinary {
            isBinary = true
            return
        }
        let separators = code.bytes.count { $0 == 0x1d }
        if separators > 0 { self.separators = separators }
        // Data Matrix and Aztec have Latin-1 as their stated default; so have QR codes, but their readers differ.
        if code.identifier?.namesEncoding == false, code.bytes.contains(where: { $0 >= 0x80 }) {
            isEncodingUnnamed = true
        }
    }
}

extension Quadrilateral {
    /// Four corners from alternating x and y; `nil` unless there are 8 numbers.
    init?(_ numbers: [Double]) {
        guard numbers.count == 8 else { return nil }
        func point(_ index: Int) -> PixelPoint { PixelPoint(x: numbers[2 * index], y: numbers[2 * index + 1]) }
        self.init(topLeft: point(0), topRight: point(1), bottomRight: point(2), bottomLeft: point(3))
    }
}
