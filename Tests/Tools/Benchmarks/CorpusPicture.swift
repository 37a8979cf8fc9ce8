// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation

/// A picture of a labelled collection: one line of its `manifest.tsv`.
struct CorpusPicture {
    var path: String
    /// The source and set: `zxing/ean13-1`.
    var set: String
    /// The symbology in the manifest; `none` if nothing may be read.
    var symbology: String
    /// The texts of its codes; `nil` for a code whose text is not known.
    var expected: [String?]
    /// Other codes in the picture, which do not count.
    var also: [(symbology: String, text: String)]
    var tags: Set<String>
    /// The bytes of a binary content, if the manifest has them.
    var bytes: [UInt8]?

    /// The number of codes whose text is known; recall is counted on these.
    var countable: Int { expected.count { $0 != nil } }

    static func load(manifest: String) throws -> [CorpusPicture] {
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        return try text.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 10 else { throw BenchError("\(manifest): a line has too few fields: \(line)") }
            let expected = try JSONSerialization.jsonObject(with: Data(fields[4].utf8)) as? [Any] ?? []
            let also = try JSONSerialization.jsonObject(with: Data(fields[5].utf8)) as? [[String: String]] ?? []
            return CorpusPicture(
                path: fields[0], set: "\(fields[1])/\(fields[2])", symbology: fields[3],
                expected: expected.map { $0 as? String },
                // One source uses this name for QR.
                also: also.map { ($0["sym"].map { $0 == "QR-Code" ? "QR" : $0 } ?? "", $0["text"] ?? "") },
                tags: Set(fields[6].split(separator: ",").map(String.init)),
                bytes: fields.count > 10 && !fields[10].isEmpty ? hexBytes(fields[10]) : nil)
        }
    }
}

struct BenchError: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

func hexBytes(_ text: String) -> [UInt8]? {
    let digits = text.filter { !$0.isWhitespace }.map { $0.hexDigitValue }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! * 16 + digits[$0 + 1]!) }
}
