// SPDX-License-Identifier: Apache-2.0

/// Switches a light, and keeps a note on disk while it is on. If the process is killed, the next run switches the light off.
package struct NotedSwitch {
    private let notes: any TorchNotes
    package private(set) var isLit = false

    package init(_ notes: any TorchNotes) { self.notes = notes }

    package mutating func set(_ lamp: any TorchLamp, percent: Int) throws(TorchError) {
        if percent > 0, !isLit {
            notes.write(lamp.source)
            isLit = true
        }
        _ = try lamp.set(percent: percent)
        if percent == 0 { forget() }
    }

    /// Deletes the note: the light is off, or unplugged.
    package mutating func forget() {
        guard isLit else { return }
        isLit = false
        notes.clear()
    }
}
