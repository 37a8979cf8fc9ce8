// SPDX-License-Identifier: Apache-2.0

/// Why a command failed.
package struct CommandFailure: Error {
    /// A whole sentence without the program's name; empty if there is nothing to print.
    package var message: String
    package var status: Status

    /// The exit statuses of all commands.
    package enum Status: Int32 {
        case done = 0
        /// Done, but something was found or missing: no barcode read, a control refused.
        case found = 1
        /// Failed: bad arguments, no such camera, no access.
        case couldNot = 2
    }

    package init(_ message: String, status: Status = .couldNot) {
        self.message = message
        self.status = status
    }

    /// A failure whose message is printed already.
    package init(status: Status) { self.init("", status: status) }

    /// The reader of standard output has closed it.
    package static let outputClosed = CommandFailure(status: .done)
}
