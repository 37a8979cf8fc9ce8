// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CZint

/// The symbol that libzint made.
struct ZintSymbol {
    var modules: ModuleGrid
    /// In X dimensions.
    var rowHeights: [Double]
    /// The text that it would print below; empty if none.
    var text: String

    /// Encodes data that was already checked.
    ///
    /// A libzint warning is an error: it means that something was dropped, enlarged or added. The exception is a
    /// nonstandard height, if that height was requested.
    init(_ data: [UInt8], _ request: candela_zint_request, as kind: CodeKind) throws(EncodingError) {
        guard data.count <= 17_400 else { throw EncodingError(.tooLong, kind, "no symbol holds \(data.count) bytes") }
        if request.mode & 7 == Int32(CANDELA_ZINT_UTF8.rawValue), data.starts(with: [0xef, 0xbb, 0xbf]) {
            // libzint would drop it.
            throw EncodingError(.unsuitableText, kind, "it begins with a byte order mark (U+FEFF); remove it")
        }
        if let reason = unsafe candela_zint_load() {
            throw EncodingError(
                .libraryMissing, kind,
                "cannot load libzint: \(unsafe String(cString: reason)); install libzint2.11 (Debian 12), libzint2.13 "
                    + "(Ubuntu 24.04), libzint2.15 (Debian 13) or another version from 2.11 to 2.16")
        }
        var request = request
        let result = unsafe data.withUnsafeBufferPointer {
            unsafe candela_zint_encode(&request, $0.baseAddress, Int32($0.count))
        }
        guard let result = unsafe result else { throw EncodingError(.failed, kind, "out of memory") }
        defer { unsafe candela_zint_delete(result) }
        let message = unsafe String(cString: candela_zint_message(result))
        guard unsafe !candela_zint_failed(result) else { throw Self.failure(message, kind) }
        if !message.isEmpty, !(request.height > 0 && Self.heightWarnings.contains(Self.number(message))) {
            throw Self.failure(message, kind)
        }
        modules = unsafe ModuleGrid(
            columns: Int(candela_zint_columns(result)), rows: Int(candela_zint_rows(result))
        ) { column, row in
            unsafe candela_zint_is_dark(result, Int32(row), Int32(column))
        }
        rowHeights = unsafe Self.rowHeights(result, rows: modules.rows)
        text = unsafe String(cString: candela_zint_text(result))
        let height = rowHeights.reduce(0, +)
        guard request.height <= 0 || abs(height - Double(request.height)) < 0.01 else {
            throw EncodingError(
                .unsuitableOption, kind, "its rows cannot be that low; give a larger bar height, or none")
        }
    }

    /// "Height not compliant with standards": for rows, the whole symbol, stacked DataBar, POSTNET and half bars.
    private static let heightWarnings: Set<String> = ["247", "248", "379", "498", "499"]

    /// The number in "Warning 247: Height not compliant with standards".
    private static func number(_ message: String) -> String {
        String(message.split(separator: ":", maxSplits: 1)[0].split(separator: " ").last ?? "")
    }

    /// Rows of height 0 share the height that the others leave. Source: `row_height` in libzint's manual.
    private static func rowHeights(_ result: OpaquePointer, rows: Int) -> [Double] {
        let heights = (0..<rows).map { Double(unsafe candela_zint_row_height(result, Int32($0))) }
        let flexible = heights.count { $0 <= 0 }
        guard flexible > 0 else { return heights }
        let left = Double(unsafe candela_zint_height(result)) - heights.filter { $0 > 0 }.reduce(0, +)
        let share = max(1, left / Double(flexible))
        return heights.map { $0 > 0 ? $0 : share }
    }

    /// libzint's "Error 275: Invalid check digit" without its number.
    private static func failure(_ message: String, _ kind: CodeKind) -> EncodingError {
        let text = message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? message
        // "AI (01) position 14: …" keeps its capitals.
        let isWord = text.dropFirst().first?.isLowercase == true
        let cause = isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
        let isLength = ["too long", "too many", "too big", "too large", "too small"].contains { cause.contains($0) }
        return EncodingError(
            isLength ? .tooLong : .unsuitableText, kind, cause.isEmpty ? "libzint refuses it" : cause)
    }
}
