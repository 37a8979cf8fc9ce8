// SPDX-License-Identifier: Apache-2.0

internal import CExpat

/// Parsing with expat, in the worker or in this process.
enum XMLParsing {
    /// The largest document. A recorder with 64 channels answers with a fifth of it.
    static let mostBytes = 1 << 20
    /// Records are at most three times as long as their document.
    static let mostRecords = 4 << 20

    /// Why expat cannot be loaded; `nil` if it is.
    static func load() -> String? { unsafe candela_expat_load().map { unsafe String(cString: $0) } }

    /// Writes the records of a document to `records`.
    ///
    /// - Returns: how many bytes, or what is wrong with the document, as a clause.
    static func parse(
        _ document: UnsafeRawBufferPointer, into records: UnsafeMutableRawBufferPointer
    ) -> Result<Int, XMLTrouble> {
        guard let bytes = document.baseAddress, let target = records.baseAddress, document.count <= mostBytes
        else { return .failure(.malformed(document.count == 0 ? "it is empty" : "it is too long")) }
        let result = unsafe candela_expat_parse(
            bytes, document.count, Int32(XMLElement.mostDepth), target, records.count)
        switch unsafe result.outcome {
        case CANDELA_EXPAT_PARSED: return .success(unsafe result.count)
        case CANDELA_EXPAT_HAS_TYPE: return .failure(.malformed("it declares a document type"))
        case CANDELA_EXPAT_TOO_LARGE: return .failure(.malformed("it is nested too deeply or too long"))
        case CANDELA_EXPAT_NO_MEMORY: return .failure(.worker("out of memory"))
        default:
            let words = unsafe String(cString: result.message)
            return .failure(.malformed("it is no XML (\(words), line \(unsafe result.line))"))
        }
    }
}
