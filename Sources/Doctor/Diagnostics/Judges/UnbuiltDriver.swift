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
            + (module.failure == nil ? "" : "; DKMS tried, and the build failed with an error of the compiler, as when the source is too old or too new for a kernel")
            + (module.missingProgram.map { "; DKMS tried, and did not find \($0), with which it is built" } ?? "")
    }

    var evidence: [EvidenceLine] {
        [
            module.isNew == true
                ? EvidenceLine("/usr/src/\(module.name.replacing("/", with: "-"))/dkms.conf", "a source that DKMS has not built")
                : EvidenceLine("/var/lib/dkms/\(module.name)", "no folder for \(place.kernel)")
        ]
            + (module.hasHeaders ? [] : [EvidenceLine("\(folder)/build", "does not exist")])
            + ((module.failure ?? module.missingProgram.map { "\($0): not found" })
                .map { [EvidenceLine("/var/lib/dkms/\(module.name)/build/make.log", $0)] } ?? [])
    }

    var fixes: [Fix] {
        if module.failure != nil, module.hasHeaders { return newerSource }
        let build = Fix(
            "Build the driver for this kernel, and restart; if that fails, the log that it names says why",
            commands: [
                module.isNew == true
                    ? "sudo dkms install \(Words.shell(module.name)) -k \(Words.shell(place.kernel))"
                    : "sudo dkms autoinstall -k \(Words.shell(place.kernel))", "sudo reboot",
            ], needsRoot: true,
            isRunnable: false)
        let program = module.missingProgram.map { [installing($0)] } ?? []
        guard !module.hasHeaders else { return program + [build] }
        let title = "Install the headers of the running kernel, against which DKMS builds the driver"
        return program + [place.headers(title) ?? Fix(title), build]
    }

    /// Debian and those after it have a package for each version of a compiler, others one for the newest.
    private func installing(_ program: String) -> Fix {
        let title = "Install \(program): a module is built with the compiler and the tools of its kernel"
        let kind = String(program.prefix { $0 != "-" })
        guard ["gcc", "clang", "make"].contains(kind) else { return Fix(title) }
        return place.install(
            title,
            [.apt: program, .dnf: kind, .rpmOSTree: kind, .pacman: kind, .zypper: program.replacing("-", with: ""), .apk: kind, .xbps: kind])
            ?? Fix(title)
    }

    /// Another attempt with the same source fails in the same way.
    private var newerSource: [Fix] {
        let name = String(module.name.prefix { $0 != "/" })
        let old = Words.shell(module.name)
        let look = Fix(
            "See the whole log of the build", commands: ["less /var/lib/dkms/\(old)/build/make.log"], isRunnable: false)
        guard name == "v4l2loopback" else {
            return [
                Fix(
                    "Install a newer version of \(name), which fits this kernel (\(place.kernel)): from a newer release of its package, or from its project",
                    commands: ["sudo dkms autoinstall -k \(Words.shell(place.kernel))"], needsRoot: true, isRunnable: false),
                look,
            ]
        }
        return [
            Fix(
                "Remove this version, and build a newer one from its project's source (git), which fits newer kernels",
                commands: [
                    "sudo dkms remove \(old) --all", "git clone https://github.com/v4l2loopback/v4l2loopback.git", "make -C v4l2loopback",
                    "sudo make -C v4l2loopback install", "sudo depmod --all",
                ], needsRoot: true, isRunnable: false),
            Fix("Or install the package of a newer release of the distribution (v4l2loopback-dkms, from its backports where it has some)"),
            look,
        ]
    }
}
