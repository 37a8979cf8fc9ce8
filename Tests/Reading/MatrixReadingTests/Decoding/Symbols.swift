// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes

extension ModuleGrid {
    /// libzint's symbol; `size` in its numbering.
    static func drawn(_ text: String, _ symbology: Symbology, size: Int?, gs1: Bool, eci: Int?) throws -> ModuleGrid {
        var options = EncodingOptions()
        options.size = size
        options.isGS1 = gs1
        options.eci = eci
        return try BarcodeEncoder.encode(text, as: symbology, options).modules
    }

    /// A copy with `count` different modules inverted, among those for which `mayTurn` is true.
    func spoilt(
        _ count: Int, _ random: inout some RandomNumberGenerator, where mayTurn: (Int, Int) -> Bool = { _, _ in true }
    ) -> ModuleGrid {
        var grid = self
        var turned: Set<Int> = []
        let free = (0..<columns * rows).count { mayTurn($0 % columns, $0 / columns) }
        precondition(count <= free, "there are so many modules to be turned")
        while turned.count < count {
            let index = Int.random(in: 0..<columns * rows, using: &random)
            guard mayTurn(index % columns, index / columns), turned.insert(index).inserted else { continue }
            grid[index % columns, index / columns].toggle()
        }
        return grid
    }
}
