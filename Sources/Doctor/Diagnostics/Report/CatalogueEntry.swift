// SPDX-License-Identifier: Apache-2.0

/// The description of a kind of finding, for `--list` and `--explain`.
public struct CatalogueEntry: Hashable, Sendable {
    public var id: FindingID
    /// The check that raises it.
    public var check: CheckID
    /// A few words, for a list.
    public var title: String
    /// A page of prose: what it is, how it is detected, what to do, and where the numbers come from. An empty line
    /// separates paragraphs.
    public var explanation: String

    public init(id: FindingID, check: CheckID, title: String, explanation: String) {
        self.id = id
        self.check = check
        self.title = title
        self.explanation = explanation
    }
}
