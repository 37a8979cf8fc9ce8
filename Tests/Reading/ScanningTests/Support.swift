// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames

/// A reader that returns given lists in turn, and then repeats the last.
final class ScriptedReader: BarcodeReader {
    let name = "scripted"
    let supported = Set(Symbology.allCases)
    private var answers: [[Barcode]]
    private(set) var pictures: [LumaImage] = []
    private(set) var asked: [Set<Symbology>] = []

    init(_ answers: [Barcode]...) { self.answers = answers }

    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        pictures.append(image)
        asked.append(symbologies)
        return answers.count > 1 ? answers.removeFirst() : answers.first ?? []
    }
}

extension Barcode {
    /// A code whose outline is a square of twenty pixels around the point.
    static func code(_ text: String, _ symbology: Symbology = .qr, at center: (x: Double, y: Double)? = nil) -> Barcode
    {
        let corners = center.map { center in
            Quadrilateral(
                topLeft: PixelPoint(x: center.x - 10, y: center.y - 10),
                topRight: PixelPoint(x: center.x + 10, y: center.y - 10),
                bottomRight: PixelPoint(x: center.x + 10, y: center.y + 10),
                bottomLeft: PixelPoint(x: center.x - 10, y: center.y + 10))
        }
        return Barcode(symbology: symbology, bytes: Array(text.utf8), corners: corners, reader: "scripted")
    }
}
