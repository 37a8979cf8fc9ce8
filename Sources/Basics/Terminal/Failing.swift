// SPDX-License-Identifier: Apache-2.0

internal import Output

/// Runs `work` and turns its error into a `CommandFailure`. The error must be a whole sentence; it is escaped here, because
/// it may contain names from devices.
package func failing<R, E: Error & CustomStringConvertible>(
    status: CommandFailure.Status = .couldNot, _ work: () throws(E) -> R
) throws(CommandFailure) -> R {
    do throws(E) {
        return try work()
    } catch {
        throw CommandFailure(VisibleText.escape(error.description), status: status)
    }
}
