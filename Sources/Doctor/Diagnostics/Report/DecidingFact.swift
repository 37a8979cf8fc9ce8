// SPDX-License-Identifier: Apache-2.0

/// An experiment that tells whether a possible cause is the true one.
package struct DecidingFact: Hashable, Sendable {
    /// What to do and what each result means, in one or two sentences.
    package var test: String
    /// The command that shows the result; `nil` if it is seen without one.
    package var command: String?

    package init(_ test: String, command: String? = nil) {
        self.test = test
        self.command = command
    }
}
