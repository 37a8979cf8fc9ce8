// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// The module that has made a virtual camera. DroidCam brings one of its own, `v4l2loopback_dc`, under which the usual one is not known.
struct LoopbackModule {
    private static let ofDroidCam = "v4l2loopback_dc"

    let name: String
    /// Whether it is DroidCam's own.
    var isDroidCams: Bool { name == Self.ofDroidCam }

    init(_ node: NodeRecord, _ host: HostRecord?) {
        func isLoaded(_ module: String) -> Bool { host?.machine?.module(module)?.isLoaded == true }
        // With both of them loaded, its title is what tells.
        let isItsOwn = isLoaded(Self.ofDroidCam) && (!isLoaded("v4l2loopback") || node.title.lowercased().hasPrefix("droidcam"))
        name = isItsOwn ? Self.ofDroidCam : "v4l2loopback"
    }

    /// Loads it again, with options.
    func reload(_ options: String = "") -> [String] {
        ["sudo modprobe -r \(name)", "sudo modprobe \(name)" + (options.isEmpty ? "" : " " + options)]
    }

    /// What feeds it. Source: DroidCam's page for Linux.
    var feeder: Fix? {
        guard isDroidCams else { return nil }
        return Fix(
            "Start DroidCam's client, and its app on the phone: it feeds this camera as long as it runs (in place of ADDRESS the phone's, which the app shows)",
            commands: ["droidcam-cli ADDRESS 4747"], isRunnable: false)
    }
}
