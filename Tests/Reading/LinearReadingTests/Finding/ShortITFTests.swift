// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import LinearReading
import Testing

/// Drawn by zint.
@Suite("An Interleaved 2 of 5 that is too short")
struct ShortITFTests {
    private func image(_ modules: [Bool], pixels: Int = 4) -> LumaImage {
        let margin = 20 * pixels
        let row = (0..<modules.count * pixels + 2 * margin).map { x -> UInt8 in
            let module = (x - margin) / pixels
            return x >= margin && module < modules.count && modules[module] ? 20 : 240
        }
        let white = [UInt8](repeating: 240, count: row.count)
        let rows = (0..<200).flatMap { (20..<180).contains($0) ? row : white }
        return LumaImage(size: FrameSize(width: row.count, height: 200), pixels: rows)
    }

    private func modules(_ text: String) throws -> [Bool] {
        let symbol = try BarcodeEncoder.encode(text, as: .itf)
        return (0..<symbol.modules.columns).map { symbol.modules.isDark($0, 0) }
    }

    @Test("its two digits are told", arguments: ["42", "00", "97", "13"])
    func told(text: String) throws { #expect(ShortITF.find(in: image(try modules(text))) == text) }

    @Test("a longer one, and one with a bar more or a wrong one, are none")
    func none() throws {
        #expect(ShortITF.find(in: image(try modules("1234"))) == nil)
        #expect(ShortITF.find(in: image(try modules("12") + [false, true, true, false, true])) == nil)
        var wrong = try modules("42")
        // A narrow space becomes a wide one: three wide ones in a digit.
        let space = try #require(wrong.indices.dropFirst(6).first { !wrong[$0] && wrong[$0 - 1] && wrong[$0 + 1] })
        wrong.insert(contentsOf: [false, false], at: space)
        #expect(ShortITF.find(in: image(wrong)) == nil)
    }
}
