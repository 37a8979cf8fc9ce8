// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A reader that goes by steps, so that it can be said which step a picture was too much for, and that one left out.
package protocol SteppedReader: BarcodeReader {
    /// Told each step's place before it is taken: should it never end, somebody knows which it was.
    var onStep: ((Int) -> Void)? { get set }
    /// Steps that are not taken, by their place.
    var leftOut: Set<Int> { get set }
    /// Forgets the pictures read so far, as before another stream.
    func reset()
}
