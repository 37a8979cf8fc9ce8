// SPDX-License-Identifier: Apache-2.0

/// A value bound to a parameter of a statement.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// Text as bytes that are known to be UTF-8.
    case utf8(ArraySlice<UInt8>)

    @_disfavoredOverload
    package static func integer(_ value: some BinaryInteger) -> SQLValue { .integer(Int64(clamping: value)) }
    package static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
    package static func integer(ifAny value: (some BinaryInteger)?) -> SQLValue {
        value.map { .integer(Int64(clamping: $0)) } ?? .null
    }
}
