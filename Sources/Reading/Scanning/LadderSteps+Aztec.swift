// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames

extension LadderSteps {
    /// The end of a code as long as this may be wrong: zxing-cpp 1.4 takes the filling of some Aztec symbols with much binary
    /// content for content.
    private static let doubtfulLength = 32

    /// The same code with the content that our own reader reads in the symbol, if the two differ at the end only.
    ///
    /// - Parameter code: with corners in `picture`.
    func ended(_ code: Barcode, in picture: LumaImage, readBy reader: any BarcodeReader) -> Barcode {
        guard code.symbology == .aztec, code.bytes.count >= Self.doubtfulLength, reader.name == "zxing",
            !reader.abilities.contains(.several), let place = code.corners, let own = readers[.quickCandela],
            own.supported.contains(.aztec)
        else { return code }
        let (box, margin) = (place.bounds, (place.width + place.height) / 16 + 4)
        let (left, top) = (Int(max(0, box.minX - margin)), Int(max(0, box.minY - margin)))
        let area = PixelRectangle(
            x: left, y: top, width: min(picture.width, Int(box.maxX + margin)) - left,
            height: min(picture.height, Int(box.maxY + margin)) - top)
        guard area.fits(in: picture.size), let part = picture.cropped(to: area) else { return code }
        let other = own.read(part, symbologies: [.aztec]).first {
            $0.bytes != code.bytes && ($0.bytes.starts(with: code.bytes) || code.bytes.starts(with: $0.bytes))
        }
        guard var other else { return code }
        other.corners = code.corners
        return other
    }
}
