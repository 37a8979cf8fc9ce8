// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

struct ProfileShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print a profile.",
        discussion: """
            Below a calibrated profile it draws which exposure and gain scan sets in another light, the light below which a \
            torch helps or is switched on, the light below which nothing reads, and the lights in which scans have read codes.

            Example:
              candela profile show bench
            """)

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name")) var name: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let name = try ProfileShelf.name(name)
        let (store, profile) = try ProfileShelf().find(name)
        guard json else {
            // The file as written, with comments; escaped on a terminal, because it may come from someone else.
            let bytes = try failing { () throws(StoreError) in try store.bytes(name) } ?? []
            var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            if lines.last == "" { lines.removeLast() }
            for line in lines {
                try Console.print(Console.outputIsTerminal ? VisibleText.escape(String(line)) : String(line))
            }
            let learned = LearnedLightWords(profile)
            for line in ProfileCurve(profile, read: learned?.lights ?? [])?.lines ?? [] { try Console.print(line) }
            if let learned { try Console.print(learned.line(name)) }
            return
        }
        let report: JSONValue = .object(
            [.init("schema", "candela.profile/1"), .init("name", .string(name.text))]
                + profile.members(store.path(of: name))
                + [.init("learned", LearnedLightWords(profile)?.json ?? .null)])
        try Console.print(report.text)
    }
}
