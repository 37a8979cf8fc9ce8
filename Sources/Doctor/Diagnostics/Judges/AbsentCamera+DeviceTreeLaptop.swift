// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A laptop that a device tree describes: its camera is built in, so that the advice for boards (overlays, ribbon cables) is
/// none for it.
extension AbsentCamera {
    /// The finding without anything specific; `nil` on other machines.
    func inDeviceTreeLaptop() -> Finding? {
        let place = Place(snapshot)
        if place.isAppleWithCamera { return withoutAppleDriver(place) }
        let isHandset = host.machine?.isHandset == true
        guard place.isLaptopWithDeviceTree || isHandset else { return nil }
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine; a built-in one that is switched off by \(isHandset ? "a switch" : "a key, a slider or the firmware setup") cannot be told from one that this kernel does not describe",
            confidence: .likely, evidence: model(place) + evidence, effect: "there is no camera to capture from",
            fixes: [
                isHandset
                    ? Fix("For the built-in camera, look for its switch: some telephones have one for each part, below the back cover or at the side")
                    : Fix("For the built-in camera, look for its switch or key (with Fn, often F6 to F10), and switch it on"),
                place.newerKernel(
                    "Update the kernel: a camera that is not on USB must be described in the kernel's device tree for this model, which newer kernels add model by model"),
                Fix(
                    "Plug in a camera while this command runs: it should appear in the list", commands: ["candela list --watch"],
                    isRunnable: false),
            ])
    }

    /// The camera of Apple's own machines is behind an image processor of Apple's.
    private func withoutAppleDriver(_ place: Place) -> Finding {
        Finding(
            .deviceNoDriver, .fail,
            "the built-in camera of this machine has no driver under this kernel (\(host.kernelRelease)): it is behind Apple's image processor, which needs the driver apple-isp of the Asahi kernel",
            confidence: .likely,
            evidence: model(place) + evidence, effect: "there is no camera to capture from",
            fixes: [
                place.newerKernel("Update the system to a newer kernel of Asahi Linux, which has the driver apple-isp, and restart"),
                Fix(
                    "If the newest kernel has the driver: see what it says of this model", commands: ["sudo dmesg | grep -i isp"], needsRoot: true,
                    isRunnable: false),
                Fix("Until then, use a USB camera"),
            ])
    }

    private func model(_ place: Place) -> [EvidenceLine] { place.platform.board.map { [EvidenceLine("model", $0)] } ?? [] }
}
