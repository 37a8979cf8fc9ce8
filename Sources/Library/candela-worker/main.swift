// SPDX-License-Identifier: Apache-2.0

// The helper of programs that use the library: decodes pictures and reads codes in a process without files, network and rights.
// Such programs start it; started by hand, it explains that.

internal import CandelaReading
import Glibc
internal import Terminal

Workers.serveIfAsked()
Console.note("candela-worker is started by programs that use the Candela library; do not run it yourself")
exit(CommandFailure.Status.couldNot.rawValue)
