// SPDX-License-Identifier: Apache-2.0

internal import BarcodeEncoding
internal import Barcodes
internal import Frames
internal import PageDrawing
internal import Pictures
internal import ReadingWorker
internal import Scanning
internal import Terminal

/// Whether a code with a logo on it still reads.
enum LogoProof {
    /// Draws the sheet, reads it, and fails where another text comes of it, or none.
    static func read(_ sheet: CodeSheet) throws(CommandFailure) {
        let page = sheet.page
        let bytes = try failing { () throws(PageError) in
            try page.render(.png, pixelsPerMillimetre: 6 / sheet.module)
        }
        let reader = try failing { () throws(BarcodeReaderError) in try Readers().make(effort: .normal, for: .pictures)
        }
        let picture = try failing { () throws(PictureError) in
            try PictureLoader().picture(in: PixelStorage(bytes), name: "the code with its logo")
        }
        guard reader.read(picture.luma, symbologies: [.qr]).contains(where: { $0.text == sheet.symbol.content }) else {
            throw CommandFailure(
                "cannot put the logo there: the code does not read with it; take a logo of fewer colours, or a larger code "
                    + "(--size)")
        }
    }
}
