// SPDX-License-Identifier: Apache-2.0

/// The texture of the table top: tiled value noise of three octaves, so that an empty scene is not uniform and the
/// automatic focus has contrast.
struct TableTexture {
    private static let bits = 8
    private static let side = 1 << bits
    /// Millimetres.
    static let texel = 0.8
    /// Around 0, within ±1.
    private let tile: [Float]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed ^ 0x7461_626c_6521)
        var tile = [Float](repeating: 0, count: Self.side * Self.side)
        for (cell, weight) in [(16, Float(0.5)), (4, 0.3), (1, 0.2)] {
            let lattice = Self.side / cell
            let values = (0..<lattice * lattice).map { _ in Float(2 * random.unit() - 1) }
            for y in 0..<Self.side {
                let row = y / cell
                let dy = Float(y % cell) / Float(cell)
                for x in 0..<Self.side {
                    let column = x / cell
                    let dx = Float(x % cell) / Float(cell)
                    let right = (column + 1) % lattice
                    let below = (row + 1) % lattice
                    let upper = values[row * lattice + column] * (1 - dx) + values[row * lattice + right] * dx
                    let lower = values[below * lattice + column] * (1 - dx) + values[below * lattice + right] * dx
                    tile[y * Self.side + x] += weight * (upper * (1 - dy) + lower * dy)
                }
            }
        }
        self.tile = tile
    }

    /// The texture at a point of the table, in millimetres, for a pixel that covers `span` millimetres. Details finer than
    /// the pixel fade out.
    func value(u: Double, v: Double, span: Double) -> Float {
        // The tile repeats, so whole tiles are added to make truncation round down.
        let whole = Double(1 << 20)
        let x = u / Self.texel + whole
        let y = v / Self.texel + whole
        guard x > 0, y > 0, x < 2 * whole, y < 2 * whole else { return 0 }
        let column = Int(x)
        let row = Int(y)
        let dx = Float(x - Double(column))
        let dy = Float(y - Double(row))
        let mask = Self.side - 1
        let left = column & mask
        let right = (column &+ 1) & mask
        let upper = (row & mask) << Self.bits
        let lower = ((row &+ 1) & mask) << Self.bits
        let above = tile[upper | left] * (1 - dx) + tile[upper | right] * dx
        let below = tile[lower | left] * (1 - dx) + tile[lower | right] * dx
        return (above * (1 - dy) + below * dy) * Float(min(1, Self.texel / max(span, 1e-9)))
    }
}
