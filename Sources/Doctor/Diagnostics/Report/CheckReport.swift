// SPDX-License-Identifier: Apache-2.0

/// A link of the chain from the camera to the text, in causal order.
public enum CheckID: String, Hashable, Sendable, CaseIterable, Comparable {
    case presence, driver, node, access, contention, stream, light, focus, symbol, reader

    /// What it asks.
    public var question: String {
        switch self {
        case .presence: "Is there a camera?"
        case .driver: "Does a driver serve it?"
        case .node: "Is this the node that gives pictures?"
        case .access: "May this user open it?"
        case .contention: "Is it free?"
        case .stream: "Do good frames arrive?"
        case .light: "Is there enough light, and not too much?"
        case .focus: "Is the picture sharp?"
        case .symbol: "Can the symbol be told apart?"
        case .reader: "Does it become text?"
        }
    }

    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }
    private var place: Int { Self.allCases.firstIndex(of: self)! }
}

/// What one check came to.
public struct CheckReport: Hashable, Sendable {
    public var id: CheckID
    public var state: State
    /// Why it was skipped or is unknown; what passed, in a few words, else.
    public var summary: String
    /// What is wrong, worst first. Empty unless the state is `warn` or `fail`.
    public var findings: [Finding]
    /// What was seen that is well.
    public var evidence: [EvidenceLine]

    public enum State: String, Hashable, Sendable {
        case pass, warn, fail
        /// It could not be run.
        case unknown
        /// Something before it failed.
        case skip
    }

    public init(_ id: CheckID, _ state: State, _ summary: String, evidence: [EvidenceLine] = []) {
        self.id = id
        self.state = state
        self.summary = summary
        self.findings = []
        self.evidence = evidence
    }

    /// With findings: the worst gives the state. Without: passed.
    public init(_ id: CheckID, findings: [Finding], passed summary: String, evidence: [EvidenceLine] = []) {
        // A stable sort: judges put what explains more first.
        let ordered = findings.filter { $0.severity == .fail } + findings.filter { $0.severity == .warn }
        self.id = id
        self.state = ordered.first.map { $0.severity == .fail ? .fail : .warn } ?? .pass
        self.summary = ordered.first?.message ?? summary
        self.findings = ordered
        self.evidence = evidence
    }
}
