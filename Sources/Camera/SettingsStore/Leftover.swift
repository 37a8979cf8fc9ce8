// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import StoredFiles

/// A journal whose writer ended without restoring the camera: it was killed, or the power failed.
package struct Leftover: Sendable {
    package let path: String
    package let record: JournalRecord

    init(path: String, record: JournalRecord) {
        self.path = path
        self.record = record
    }

    /// Short names of the controls that still have the values that the run left. Empty if there is nothing to restore,
    /// because the camera has lost power since or somebody has set the controls.
    package func pending(on surface: any ControlSurface) throws(ControlError) -> [String] {
        try PutBack.pending(record.entries, on: surface)
    }

    /// Restores what still has the value that the run left. Removes the journal if that succeeds.
    package func restore(on surface: any ControlSurface) -> PutBackReport {
        var report = PutBack.run(record.entries, on: surface, onlyLeft: true)
        if report.isComplete, let failure = discard() { report.failures.append(failure) }
        return report
    }

    /// Removes the journal; the camera stays as it is.
    ///
    /// - Returns: the error if that failed.
    @discardableResult
    package func discard() -> ControlError? {
        do throws(StoreError) {
            try StoredFile.remove(path)
            return nil
        } catch {
            return ControlError(.failed, id: nil, error.description)
        }
    }
}
