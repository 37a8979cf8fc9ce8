// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A reader that works in steps, so that the step at which a picture failed can be identified and skipped.
package protocol SteppedReader: BarcodeReader {
    /// Called with each step's index before it runs, so that a step that never ends can be identified, and with the lane it
    /// runs in: several run at once on a large picture, each called on a thread of its own. `nil` when the step has ended,
    /// if there are several lanes.
    var onStep: StepLanes.Note? { get set }
    /// Whether to run one step at a time, so that one that ends the process is the one that is named.
    var isAlone: Bool { get set }
    /// The indices of steps to skip.
    var leftOut: Set<Int> { get set }
    /// Waits until no thread is at work on the last picture, whose codes have been given already.
    func finish()
    /// Forgets the pictures read so far; call it before another stream.
    func reset()
}
