// SPDX-License-Identifier: Apache-2.0

/// Switches a light, with a note on disk while the light is on: so a run that is killed leaves no light burning.
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

    /// The light is out, or gone.
    package mutating func forget() {
        guard isLit else { return }
        isLit = false
        notes.clear()
    }
}
