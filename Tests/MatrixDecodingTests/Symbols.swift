// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import MatrixDecoding

extension MatrixGrid {
    init(_ symbol: EncodedSymbol) {
        let modules = symbol.modules
        self.init(columns: modules.columns, rows: modules.rows) { modules.isDark($0, $1) }
    }

    /// With `count` different modules of those for which `mayTurn` turned over.
    func spoilt(
        _ count: Int, _ random: inout some RandomNumberGenerator, where mayTurn: (Int, Int) -> Bool = { _, _ in true }
    ) -> MatrixGrid {
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

/// The same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
