// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import CameraDiscovery
internal import Cameras
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

struct ProfileRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore the settings that a killed run changed.",
        discussion: """
            Commands that change settings temporarily, such as calibrate, restore them when they end, except after SIGKILL \
            or a power cut. Then a journal with the old settings remains. This command restores each setting that still \
            has the value that the killed run left; settings changed since, by a person or a replug, are not touched. A torch \
            that the run left on is switched off.

            Example:
              candela profile restore
            """)

    @Flag(help: "Delete the journals without changing the cameras.") var discard = false
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        if !discard { TorchNoteFile.putRight() }
        let journal = ControlJournal(try failing { () throws(StoreError) in try StateFolders() })
        let (found, damaged) = try failing { () throws(StoreError) in try journal.leftovers() }
        var reports: [JSONValue] = []
        var isIncomplete = false
        for (path, error) in damaged {
            guard discard else {
                Console.note(VisibleText.escape(error.description))
                isIncomplete = true
                continue
            }
            try failing { () throws(StoreError) in try journal.discard(damaged: path) }
            if !json { try Console.print("deleted \(VisibleText.escape(path))") }
        }
        for leftover in found {
            let result = discard ? try forget(leftover) : try restore(leftover)
            reports.append(result.json)
            isIncomplete = isIncomplete || !result.isComplete
        }
        if json {
            let report: JSONValue = ["schema": "candela.profile-restore/1", "cameras": .array(reports)]
            try Console.print(report.text)
        } else if found.isEmpty, damaged.isEmpty {
            try Console.print("There is nothing to restore.")
        }
        if isIncomplete { throw CommandFailure(status: .found) }
    }

    private func forget(_ leftover: Leftover) throws(CommandFailure) -> (json: JSONValue, isComplete: Bool) {
        let identity = leftover.record.camera.identity
        if let failure = leftover.discard() { throw CommandFailure(VisibleText.escape(failure.description)) }
        if !json {
            try Console.print("\(VisibleText.escape(identity)): deleted the journal; the camera was not changed")
        }
        return (["camera": .string(identity), "discarded": true], true)
    }

    private func restore(_ leftover: Leftover) throws(CommandFailure) -> (json: JSONValue, isComplete: Bool) {
        let camera = leftover.record.camera
        let name = VisibleText.escape(camera.identity)
        guard let node = try Self.node(of: camera) else {
            Console.note(
                "cannot restore the settings of \(name): it is not plugged in; plug it in, or delete the journal with "
                    + "--discard")
            return (["camera": .string(camera.identity), "error": "not plugged in"], false)
        }
        let open = try openingCamera(node) { opener throws(CameraError) in try opener.controls(node) }
        let report = leftover.restore(on: open.surface)
        for change in report.restored {
            let (from, to) = (VisibleText.escape("\(change.from.text)"), VisibleText.escape("\(change.to.text)"))
            if !json { try Console.print("\(VisibleText.escape(open.name)): \(change.key): \(from) → \(to)") }
        }
        if !report.foreign.isEmpty, !json {
            try Console.print(
                "\(VisibleText.escape(open.name)): not touched, because the value has changed since: "
                    + report.foreign.joined(separator: ", "))
        }
        for failure in report.failures { Console.note(VisibleText.escape(failure.description)) }
        let json: JSONValue = [
            "camera": .string(camera.identity), "source": .string(open.name),
            "restored": .array(
                report.restored.map { ["key": .string($0.key), "before": $0.from.json, "after": $0.to.json] }),
            "left_alone": .array(report.foreign.map { .string($0) }),
            "failures": .array(report.failures.map { .string($0.description) }),
        ]
        return (json, report.isComplete)
    }

    /// The camera's node now: the old one, or one at another port.
    private static func node(of camera: JournalKey) throws(CommandFailure) -> String? {
        let nodes = try failing { () throws(DiscoveryError) in try CameraFinder(probe: nil).nodes() }
        let same = nodes.filter { $0.identity == camera.identity && $0.path != nil && $0.classification.yieldsPictures }
        return (same.first { $0.path == camera.node } ?? same.first)?.path
    }
}
