// SPDX-License-Identifier: Apache-2.0

/// Why a document was not read.
package enum XMLTrouble: Error, Hashable, CustomStringConvertible {
    /// expat cannot be loaded.
    case missing(String)
    /// A clause about the document.
    case malformed(String)
    /// A sentence about the worker.
    case worker(String)

    package var description: String {
        switch self {
        case .missing(let reason): "expat cannot be loaded (\(reason))"
        case .malformed(let words): words
        case .worker(let sentence): sentence
        }
    }
}
