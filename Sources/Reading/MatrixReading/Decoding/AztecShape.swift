// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// An Aztec symbol's geometry. Modules are counted from the centre, x to the right, y down.
package struct AztecShape: Hashable, Sendable {
    package let isCompact: Bool
    /// Rings of data, two modules wide: 1...4 compact, 1...32 full.
    package let layers: Int

    package init(isCompact: Bool, layers: Int) {
        self.isCompact = isCompact
        self.layers = layers
    }

    /// Modules a side without the lines of the reference grid.
    private var dense: Int { (isCompact ? 11 : 14) + 4 * layers }

    /// Modules a side; always odd.
    package var side: Int { isCompact ? dense : dense + 1 + 2 * ((dense / 2 - 1) / 15) }

    /// The distance from the centre to the ring with the mode message and the orientation corners.
    package static func modeRing(isCompact: Bool) -> Int { isCompact ? 5 : 7 }

    var bitCount: Int { ((isCompact ? 88 : 112) + 16 * layers) * layers }

    /// Bits of a code word.
    var wordBits: Int {
        switch layers {
        case ...2: 6
        case ...8: 8
        case ...22: 10
        default: 12
        }
    }

    var field: GaloisField {
        switch wordBits {
        case 6: .aztec6
        case 8: .aztec8
        case 10: .aztec10
        default: .aztec12
        }
    }

    /// Dense coordinate to symbol coordinate: every sixteenth line from the centre belongs to the reference grid.
    private var lines: [Int] {
        guard !isCompact else { return Array(0..<dense) }
        let center = side / 2
        let half = dense / 2
        return (0..<dense).map { index in
            let away = index < half ? half - 1 - index : index - half
            let distance = away + away / 15 + 1
            return index < half ? center - distance : center + distance
        }
    }

    /// The bits of the data layers, outermost first, each counter-clockwise from its top left corner in pairs of modules.
    ///
    /// Source: ISO/IEC 24778, 7.3.2.
    func dataBits(_ grid: ModuleGrid) -> [Bool] {
        let lines = self.lines
        var bits = Array(repeating: false, count: bitCount)
        var offset = 0
        for layer in 0..<layers {
            let length = (layers - layer) * 4 + (isCompact ? 9 : 12)
            let low = layer * 2
            let high = dense - 1 - low
            for j in 0..<length {
                for k in 0..<2 {
                    let place = offset + 2 * j + k
                    bits[place] = grid[lines[low + k], lines[low + j]]
                    bits[place + 2 * length] = grid[lines[low + j], lines[high - k]]
                    bits[place + 4 * length] = grid[lines[high - k], lines[high - j]]
                    bits[place + 6 * length] = grid[lines[high - j], lines[low + k]]
                }
            }
            offset += 8 * length
        }
        return bits
    }

    /// Whether a module of the bull's eye, its corners or the reference grid is dark; `nil` for a data or message module.
    package func pattern(_ x: Int, _ y: Int) -> Bool? {
        let ring = AztecShape.modeRing(isCompact: isCompact)
        let distance = max(abs(x), abs(y))
        if distance < ring { return distance % 2 == 0 }
        if distance == ring { return AztecShape.corner(x, y, ring: ring) }
        guard !isCompact else { return nil }
        if x % 16 == 0 { return y % 2 == 0 }
        if y % 16 == 0 { return x % 2 == 0 }
        return nil
    }

    /// The three modules at each corner of the mode ring: three dark at the top left, then two, one and none.
    package static func corner(_ x: Int, _ y: Int, ring: Int) -> Bool? {
        guard abs(x) >= ring - 1, abs(y) >= ring - 1 else { return nil }
        switch (x < 0, y < 0) {
        case (true, true): return true
        case (false, true): return x == ring
        case (false, false): return x == ring && y == ring - 1
        case (true, false): return false
        }
    }
}
