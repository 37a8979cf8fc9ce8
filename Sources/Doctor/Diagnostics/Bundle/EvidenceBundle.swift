// SPDX-License-Identifier: Apache-2.0

// `Codable` needs a coder; the argument parser already links this one.
import FoundationEssentials
internal import Output

/// A file of snapshots: written with `--save-evidence`, judged again with `--replay`.
///
/// Its keys are property names and can change, unlike those of reports: programs should read `doctor --json`.
package struct EvidenceBundle: Codable, Hashable, Sendable {
    package static let schema = "candela.evidence/1"

    package var schema = Self.schema
    /// Whether serial numbers, user names and code texts were removed.
    package var isRedacted = false
    package var snapshots: [Snapshot]

    package init(_ snapshots: [Snapshot]) { self.snapshots = snapshots }

    /// The maximum size of a file, in bytes: room for frames of a minute, but far less than the memory.
    package static let largestFile = 256 << 20

    private enum CodingKeys: String, CodingKey {
        case schema
        case isRedacted = "redacted"
        case snapshots
    }

    /// The content of the file: JSON with sorted keys, so that files can be compared.
    package func encoded() throws(EvidenceError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        do {
            return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
        } catch {
            throw EvidenceError("cannot write the evidence: \(error)")
        }
    }

    package init(decoding bytes: [UInt8], name: String) throws(EvidenceError) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let data = Data(bytes)
        do {
            let header = try decoder.decode(Header.self, from: data)
            guard header.schema == Self.schema else {
                throw EvidenceError(
                    "cannot replay \(name): its schema is \"\(header.schema)\", but this version of candela reads "
                        + "\"\(Self.schema)\"; use the version that wrote it")
            }
            self = try decoder.decode(Self.self, from: data)
        } catch let error as EvidenceError {
            throw error
        } catch {
            throw EvidenceError(
                "cannot replay \(name): it is not evidence from `candela doctor --save-evidence`: \(Self.reason(error))"
            )
        }
    }

    private struct Header: Decodable { var schema: String }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .dataCorrupted: return "it is not valid JSON"
        case .keyNotFound(let key, let context): return "\"\(key.stringValue)\" is missing\(place(context))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "a value has the wrong type\(place(context))"
        @unknown default: return "it is damaged"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "" : " in \(path)"
    }
}

/// Evidence could not be written or read; `description` is a full sentence.
package struct EvidenceError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
    package init(_ description: String) { self.description = description }
}
