// SPDX-License-Identifier: Apache-2.0

package import Output

/// The result of a catalogue lookup: a row, or none.
package struct CatalogueAnswer: Hashable, Sendable {
    /// A cell of the row, with the name of its column. Both are untrusted: escape them before display.
    package struct Field: Hashable, Sendable {
        package var column: String
        package var value: String

        package init(column: String, value: String) {
            self.column = column
            self.value = value
        }
    }

    /// The catalogue's name.
    package var catalogue: String
    /// The row's cells in column order; `nil` if no row has the code.
    package var fields: [Field]?

    package init(catalogue: String, fields: [Field]?) {
        self.catalogue = catalogue
        self.fields = fields
    }

    /// The JSON in a scan's event; `row` is null if the code is not in the catalogue.
    package var json: JSONValue {
        let row = fields.map { fields -> JSONValue in .object(fields.map { .init($0.column, .string($0.value)) }) }
        return ["name": .string(catalogue), "row": row ?? .null]
    }
}
