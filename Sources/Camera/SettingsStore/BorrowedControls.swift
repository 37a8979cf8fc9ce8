// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import Output
internal import StoredFiles
internal import Terminal

/// A camera's controls that a command changes temporarily: restored however the command ends.
///
///     let borrowed = BorrowedControls(camera.controls, name: camera.name, identity: camera.identity)
///     defer { borrowed.giveBack() }
///     … borrowed.surface …
package struct BorrowedControls {
    package let surface: JournalledSurface
    private let name: String
    private let handler: Int

    /// First restores what a killed run left behind, because those are not the settings to restore later.
    ///
    /// A signal restores everything at once, on the thread that handles it; `Interruption.install()` must have been
    /// called. From then on, setting a control fails.
    package init(_ controls: any ControlSurface, name: String, identity: String) {
        self.name = name
        let camera = JournalKey(identity: identity, node: name)
        // The simulated camera ends with the process.
        let journal = name.hasPrefix("sim:") ? nil : Self.journal()
        if let journal { Self.mend(camera, controls, journal) }
        let surface = JournalledSurface(controls, camera: camera, journal: journal)
        self.surface = surface
        handler = Interruption.onSignal { surface.putBack() }
    }

    /// Whether a killed run left settings on this camera.
    package static func hasLeftovers(name: String, identity: String) -> Bool {
        guard !name.hasPrefix("sim:"), let folders = try? StateFolders() else { return false }
        return (try? ControlJournal(folders).leftovers(of: JournalKey(identity: identity, node: name)))?.isEmpty == false
    }

    /// Restores everything, and reports failures.
    package func giveBack() {
        let report = surface.putBack()
        // A program that borrows again and again keeps no camera open.
        Interruption.forget(handler)
        for failure in report.failures { Console.note(VisibleText.escape(failure.description)) }
        if !report.isComplete, !report.failures.contains(where: { $0.kind == .gone }) {
            Console.note(
                "to retry restoring the settings of \(VisibleText.escape(name)), run: candela profile restore")
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
                    + ". Settings are still restored at the end, but not if this run is killed")
            return nil
        }
    }

    private static func mend(_ camera: JournalKey, _ controls: any ControlSurface, _ journal: ControlJournal) {
        for leftover in (try? journal.leftovers(of: camera)) ?? [] {
            let report = leftover.restore(on: controls)
            if !report.restored.isEmpty {
                let keys = report.restored.map(\.key).joined(separator: ", ")
                Console.note(
                    "restored settings that a killed run had left on \(VisibleText.escape(camera.node)): \(keys)")
            }
            for failure in report.failures { Console.note(VisibleText.escape(failure.description)) }
        }
    }
}
