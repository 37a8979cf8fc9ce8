// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Scanning

// The names of the modules below that this module has, too. Files that use both take these and do not import Barcodes.
typealias InnerReader = Barcodes.BarcodeReader
typealias InnerReaderError = Barcodes.BarcodeReaderError

/// Reads nothing.
final class NoReader: InnerReader {
    let name = "none"
    let supported: Set<Barcodes.Symbology> = []

    func read(_ image: LumaImage, symbologies: Set<Barcodes.Symbology>) -> [Barcodes.Barcode] { [] }
}

/// A reader as the modules below make theirs.
func makeReader(
    _ symbologies: Set<CandelaReading.Symbology>, _ effort: ReadingEffort, _ use: ReadingUse, isolation: Isolation
) throws(InnerReaderError) -> any InnerReader {
    do throws(ReadingError) {
        return try CandelaReading.BarcodeReader.make(symbologies, effort, use, isolation)
    } catch {
        throw InnerReaderError(reader: "worker", error.description)
    }
}
