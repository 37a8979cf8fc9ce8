// SPDX-License-Identifier: Apache-2.0

package import Scanning

/// What scans the camera when nobody looks at the page: a station. The studio borrows the camera from it while somebody does.
///
/// All are called on the camera's thread of the studio, but for `isAlive` and `take`, which come on others, too.
package protocol StudioHost: Sendable {
    /// Waits until the camera is free.
    ///
    /// - Returns: what was read so far, so that a code in view is not reported again; `nil` if the studio ends.
    func borrow() -> ReadPolicy?
    func giveBack(_ policy: ReadPolicy)
    /// Takes a scan by the station's rules: it is stored and delivered.
    ///
    /// - Returns: as it was stored; `nil` if the rules do not take it.
    func take(_ scan: ScanEvent.Scan) -> ScanEvent.Scan?
    /// A frame was read.
    func hasRead()
    /// The camera does not scan.
    func isTroubled(_ reason: String)
    func isAlive()
}
