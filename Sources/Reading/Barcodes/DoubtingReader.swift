// SPDX-License-Identifier: Apache-2.0

/// A reader that holds codes back until it believes them, and can say which.
public protocol DoubtingReader: BarcodeReader {
    /// What was read in the last picture and is not believed yet: shown to people who wait for it, and for nothing else.
    /// Corners are in pixels of that picture.
    var doubtful: [Barcode] { get }
}
