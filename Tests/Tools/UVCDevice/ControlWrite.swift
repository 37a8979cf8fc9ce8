// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// A SET_CUR the camera received, for the journal.
package struct ControlWrite: Hashable, Sendable {
    package struct Value: Hashable, Sendable {
        package var id: ControlID
        package var value: Int64
    }

    package var unit: CameraUnit
    package var selector: UInt8
    /// The bytes as they came.
    package var data: [UInt8]
    /// What they mean in V4L2's terms; empty for an extension unit.
    package var values: [Value]
    /// Why the camera refused; `nil` when it obeyed.
    package var error: RequestError?
}
