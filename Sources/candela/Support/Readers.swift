// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import Barcodes
internal import BarcodesZBar
internal import BarcodesZXing
internal import MatrixFinding
public import Scanning

/// Puts the two reading libraries, our own reader and the ladder together.
enum Readers {
    /// A reader for one thread. Loads the libraries on its first call.
    static func make(effort: ReadingEffort) throws(BarcodeReaderError) -> any BarcodeReader {
        LadderReader(
            readers: [
                .zbar: try ZBarReader(),
                .coarseZBar: try ZBarReader(options: ZBarOptions(xDensity: 2, yDensity: 2)),
                .zxing: try ZXingReader(),
                .candela: MatrixReader(),
                .quickCandela: MatrixReader(effort: .quick),
            ], effort: effort)
    }
}

extension ReadingEffort: ExpressibleByArgument {}
