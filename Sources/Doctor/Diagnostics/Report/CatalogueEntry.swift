// SPDX-License-Identifier: Apache-2.0

/// What a finding is, whether or not it was found: for `--list` and `--explain`.
public struct CatalogueEntry: Hashable, Sendable {
    public var id: FindingID
    /// The check that raises it.
    public var check: CheckID
    /// In a few words, for a list.
    public var title: String
    /// A page of prose: what it is, how it is told, what to do, and where the numbers are from. Paragraphs are parted
    /// by an empty line.
    public var explanation: String

    public init(id: FindingID, check: CheckID, title: String, explanation: String) {
        self.id = id
        self.check = check
        self.title = title
        self.explanation = explanation
    }
}
