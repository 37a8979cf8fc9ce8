// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import ConfinedXML
internal import VideoStreams

extension Workers {
    /// Lets the program be its own helper for cameras on the network, too (`rtsp:`, `onvif:`); else these need the helper
    /// `candela-network-worker`. Call it first in `main`, and before it set `SIGPIPE` to be ignored.
    ///
    /// In a process that was started as a worker it does not return. In all others it returns at once.
    public static func serveAllIfAsked() {
        serveIfAsked()
        if VideoService.isWanted { VideoService.serve() }
        if XMLService.isWanted { XMLService.serve() }
        WorkerHelper.servesItself([.network])
    }

    /// Uses this helper program for cameras on the network instead of looking for one.
    ///
    /// - Parameter path: the path of a `candela-network-worker` of the same version.
    public static func useNetworkHelper(at path: String) { WorkerHelper.use(path, for: .network) }
}
