// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// Decodes Data Matrix ECC 200, from modules to content.
package enum DataMatrixDecoder {
    /// - Parameter grid: the whole symbol with its borders, the corner of the solid edges at the lower left. The borders'
    ///   values are ignored.
    /// - Returns: `nil` if the size does not exist, there are more errors than can be corrected, or the corrected words
    ///   are not valid.
    package static func decode(_ grid: ModuleGrid) -> DecodedSymbol? {
        guard let size = DataMatrixSize.of(rows: grid.rows, columns: grid.columns) else { return nil }
        let words = self.words(grid, size)
        guard let (data, corrected) = corrected(words, size),
            let content = DataMatrixText.content(of: data)
        else { return nil }
        return DecodedSymbol(
            content: content, corrected: corrected,
            correctable: size.checkWords / size.blocks / 2 * size.blocks)
    }

    private static func words(_ grid: ModuleGrid, _ size: DataMatrixSize) -> [Int] {
        placement(size).words.map { modules in
            modules.reduce(0) { word, index in
                let (column, row) = size.module(index % size.mappingColumns, index / size.mappingColumns)
                return word << 1 | (grid[column, row] ? 1 : 0)
            }
        }
    }

    /// Words are interleaved over the blocks, and check words continue the sequence after data words. This matters in the
    /// largest size, where two blocks are a word shorter.
    private static func corrected(_ words: [Int], _ size: DataMatrixSize) -> (data: [Int], corrected: Int)? {
        let count = size.dataWords + size.checkWords
        guard words.count >= count else { return nil }
        var result = Array(words[..<count])
        var total = 0
        for block in 0..<size.blocks {
            let places = Array(stride(from: block, to: count, by: size.blocks))
            var part = places.map { result[$0] }
            guard
                let wrong = ReedSolomon.correct(&part, checks: size.checkWords / size.blocks, in: .dataMatrix)
            else { return nil }
            total += wrong
            for (place, word) in zip(places, part) { result[place] = word }
        }
        return (Array(result[..<size.dataWords]), total)
    }

    private static func placement(_ size: DataMatrixSize) -> DataMatrixPlacement { placements[size]! }

    private static let placements: [DataMatrixSize: DataMatrixPlacement] = Dictionary(
        uniqueKeysWithValues: DataMatrixSize.all.map {
            ($0, DataMatrixPlacement(rows: $0.mappingRows, columns: $0.mappingColumns))
        })
}
