// SPDX-License-Identifier: Apache-2.0

/// The description of a kind of finding, for `--list` and `--explain`.
package struct CatalogueEntry: Hashable, Sendable {
    package var id: FindingID
    /// The check that raises it.
    package var check: CheckID
    /// A few words, for a list.
    package var title: String
    /// A page of prose: what it is, how it is detected, what to do, and where the numbers come from. An empty line
    /// separates paragraphs.
    package var explanation: String

    package init(id: FindingID, check: CheckID, title: String, explanation: String) {
        self.id = id
        self.check = check
        self.title = title
        self.explanation = explanation
    }
}
