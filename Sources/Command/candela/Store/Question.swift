// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Terminal

/// Asks on the terminal before something is done that cannot be taken back.
enum Question {
    /// - Throws: where nobody can answer.
    static func ask(_ question: String) throws(CommandFailure) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure("cannot ask before deleting: standard input is no terminal; agree with --yes")
        }
        Console.progress(question + " [y/N] ")
        return readLine()?.lowercased().first == "y"
    }
}
