// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// A SET_CUR request that the camera received, for the journal.
package struct ControlWrite: Hashable, Sendable {
    package struct Value: Hashable, Sendable {
        package var id: ControlID
        package var value: Int64
    }

    package var unit: CameraUnit
    package var selector: UInt8
    /// The bytes received.
    package var data: [UInt8]
    /// Their meaning as V4L2 controls; empty for an extension unit.
    package var values: [Value]
    /// Why the camera refused; `nil` if it accepted.
    package var error: RequestError?
}
