// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// The values of a camera's controls before a run changed them, and the values that the run left.
package struct JournalRecord: Hashable, Sendable {
    package var camera: JournalKey
    /// The process that wrote it.
    var owner: ProcessMark
    /// In the order of their first change.
    package var entries: [Entry]

    /// One control.
    package struct Entry: Hashable, Sendable {
        package var id: ControlID
        /// Its short name, for messages; letters, digits and `_`.
        package var key: String
        package var before: ControlValue
        /// The last requested value, or what the driver made of it if that is known; `nil` for a control that was not set
        /// itself but is governed by one that was.
        package var left: ControlValue?

        package init(id: ControlID, key: String, before: ControlValue, left: ControlValue?) {
            self.id = id
            self.key = key
            self.before = before
            self.left = left
        }
    }

    init(camera: JournalKey, owner: ProcessMark, entries: [Entry] = []) {
        self.camera = camera
        self.owner = owner
        self.entries = entries
    }

    /// The process that wrote it, for messages.
    package var processID: Int32 { owner.id }
}
