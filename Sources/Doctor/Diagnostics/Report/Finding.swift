// SPDX-License-Identifier: Apache-2.0

/// A problem, with its evidence and its fixes.
package struct Finding: Hashable, Sendable {
    package var id: FindingID
    package var severity: Severity
    /// The cause in one sentence, without the fix. May contain raw text from devices and files: escape it for display.
    package var message: String
    package var confidence: Confidence
    /// At least one line.
    package var evidence: [EvidenceLine]
    /// The consequence for scanning, in one sentence.
    package var effect: String
    /// Best first; empty if nothing can be done.
    package var fixes: [Fix]
    /// For one of several possible causes: what would tell whether it is the true one.
    package var deciding: [DecidingFact] = []

    package enum Severity: String, Hashable, Sendable, Comparable {
        /// Scanning works; something else does not, or other scanners and programs will have trouble.
        case note
        /// Scanning works, but worse or not for every user.
        case warn
        /// Scanning is not possible.
        case fail

        package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warn: 1
            case .fail: 2
            }
        }
    }

    package enum Confidence: String, Hashable, Sendable {
        /// A fact of the system: an errno, the content of a file.
        case certain
        /// A measurement beyond a fitted threshold, or a conclusion with only one cause left.
        case likely
        /// One of several causes with the same evidence.
        case possible
    }

    package init(
        _ id: FindingID, _ severity: Severity, _ message: String, confidence: Confidence = .certain,
        evidence: [EvidenceLine], effect: String, fixes: [Fix] = []
    ) {
        self.id = id
        self.severity = severity
        self.message = message
        self.confidence = confidence
        self.evidence = evidence
        self.effect = effect
        self.fixes = fixes
    }
}

/// One piece of evidence: a call and its errno, a file and its content, a number and its threshold.
package struct EvidenceLine: Hashable, Sendable {
    /// What was examined: `open(/dev/video0)`, `mean luma`.
    package var what: String
    /// The result: `EACCES`, `11 of 255`.
    package var value: String
    /// What the value was compared with: `at least 35`; `nil` for a plain fact.
    package var threshold: String?
    /// The source of the threshold: a standard, or `fitted: make fit`.
    package var source: String?

    package init(_ what: String, _ value: String, threshold: String? = nil, source: String? = nil) {
        self.what = what
        self.value = value
        self.threshold = threshold
        self.source = source
    }
}

/// A way to fix a problem.
package struct Fix: Hashable, Sendable {
    /// What it does, as an imperative: `Join the group video`.
    package var title: String
    /// Shell commands, in order; empty for manual work (plug in, turn, move nearer).
    package var commands: [String]
    package var needsRoot: Bool
    /// Commands that undo it.
    package var undo: [String]
    /// Whether the commands can be run as they are: without placeholders, and without effects such as a reboot that the
    /// user did not ask for.
    package var isRunnable: Bool

    package init(
        _ title: String, commands: [String] = [], needsRoot: Bool = false, undo: [String] = [], isRunnable: Bool = true
    ) {
        self.title = title
        self.commands = commands
        self.needsRoot = needsRoot
        self.undo = undo
        self.isRunnable = isRunnable && !commands.isEmpty && !commands.contains(where: Self.onlyLooks)
    }

    /// Commands that only show something or use a camera, and fix nothing. Some of them never end.
    private static func onlyLooks(_ command: String) -> Bool {
        let plain = command.hasPrefix("sudo ") ? command.dropFirst(5) : command[...]
        return [
            "candela scan", "candela info", "candela list", "candela doctor", "ausearch", "journalctl", "media-ctl",
        ]
        .contains { plain.hasPrefix($0) }
    }
}
