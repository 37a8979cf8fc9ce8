// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Terminal

/// Asks on the terminal before an action that cannot be undone.
enum Question {
    /// - Throws: when standard input is not a terminal.
    static func ask(_ question: String) throws(CommandFailure) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure("cannot ask for confirmation: standard input is not a terminal; confirm with --yes")
        }
        Console.progress(question + " [y/N] ")
        return readLine()?.lowercased().first == "y"
    }
}
