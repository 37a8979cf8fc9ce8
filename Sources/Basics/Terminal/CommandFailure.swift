// SPDX-License-Identifier: Apache-2.0

/// Why a command ends without having done its work.
package struct CommandFailure: Error {
    /// A whole sentence without the program's name; empty when there is nothing to say.
    package var message: String
    package var status: Status

    /// The exit statuses of every command.
    package enum Status: Int32 {
        case done = 0
        /// Done, but found something or nothing: no barcode read, a control refused.
        case found = 1
        /// Could not: bad arguments, no such camera, no access.
        case couldNot = 2
    }

    package init(_ message: String, status: Status = .couldNot) {
        self.message = message
        self.status = status
    }

    /// Everything was said already; only the status is left.
    package init(status: Status) { self.init("", status: status) }

    /// Whoever read our output has gone.
    package static let outputClosed = CommandFailure(status: .done)
}
