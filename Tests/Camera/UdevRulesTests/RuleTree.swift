// SPDX-License-Identifier: Apache-2.0

import Foundation
import UdevRules

/// A folder with rules files, standing for a machine's root; deleted afterwards.
final class RuleTree {
    let path: String

    /// - Parameter files: paths from the root, and what is in them.
    init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(text, name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, _ name: String) throws {
        try makeParent(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + name))
    }

    func link(_ name: String, to target: String) throws {
        try makeParent(name)
        try FileManager.default.createSymbolicLink(atPath: path + name, withDestinationPath: target)
    }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Names in a folder, sorted.
    func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + folder)) ?? []).sorted()
    }

    private func makeParent(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path + name).deletingLastPathComponent().path,
            withIntermediateDirectories: true)
    }

    var survey: RuleSurvey { RuleSurvey.read(root: path, accounts: .made) }
}

extension AccountLookup {
    /// Group video and user daemon are the system's, ada a person.
    static let made = AccountLookup(
        groupID: { ["video": 44, "scanner": 115, "ada": 1000][$0] },
        userID: { ["root": 0, "daemon": 1, "ada": 1000][$0] })
}

/// What a distribution has, shortened.
enum Distribution {
    static let files = [
        "/usr/lib/udev/rules.d/50-udev-default.rules": """
        ACTION=="remove", GOTO="default_end"
        SUBSYSTEM=="video4linux", GROUP="video"
        SUBSYSTEM=="graphics", GROUP="video"
        SUBSYSTEM=="media", GROUP="video"
        LABEL="default_end"
        """,
        "/usr/lib/udev/rules.d/70-uaccess.rules": """
        ACTION=="remove", GOTO="uaccess_end"
        # Webcams
        SUBSYSTEM=="video4linux", TAG+="uaccess"
        SUBSYSTEM=="sound", TAG+="uaccess", \\
          OPTIONS+="static_node=snd/timer"
        SUBSYSTEM=="media", TAG+="uaccess"
        LABEL="uaccess_end"
        """,
        "/usr/lib/udev/rules.d/73-seat-late.rules": """
        TAG=="uaccess", ENV{MAJOR}!="", RUN{builtin}+="uaccess"
        """,
    ]
}
