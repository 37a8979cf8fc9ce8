// SPDX-License-Identifier: Apache-2.0

/// A reader that withholds codes until they are confirmed, and can list the unconfirmed ones.
package protocol DoubtingReader: BarcodeReader {
    /// The codes read in the last picture and not yet confirmed. Only for display to a waiting user. Corners are in
    /// pixels of that picture.
    var doubtful: [Barcode] { get }
}
