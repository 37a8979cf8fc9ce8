// SPDX-License-Identifier: Apache-2.0

public import Output

/// The result of a catalogue lookup: a row, or none.
public struct CatalogueAnswer: Hashable, Sendable {
    /// A cell of the row, with the name of its column. Both are untrusted: escape them before display.
    public struct Field: Hashable, Sendable {
        public var column: String
        public var value: String

        public init(column: String, value: String) {
            self.column = column
            self.value = value
        }
    }

    /// The catalogue's name.
    public var catalogue: String
    /// The row's cells in column order; `nil` if no row has the code.
    public var fields: [Field]?

    public init(catalogue: String, fields: [Field]?) {
        self.catalogue = catalogue
        self.fields = fields
    }

    /// The JSON in a scan's event; `row` is null if the code is not in the catalogue.
    public var json: JSONValue {
        let row = fields.map { fields -> JSONValue in .object(fields.map { .init($0.column, .string($0.value)) }) }
        return ["name": .string(catalogue), "row": row ?? .null]
    }
}
