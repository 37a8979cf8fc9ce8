// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import Output
internal import StoredFiles
internal import Terminal

/// A camera's controls that a command changes for a while: put back at any ending.
///
///     let borrowed = BorrowedControls(camera.controls, name: camera.name, identity: camera.identity)
///     defer { borrowed.giveBack() }
///     … borrowed.surface …
package struct BorrowedControls {
    package let surface: JournalledSurface
    private let name: String

    /// First puts back what a killed run has left, because its settings are not what the camera is to have again.
    ///
    /// A signal puts everything back at once, on the thread that takes it; `Interruption.install()` must have been
    /// called. Whoever uses the surface at that moment finds that nothing can be set any more.
    package init(_ controls: any ControlSurface, name: String, identity: String) {
        self.name = name
        let camera = JournalKey(identity: identity, node: name)
        // It goes with this process.
        let journal = name.hasPrefix("sim:") ? nil : Self.journal()
        if let journal { Self.mend(camera, controls, journal) }
        let surface = JournalledSurface(controls, camera: camera, journal: journal)
        self.surface = surface
        Interruption.onSignal { surface.putBack() }
    }

    /// Puts everything back, and says what could not be.
    package func giveBack() {
        let report = surface.putBack()
        for failure in report.failures { Console.note(VisibleText.escape(failure.description)) }
        if !report.isComplete, !report.failures.contains(where: { $0.kind == .gone }) {
            Console.note(
                "to try again to put back the settings of \(VisibleText.escape(name)): candela profile restore")
        }
    }

    private static func journal() -> ControlJournal? {
        do throws(StoreError) {
            let journal = ControlJournal(try StateFolders())
            try journal.prepare()
            return journal
        } catch {
            Console.note(
                VisibleText.escape(error.description)
                    + ". Settings are put back at the end all the same, but not if this run is killed")
            return nil
        }
    }

    private static func mend(_ camera: JournalKey, _ controls: any ControlSurface, _ journal: ControlJournal) {
        for leftover in (try? journal.leftovers(of: camera)) ?? [] {
            let report = leftover.restore(on: controls)
            if !report.restored.isEmpty {
                let keys = report.restored.map(\.key).joined(separator: ", ")
                Console.note(
                    "put back what a run that was killed has left in \(VisibleText.escape(camera.node)): \(keys)")
            }
            for failure in report.failures { Console.note(VisibleText.escape(failure.description)) }
        }
    }
}
