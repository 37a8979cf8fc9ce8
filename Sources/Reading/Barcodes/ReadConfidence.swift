// SPDX-License-Identifier: Apache-2.0

/// How sure the read of a linear code is: by what its symbology checks, and by how much agreed on it.
package enum ReadConfidence: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing checks the content, and one search read it.
    case low
    /// One check digit, or two searches that agree on a content that nothing checks.
    case medium
    /// Strong check characters, or a check digit and independent reads that agree.
    case high
}
