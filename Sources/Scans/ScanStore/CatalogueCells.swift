// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Output
internal import Scanning

/// A catalogue's row or the elements of a GS1 code as text: a JSON array of name, value, name, value, which other
/// programs can read, too.
enum CatalogueCells {
    static func text(_ strings: [String]) -> String { JSONValue.array(strings.map { .string($0) }).text }

    static func elements(_ text: String) -> [GS1Element] {
        let strings = FlatJSON.strings(Array(text.utf8))
        return stride(from: 0, to: strings.count - 1, by: 2).map {
            GS1Element(identifier: strings[$0], value: strings[$0 + 1])
        }
    }

    static func text(_ fields: [CatalogueAnswer.Field]) -> String {
        text(fields.flatMap { [$0.column, $0.value] })
    }

    /// The fields that `text` wrote; of any other text, as many as can be read.
    static func fields(_ text: String) -> [CatalogueAnswer.Field] {
        let strings = FlatJSON.strings(Array(text.utf8))
        return stride(from: 0, to: strings.count - 1, by: 2).map {
            CatalogueAnswer.Field(column: strings[$0], value: strings[$0 + 1])
        }
    }
}
