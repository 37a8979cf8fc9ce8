// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import Scanning

/// A catalogue's row in one text: an array of column, cell, column, cell, as JSON, so that other programs can read it too.
enum CatalogueCells {
    static func text(_ fields: [CatalogueAnswer.Field]) -> String {
        JSONValue.array(fields.flatMap { [.string($0.column), .string($0.value)] }).text
    }

    /// What `text` made of fields; of anything else what can be read of it.
    static func fields(_ text: String) -> [CatalogueAnswer.Field] {
        let strings = FlatJSON.strings(Array(text.utf8))
        return stride(from: 0, to: strings.count - 1, by: 2).map {
            CatalogueAnswer.Field(column: strings[$0], value: strings[$0 + 1])
        }
    }
}
