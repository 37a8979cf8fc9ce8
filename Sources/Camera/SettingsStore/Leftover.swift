// SPDX-License-Identifier: Apache-2.0

public import CameraControls
internal import StoredFiles

/// A journal whose writer has ended without putting the camera back: killed, or cut off by a power cut.
public struct Leftover: Sendable {
    public let path: String
    public let record: JournalRecord

    init(path: String, record: JournalRecord) {
        self.path = path
        self.record = record
    }

    /// Short names of the controls that still have what was left in them; empty when there is nothing to put back,
    /// because the camera has lost power since or somebody has set it.
    public func pending(on surface: any ControlSurface) throws(ControlError) -> [String] {
        try PutBack.pending(record.entries, on: surface)
    }

    /// Puts back what is still as it was left. The journal goes when all of it is back.
    public func restore(on surface: any ControlSurface) -> PutBackReport {
        var report = PutBack.run(record.entries, on: surface, onlyLeft: true)
        if report.isComplete, let failure = discard() { report.failures.append(failure) }
        return report
    }

    /// Forgets it: the camera stays as it is.
    ///
    /// - Returns: why it could not.
    @discardableResult
    public func discard() -> ControlError? {
        do throws(StoreError) {
            try StoredFile.remove(path)
            return nil
        } catch {
            return ControlError(.failed, id: nil, error.description)
        }
    }
}
