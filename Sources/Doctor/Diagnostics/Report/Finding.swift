// SPDX-License-Identifier: Apache-2.0

/// Something found to be wrong, or not as good as it should be, with its proof and its mending.
public struct Finding: Hashable, Sendable {
    public var id: FindingID
    public var severity: Severity
    /// The cause in one sentence, without the fix. Text of strangers in it is raw: escape it before showing it.
    public var message: String
    public var confidence: Confidence
    /// What was seen: at least one line.
    public var evidence: [EvidenceLine]
    /// What it means for scanning, in one sentence.
    public var effect: String
    /// What mends it, the best first; empty when only time or another place would.
    public var fixes: [Fix]

    public enum Severity: String, Hashable, Sendable, Comparable {
        /// Scanning works, but worse or not for everybody.
        case warn
        /// Nothing can be scanned while it lasts.
        case fail

        public static func < (left: Self, right: Self) -> Bool { left == .warn && right == .fail }
    }

    public enum Confidence: String, Hashable, Sendable {
        /// A fact of the system: an errno, a file's content.
        case certain
        /// A measurement beyond a fitted threshold, or a conclusion with one cause left.
        case likely
        /// One of several causes that look alike from here.
        case possible
    }

    public init(
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

/// One thing seen: a call and its errno, a file and its content, a number and its threshold.
public struct EvidenceLine: Hashable, Sendable {
    /// What was looked at: `open(/dev/video0)`, `mean luma`.
    public var what: String
    /// What was seen: `EACCES`, `11 of 255`.
    public var value: String
    /// What it was held against: `at least 35`; `nil` for a plain fact.
    public var threshold: String?
    /// Where the threshold is from: a standard, or `fitted: make fit`.
    public var source: String?

    public init(_ what: String, _ value: String, threshold: String? = nil, source: String? = nil) {
        self.what = what
        self.value = value
        self.threshold = threshold
        self.source = source
    }
}

/// A way to mend something.
public struct Fix: Hashable, Sendable {
    /// What it does, as an imperative: `Join the group video`.
    public var title: String
    /// Commands for a shell, in order; empty when hands are needed (plug in, turn, move nearer).
    public var commands: [String]
    public var needsRoot: Bool
    /// Commands that take it back.
    public var undo: [String]
    /// Whether the commands can be run as they stand: no blank to fill in, and nothing that outlives the session
    /// unasked, such as a reboot.
    public var isRunnable: Bool

    public init(
        _ title: String, commands: [String] = [], needsRoot: Bool = false, undo: [String] = [], isRunnable: Bool = true
    ) {
        self.title = title
        self.commands = commands
        self.needsRoot = needsRoot
        self.undo = undo
        self.isRunnable = isRunnable && !commands.isEmpty && !commands.contains(where: Self.onlyLooks)
    }

    /// Commands that use a camera or show something, and mend nothing: some of them never end.
    private static func onlyLooks(_ command: String) -> Bool {
        let plain = command.hasPrefix("sudo ") ? command.dropFirst(5) : command[...]
        return [
            "candela scan", "candela info", "candela list", "candela doctor", "ausearch", "journalctl", "media-ctl",
        ]
        .contains { plain.hasPrefix($0) }
    }
}
