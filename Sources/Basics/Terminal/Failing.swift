// SPDX-License-Identifier: Apache-2.0

internal import Output

/// Runs a piece of work whose errors are whole sentences; a failure ends the command with it. The sentences may quote
/// names that devices gave themselves, so they are escaped here.
package func failing<R, E: Error & CustomStringConvertible>(
    status: CommandFailure.Status = .couldNot, _ work: () throws(E) -> R
) throws(CommandFailure) -> R {
    do throws(E) {
        return try work()
    } catch {
        throw CommandFailure(VisibleText.escape(error.description), status: status)
    }
}
