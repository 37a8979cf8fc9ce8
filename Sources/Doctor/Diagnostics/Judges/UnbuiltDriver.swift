// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// The driver of a camera is on this machine as source, and was not built for the running kernel: mostly because the kernel's
/// headers are missing, or a new kernel has come.
struct UnbuiltDriver {
    let module: UnbuiltModule
    let place: Place
    private let folder: String

    /// - Parameter names: the beginnings of the names under which the driver is packaged.
    init?(of names: [String], _ host: HostRecord, _ place: Place) {
        guard let module = (host.machine?.unbuilt ?? []).first(where: { module in names.contains { module.name.hasPrefix($0) } })
        else { return nil }
        self.module = module
        self.place = place
        folder = host.modulesFolder
    }

    /// For a sentence about a driver that is missing.
    var words: String {
        "; the source of one is installed (\(module.name), DKMS), and has not been built for this kernel"
            + (module.hasHeaders ? "" : ", whose headers are not installed")
    }

    var evidence: [EvidenceLine] {
        [
            module.isNew == true
                ? EvidenceLine("/usr/src/\(module.name.replacing("/", with: "-"))/dkms.conf", "a source that DKMS has not built")
                : EvidenceLine("/var/lib/dkms/\(module.name)", "no folder for \(place.kernel)")
        ]
            + (module.hasHeaders ? [] : [EvidenceLine("\(folder)/build", "does not exist")])
    }

    var fixes: [Fix] {
        let build = Fix(
            "Build the driver for this kernel, and restart; if that fails, the log that it names says why",
            commands: [
                module.isNew == true
                    ? "sudo dkms install \(Words.shell(module.name)) -k \(Words.shell(place.kernel))"
                    : "sudo dkms autoinstall -k \(Words.shell(place.kernel))", "sudo reboot",
            ], needsRoot: true,
            isRunnable: false)
        guard !module.hasHeaders else { return [build] }
        let title = "Install the headers of the running kernel, against which DKMS builds the driver"
        return [place.headers(title) ?? Fix(title), build]
    }
}
