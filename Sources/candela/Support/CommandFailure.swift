// SPDX-License-Identifier: Apache-2.0

/// Why a command ends without having done its work.
struct CommandFailure: Error {
    /// A whole sentence without the program's name; empty when there is nothing to say.
    var message: String
    var status: Status

    /// The exit statuses of every command.
    enum Status: Int32 {
        case done = 0
        /// Done, but found something or nothing: no barcode read, a control refused.
        case found = 1
        /// Could not: bad arguments, no such camera, no access.
        case couldNot = 2
    }

    init(_ message: String, status: Status = .couldNot) {
        self.message = message
        self.status = status
    }

    /// Everything was said already; only the status is left.
    init(status: Status) { self.init("", status: status) }

    /// Whoever read our output has gone.
    static let outputClosed = CommandFailure(status: .done)
}
