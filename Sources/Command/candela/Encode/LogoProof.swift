// SPDX-License-Identifier: Apache-2.0

internal import BarcodeEncoding
internal import Barcodes
internal import Frames
internal import PageDrawing
internal import Pictures
internal import ReadingWorker
internal import Scanning
internal import Terminal

/// Verifies that a code with a logo can be read.
enum LogoProof {
    /// Draws the sheet and reads it. Throws if the result is not the encoded text.
    static func read(_ sheet: CodeSheet) throws(CommandFailure) {
        let page = sheet.page
        let bytes = try failing { () throws(PageError) in
            try page.render(.png, pixelsPerMillimetre: 6 / sheet.module)
        }
        let reader = try failing { () throws(BarcodeReaderError) in try Readers().make(effort: .normal, for: .pictures)
        }
        // Decoded in this process: it was drawn here.
        let picture = try failing { () throws(PictureError) in
            try PictureLoader().picture(in: PixelStorage(bytes), name: "the code with its logo")
        }
        guard reader.read(picture.luma, symbologies: [.qr]).contains(where: { $0.text == sheet.symbol.content }) else {
            throw CommandFailure(
                "cannot add the logo: the code cannot be read with it; use a logo with fewer colours, or a larger code "
                    + "(--size)")
        }
    }
}
