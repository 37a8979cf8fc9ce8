// SPDX-License-Identifier: Apache-2.0

/// An experiment that tells whether a possible cause is the true one.
public struct DecidingFact: Hashable, Sendable {
    /// What to do and what each result means, in one or two sentences.
    public var test: String
    /// The command that shows the result; `nil` if it is seen without one.
    public var command: String?

    public init(_ test: String, command: String? = nil) {
        self.test = test
        self.command = command
    }
}
