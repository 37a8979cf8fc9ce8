// SPDX-License-Identifier: Apache-2.0

/// Runs a piece of work whose errors are whole sentences; a failure ends the command with it.
func failing<R, E: Error & CustomStringConvertible>(
    status: CommandFailure.Status = .couldNot, _ work: () throws(E) -> R
) throws(CommandFailure) -> R {
    do throws(E) {
        return try work()
    } catch {
        throw CommandFailure(error.description, status: status)
    }
}
