// SPDX-License-Identifier: Apache-2.0

// `Codable` needs a coder: this one is linked in with the argument parser already.
import FoundationEssentials
internal import Output

/// Snapshots as a file: written with `--save-evidence`, judged again with `--replay`.
///
/// Its keys are the names of the properties here, unlike those of reports: programs should read `doctor --json`.
public struct EvidenceBundle: Codable, Hashable, Sendable {
    public static let schema = "candela.evidence/1"

    public var schema = Self.schema
    /// Whether serial numbers, user names and code texts were taken out.
    public var isRedacted = false
    public var snapshots: [Snapshot]

    public init(_ snapshots: [Snapshot]) { self.snapshots = snapshots }

    /// The most that is read of a file: frames of a minute at most, far from filling the memory.
    public static let largestFile = 256 << 20

    private enum CodingKeys: String, CodingKey {
        case schema
        case isRedacted = "redacted"
        case snapshots
    }

    /// The file's text: JSON with sorted keys, so that two of them can be compared.
    public func encoded() throws(EvidenceError) -> [UInt8] {
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

    public init(decoding bytes: [UInt8], name: String) throws(EvidenceError) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let data = Data(bytes)
        do {
            let header = try decoder.decode(Header.self, from: data)
            guard header.schema == Self.schema else {
                throw EvidenceError(
                    "cannot replay \(name): its layout is \"\(header.schema)\", and this version knows "
                        + "\"\(Self.schema)\"; use the version of candela that wrote it")
            }
            self = try decoder.decode(Self.self, from: data)
        } catch let error as EvidenceError {
            throw error
        } catch {
            throw EvidenceError(
                "cannot replay \(name): it is no evidence that `candela doctor --save-evidence` wrote: \(Self.reason(error))"
            )
        }
    }

    private struct Header: Decodable { var schema: String }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .dataCorrupted: return "it is no JSON"
        case .keyNotFound(let key, let context): return "\"\(key.stringValue)\" is missing\(place(context))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "a value is of the wrong kind\(place(context))"
        @unknown default: return "it is damaged"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "" : " in \(path)"
    }
}

/// Why evidence could not be written or read: a whole sentence.
public struct EvidenceError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
    public init(_ description: String) { self.description = description }
}
