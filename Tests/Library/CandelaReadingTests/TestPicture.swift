// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames

/// The pixels of a QR code with a margin.
struct TestPicture {
    var bytes: [UInt8]
    var width: Int
    var height: Int

    init(of text: String) throws {
        let image = try BarcodeEncoder.encode(text, as: .qr).image(modulePixels: 4, quietZone: 8)
        (width, height) = (image.width, image.height)
        bytes = (0..<image.height).flatMap { y in (0..<image.width).map { image[$0, y] } }
    }
}
