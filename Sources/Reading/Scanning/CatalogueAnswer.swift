// SPDX-License-Identifier: Apache-2.0

public import Output

/// What a catalogue says of a code: one of its rows, or that it has none.
public struct CatalogueAnswer: Hashable, Sendable {
    /// A cell of the row, by the name of its column. Both are a stranger's: escape them before showing them.
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
    /// The row's cells in the order of the columns; `nil` when no row has the code.
    public var fields: [Field]?

    public init(catalogue: String, fields: [Field]?) {
        self.catalogue = catalogue
        self.fields = fields
    }

    /// As the event of a scan has it; `row` is null where the code is not in the catalogue.
    public var json: JSONValue {
        let row = fields.map { fields -> JSONValue in .object(fields.map { .init($0.column, .string($0.value)) }) }
        return ["name": .string(catalogue), "row": row ?? .null]
    }
}
