// SPDX-License-Identifier: Apache-2.0

/// A check: a link of the chain from the camera to the decoded text, in causal order.
package enum CheckID: String, Hashable, Sendable, CaseIterable, Comparable {
    case presence, driver, node, access, contention, stream, light, focus, symbol, reader
    /// Beside the chain: other programs' way to the camera. Reported only in a desktop session.
    case desktop

    /// The question that the check answers.
    package var question: String {
        switch self {
        case .presence: "Is there a camera?"
        case .driver: "Is a driver bound to it?"
        case .node: "Is this the node that captures pictures?"
        case .access: "Can this user open it?"
        case .contention: "Is no other program using it?"
        case .stream: "Do good frames arrive?"
        case .light: "Is there enough light, and not too much?"
        case .focus: "Is the picture sharp?"
        case .symbol: "Is the symbol clear enough to read?"
        case .reader: "Can it be decoded?"
        case .desktop: "Can the desktop's other programs use it?"
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.place < right.place }
    private var place: Int { Self.allCases.firstIndex(of: self)! }
}

/// The result of one check.
package struct CheckReport: Hashable, Sendable {
    package var id: CheckID
    package var state: State
    /// Why the check was skipped or is unknown; otherwise what passed, in a few words.
    package var summary: String
    /// Worst first. Empty unless the state is `warn` or `fail`.
    package var findings: [Finding]
    /// What was found beside it and does not keep a scan from reading. It changes no state and no verdict.
    package var notes: [Finding] = []
    /// Evidence without a finding.
    package var evidence: [EvidenceLine]

    package enum State: String, Hashable, Sendable {
        case pass, warn, fail
        /// The check could not be run.
        case unknown
        /// A check before it failed.
        case skip
    }

    package init(_ id: CheckID, _ state: State, _ summary: String, evidence: [EvidenceLine] = []) {
        self.id = id
        self.state = state
        self.summary = summary
        self.findings = []
        self.evidence = evidence
    }

    /// The worst finding gives the state; without findings the check passed.
    package init(_ id: CheckID, findings: [Finding], passed summary: String, evidence: [EvidenceLine] = []) {
        // A stable sort: judges put the finding that explains more first.
        let ordered = findings.filter { $0.severity == .fail } + findings.filter { $0.severity == .warn }
        self.id = id
        self.state = ordered.first.map { $0.severity == .fail ? .fail : .warn } ?? .pass
        self.summary = ordered.first?.message ?? summary
        self.findings = ordered
        self.notes = findings.filter { $0.severity == .note }
        self.evidence = evidence
    }

    /// This report with more notes.
    func adding(notes more: [Finding]) -> CheckReport {
        var report = self
        report.notes += more
        return report
    }
}
