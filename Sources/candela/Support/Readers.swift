// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import BarcodesZBar
internal import BarcodesZXing
internal import Scanning

/// Puts the two reading libraries and the ladder together.
enum Readers {
    /// A reader for one thread. Loads the libraries on its first call.
    static func make(effort: ReadingEffort) throws(BarcodeReaderError) -> any BarcodeReader {
        try ZBarReader()
    }
}

enum ReadingEffort: String, CaseIterable, ExpressibleByArgument { case fast, normal, hard }
