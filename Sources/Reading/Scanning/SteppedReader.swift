// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A reader that works in steps, so that the step at which a picture failed can be identified and skipped.
package protocol SteppedReader: BarcodeReader {
    /// Called with each step's index before it runs, so that a step that never ends can be identified.
    var onStep: ((Int) -> Void)? { get set }
    /// The indices of steps to skip.
    var leftOut: Set<Int> { get set }
    /// Forgets the pictures read so far; call it before another stream.
    func reset()
}
