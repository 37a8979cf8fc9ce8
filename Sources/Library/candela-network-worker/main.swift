// SPDX-License-Identifier: Apache-2.0

// The helper of programs that use cameras on the network: parses their XML and decodes their video in a process without files and
// rights. Such programs start it; started by hand, it explains that.

internal import ConfinedXML
import Glibc
internal import Terminal
internal import VideoStreams

signal(SIGPIPE, SIG_IGN)
if VideoService.isWanted { VideoService.serve() }
if XMLService.isWanted { XMLService.serve() }
Console.note("candela-network-worker is started by programs that use the Candela library; do not run it yourself")
exit(CommandFailure.Status.couldNot.rawValue)
