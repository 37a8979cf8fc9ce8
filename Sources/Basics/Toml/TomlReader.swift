// SPDX-License-Identifier: Apache-2.0

internal import CToml

/// Reads TOML 1.0 through toml++ (<https://marzer.github.io/tomlplusplus/>).
package enum TomlReader {
    /// The largest text, bytes.
    package static let limit = 256 * 1024

    package static func read(_ bytes: [UInt8]) throws(TomlError) -> TomlTable {
        guard bytes.count <= limit else {
            throw TomlError(line: 0, column: 0, message: "it is larger than \(limit / 1024) KiB")
        }
        let builder = Builder()
        var failure = candela_toml_failure()
        let isRead = withExtendedLifetime(builder) {
            unsafe bytes.withUnsafeBytes { raw in
                unsafe candela_toml_read(
                    raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count,
                    { context, step in
                        guard let context = unsafe context, let step = unsafe step?.pointee else { return }
                        let builder = unsafe Unmanaged<Builder>.fromOpaque(context).takeUnretainedValue()
                        unsafe builder.take(step)
                    }, Unmanaged.passUnretained(builder).toOpaque(), &failure)
            }
        }
        guard isRead != 0 else {
            let message = unsafe withUnsafeBytes(of: failure.message) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw TomlError(line: Int(failure.line), column: Int(failure.column), message: message)
        }
        return builder.root
    }

    /// Builds a table from the steps of the C walk.
    private final class Builder {
        private enum Open {
            case table(TomlTable)
            case array([TomlValue])
        }

        private(set) var root = TomlTable()
        private var stack: [(key: String?, line: Int, open: Open)] = []

        func take(_ step: candela_toml_step) {
            let key = unsafe Self.text(step.key, step.key_length)
            let line = unsafe Int(step.line)
            switch unsafe UInt32(bitPattern: step.kind) {
            case CANDELA_TOML_TABLE_BEGIN.rawValue: stack.append((key, line, .table(TomlTable())))
            case CANDELA_TOML_ARRAY_BEGIN.rawValue: stack.append((key, line, .array([])))
            case CANDELA_TOML_TABLE_END.rawValue, CANDELA_TOML_ARRAY_END.rawValue: close()
            case CANDELA_TOML_STRING.rawValue:
                put(.string(unsafe Self.text(step.text, step.text_length) ?? ""), key, line)
            case CANDELA_TOML_INTEGER.rawValue: put(.integer(unsafe step.integer), key, line)
            case CANDELA_TOML_NUMBER.rawValue: put(.number(unsafe step.number), key, line)
            case CANDELA_TOML_BOOLEAN.rawValue: put(.boolean(unsafe step.integer != 0), key, line)
            default: put(.date(unsafe Self.text(step.text, step.text_length) ?? ""), key, line)
            }
        }

        private func close() {
            guard let (key, line, open) = stack.popLast() else { return }
            switch open {
            case .table(let table): if stack.isEmpty { root = table } else { put(.table(table), key, line) }
            case .array(let values): put(.array(values), key, line)
            }
        }

        private func put(_ value: TomlValue, _ key: String?, _ line: Int) {
            guard let last = stack.indices.last else { return }
            switch stack[last].open {
            case .table(var table):
                table.add(key ?? "", value, line: line)
                stack[last].open = .table(table)
            case .array(let values): stack[last].open = .array(values + [value])
            }
        }

        private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
            guard let start = unsafe start else { return nil }
            return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
