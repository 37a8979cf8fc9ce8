// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a run of the command ended and what it wrote.
struct CommandResult: Sendable, CustomStringConvertible {
    /// As a shell gives it: the exit status, or 128 + n when signal n ended it.
    var status: Int32
    /// Everything on standard output, or on the terminal that stood in for it.
    var outputBytes: [UInt8]
    var errors: String

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    /// Without their ends; a last line without an end counts too.
    var lines: [String] { Self.lines(output) }
    var errorLines: [String] { Self.lines(errors) }

    private static func lines(_ text: String) -> [String] {
        var lines = text.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The output as one JSON object.
    func json() throws -> JSON { try JSON(output) }

    /// The output as JSON Lines: every line must be an object.
    func events() throws -> [JSON] { try lines.map { try JSON($0) } }

    var description: String { "status \(status)\nstdout:\n\(output)\nstderr:\n\(errors)" }
}
