// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses

/// The worker's answer to a request, which is the length of a document in the shared memory.
struct XMLAnswer {
    enum Outcome {
        /// The length of the records.
        case parsed(Int)
        case failed(XMLTrouble)
    }
    var outcome: Outcome
    /// What failed when the worker confined itself, as a clause.
    var unconfined: String?

    var bytes: [UInt8] {
        var writer = WireWriter()
        switch outcome {
        case .parsed(let count):
            writer.put(UInt8(0))
            writer.put(Int64(count))
        case .failed(.malformed(let words)):
            writer.put(UInt8(1))
            writer.put(words)
        case .failed(.missing(let words)):
            writer.put(UInt8(2))
            writer.put(words)
        case .failed(.worker(let words)):
            writer.put(UInt8(3))
            writer.put(words)
        }
        writer.put(unconfined ?? "")
        return writer.bytes
    }

    init(_ outcome: Outcome, unconfined: String?) {
        self.outcome = outcome
        self.unconfined = unconfined
    }

    init?(_ packet: ArraySlice<UInt8>) {
        var reader = WireReader(packet)
        switch reader.number(UInt8.self) {
        case 0:
            guard let count = reader.number(Int64.self), (0...XMLParsing.mostRecords).contains(Int(count)) else {
                return nil
            }
            outcome = .parsed(Int(count))
        case 1:
            guard let words = reader.text() else { return nil }
            outcome = .failed(.malformed(words))
        case 2:
            guard let words = reader.text() else { return nil }
            outcome = .failed(.missing(words))
        case 3:
            guard let words = reader.text() else { return nil }
            outcome = .failed(.worker(words))
        default: return nil
        }
        guard let words = reader.text(), reader.isAtEnd else { return nil }
        unconfined = words.isEmpty ? nil : words
    }
}

/// Where documents and records are in the shared memory.
enum XMLMemory {
    static let records = XMLParsing.mostBytes
    static let capacity = XMLParsing.mostBytes + XMLParsing.mostRecords
}
