// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Output
internal import StoredFiles
internal import Terminal
package import Torch

/// The note of a light that a scan has switched on; also handles the notes that killed scans left.
package final class TorchNoteFile: TorchNotes {
    private let camera: String
    private var path: String?

    package init(camera: String) { self.camera = camera }

    package func write(_ source: TorchSource) {
        // The simulated camera's lamp ends with the process.
        guard !camera.hasPrefix("sim:"), path == nil else { return }
        do throws(StoreError) {
            path = try TorchJournal(try StateFolders()).write(TorchNote(camera: camera, light: source.words))
        } catch {
            Console.note(
                VisibleText.escape(error.description)
                    + ". If this run is killed, switch off the light with: candela torch off")
        }
    }

    package func clear() {
        guard let path, let folders = try? StateFolders() else { return }
        try? TorchJournal(folders).remove(path)
        self.path = nil
    }

    /// Switches off the lights that killed runs left on, and reports each. Does nothing if there are no notes.
    package static func putRight() {
        guard let folders = try? StateFolders() else { return }
        let journal = TorchJournal(folders)
        for (path, note) in (try? journal.leftovers()) ?? [] {
            guard let source = TorchSource(words: note.light) else {
                try? journal.remove(path)
                continue
            }
            let name = VisibleText.escape(source.name)
            do throws(TorchError) {
                _ = try lamp(source, note.camera).set(percent: 0)
                Console.note("a killed scan had left the torch \(name) on; it is off now")
            } catch  where error.kind == .gone {
                // Unplugged, so it has no power.
            } catch {
                Console.note(
                    "a killed scan left the torch \(name) on: \(VisibleText.escape(error.description))")
                continue
            }
            try? journal.remove(path)
        }
    }

    private static func lamp(_ source: TorchSource, _ camera: String) throws(TorchError) -> any TorchLamp {
        guard source.kind == .illuminator else { return try TorchFinder().open(source, surface: nil) }
        let surface: any ControlSurface
        do throws(CameraError) {
            surface = try CameraOpener().controls(camera).surface
        } catch {
            throw TorchError(error.cause == nil ? .gone : .failed, error.description)
        }
        return try TorchFinder().open(source, surface: surface)
    }
}
