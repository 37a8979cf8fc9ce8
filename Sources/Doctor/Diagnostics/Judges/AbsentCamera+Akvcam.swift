// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

extension AbsentCamera {
    /// Virtual cameras are described for Webcamoid's module, which is on disk and not loaded.
    func unloadedAkvcam() -> Finding? {
        let place = Place(snapshot)
        guard !place.isGuest, let setup = host.machine?.akvcam, let module = host.machine?.module(AkvcamSetup.module), module.isAvailable,
            !module.isLoaded, !module.isBuiltIn
        else { return nil }
        let name = AkvcamSetup.module
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine, and the virtual ones of \(name) (Webcamoid) were not made: its module is installed, and not loaded"
                + (setup.loader == nil ? "; nothing loads it at the start of the machine" : ""),
            confidence: .likely,
            evidence: [
                EvidenceLine("virtual cameras are described in", setup.configuration), EvidenceLine(name, "on disk, not loaded"),
                EvidenceLine("loaded at the start", setup.loader ?? "by no file of modules-load.d"),
            ] + evidence,
            effect: "programs that feed the virtual camera find none, and other programs do not list it",
            fixes: [
                Fix("Load it", commands: ["sudo modprobe \(name)"], needsRoot: true, undo: ["sudo modprobe -r \(name)"], isRunnable: false),
                setup.loader == nil
                    ? place.loadingAtStart(name, "Have it loaded at every start")
                    : Fix(
                        "If it is not loaded at the next start either: see what systemd says of it",
                        commands: ["journalctl -b -u systemd-modules-load --no-pager"], isRunnable: false),
                Fix("If a camera of hardware is meant: plug it in while this command runs", commands: ["candela list --watch"]),
            ])
    }
}
