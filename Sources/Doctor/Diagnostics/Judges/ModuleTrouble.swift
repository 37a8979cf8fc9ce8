// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Finds why a module that a camera needs is not running: it is missing, does not fit this kernel, is shadowed by another
/// copy, is not signed, or was only not loaded.
struct ModuleTrouble {
    let module: KernelModule
    let host: HostRecord
    let place: Place
    /// What needs the module, for the sentence: the name of the camera.
    let title: String
    /// Evidence of the device itself.
    let evidence: [EvidenceLine]
    let effect: String
    /// How the sentence begins; `nil` for "no driver is bound to" what needs it.
    var lead: String?

    private var beginning: String { lead ?? "no driver is bound to \(title)" }
    private var name: String { module.name }
    private var folder: String { host.modulesFolder }
    private var log: KernelLogFacts { KernelLogFacts(host) }

    /// The finding; `nil` if nothing is wrong with the module, which is then loaded or built in.
    func find() -> Finding? {
        if module.isLoaded || module.isBuiltIn { return refusedByLog() }
        guard module.isAvailable else {
            if let path = module.unindexed { return unindexed(path) }
            return module.otherKernels.isEmpty ? nil : otherKernel()
        }
        if !module.missingFiles.isEmpty { return missingFiles() }
        if let refusal = refusedByLog() { return refusal }
        if let built = module.builtFor, built != host.kernelRelease, !mayFit {
            return broken(
                "was built for the kernel \(built)", [EvidenceLine("vermagic of \(module.path ?? name)", built)])
        }
        if module.isSigned == false, mustBeSigned { return unsigned(nil) }
        // DKMS signs what it builds with a key of this machine, which counts only once it has been enrolled.
        if module.isForeign, mustBeSigned, let line = log.untrustedSignature ?? refusedAtStart { return unsigned(line) }
        // What was asked for at the start came before the lock.
        return host.isModuleLoadingLocked == true && lead == nil ? locked() : nil
    }

    /// Whether the kernel may take it although it was built for another release: it then goes by the versions of the symbols, and has
    /// not refused it. Source: `same_magic` in kernel/module/version.c.
    private var mayFit: Bool {
        module.isWeak || module.isForeign && module.hasSymbolVersions == true && host.kernelLog.value != nil
    }

    /// Whether modules-load.d names this module of a virtual camera, so that the start of the machine has tried it.
    private var isWantedAtStart: Bool {
        name.hasPrefix("v4l2loopback") && host.machine?.virtualCameraSign?.contains("modules-load.d") == true
    }

    /// The line that a key was refused. It names no module, so it counts for one that was tried and is not there.
    private var refusedAtStart: String? {
        guard isWantedAtStart, let (refusal, line) = log.refusal(of: name, isNamed: false), refusal == .signature else { return nil }
        return line
    }

    /// See: the kernel's admin-guide/sysctl/kernel, "modules_disabled".
    private func locked() -> Finding {
        Finding(
            .deviceDriverRefused, .fail,
            "\(beginning): \(name) is not loaded, and the kernel loads no more modules until the next start (kernel.modules_disabled is 1)",
            evidence: evidence + [EvidenceLine("/proc/sys/kernel/modules_disabled", "1")], effect: effect,
            fixes: place.isGuest
                ? [Fix("On the host, whose kernel a container uses: have \(name) loaded at every start, before that setting is made, and restart it")]
                : [
                    place.loadingAtStart(
                        name, "Load the driver at every start, which comes before that setting, and restart", restarts: true),
                    place.unlockingModules,
                ])
    }

    /// The module is loaded and does not take its device; `nil` if it is the kernel's own.
    func unbound() -> Finding? {
        let apart = (host.machine?.modules ?? []).filter { $0.taint?.contains("O") == true }.map(\.name)
        guard module.isForeign || apart.contains(name) else { return nil }
        return foreign(
            "is loaded, but does not bind to the camera",
            evidence + [EvidenceLine("\(folder)/modules.dep", module.path ?? name)]
                + (apart.isEmpty
                    ? [] : [EvidenceLine("modules built apart from the kernel", apart.joined(separator: ", "))]))
    }

    /// Whether this kernel loads no unsigned module.
    private var mustBeSigned: Bool {
        if host.machine?.requiresSignatures == true { return true }
        if let lockdown = host.lockdown {
            return lockdown.contains("[integrity]") || lockdown.contains("[confidentiality]")
        }
        // Distributions lock their kernels where Secure Boot is on; only root may be able to read that.
        return host.machine?.isSecureBoot == true
    }

    private func refusedByLog() -> Finding? {
        if let finding = refusedNeed() { return finding }
        // Others than cameras have modules that are refused, too: a line without a name counts only for one that is missing
        // its driver, and a refused signature not for one that has one.
        guard !module.isLoaded, !module.isBuiltIn, let (refusal, line) = log.refusal(of: name, isNamed: lead != nil),
            // DKMS signs with a key of this machine, which the kernel may not know.
            refusal == .mismatch || module.isSigned != true || module.isForeign || line.contains(name)
        else { return nil }
        switch refusal {
        case .signature: return unsigned(line)
        case .mismatch where isAlone && line.lowercased().contains("unknown symbol"): return alone(line)
        case .mismatch: return broken("does not fit the running kernel", [EvidenceLine("kernel log", line)])
        }
    }

    /// A module that this one needs was refused, and so this one is, too.
    private func refusedNeed() -> Finding? {
        guard !module.isLoaded, !module.isBuiltIn else { return nil }
        for need in module.needs ?? [] {
            guard let (refusal, line) = log.refusal(of: need, isNamed: true), refusal == .mismatch else { continue }
            if isOwnMissing, line.lowercased().contains("unknown symbol") { return ownMissing(need, line) }
            let apart = (host.machine?.modules ?? []).filter { $0.taint?.contains("O") == true }.map(\.name)
            var finding = broken(
                "cannot be loaded, because \(need), which it needs, does not fit the running kernel",
                [EvidenceLine("kernel log", line)]
                    + (apart.isEmpty
                        ? [] : [EvidenceLine("modules built apart from the kernel", apart.joined(separator: ", "))]))
            finding.fixes.append(
                Fix(
                    "If media drivers were built on this machine (for a TV card, for example), they have taken the place of the kernel's own: install a newer version of them, built for this kernel, or install the kernel package again to get its own modules back"
                ))
            return finding
        }
        return nil
    }

    /// Whether the kernel's own file of this module is not on disk, only one that was built apart from it. Every kernel with
    /// USB cameras has this one, so its other media modules are missing as well.
    private var isOwnMissing: Bool { name == "uvcvideo" && module.isForeign && module.shadowed == nil }

    /// The modules that were built apart need others of the kernel, which are not there.
    private func ownMissing(_ need: String, _ line: String) -> Finding {
        Finding(
            .deviceModuleBroken, .fail,
            "\(beginning): \(need), which the module \(name) needs, lacks other modules of the kernel (unknown symbol): only media modules that were built apart from the kernel are on disk, and its own are missing",
            evidence: evidence + [
                EvidenceLine("kernel log", line), EvidenceLine("\(folder)/modules.dep", module.path ?? name),
                EvidenceLine("\(folder)/kernel/drivers/media/usb/uvc", "no \(name)"),
            ],
            effect: effect,
            fixes: place.isGuest
                ? [onHost]
                : [
                    Fix(
                        "If DKMS lists them: remove the package that put them there, or install another version of it, whereupon DKMS gives the kernel's own modules back",
                        commands: ["dkms status"], isRunnable: false),
                    place.fullKernel,
                    Fix(
                        "Then load the driver", commands: ["sudo depmod --all", "sudo modprobe \(name)"],
                        needsRoot: true, isRunnable: false),
                ])
    }

    /// Whether this module of another source is on disk without any of the kernel's own for USB cameras, and depmod has found
    /// nothing that gives it its symbols: those are in videodev.
    private var isAlone: Bool {
        guard name.hasPrefix("v4l2loopback"), let own = host.machine?.module("uvcvideo") else { return false }
        return !own.isAvailable && !own.isBuiltIn && !own.isLoaded && module.needs?.contains("videodev") != true
    }

    private func alone(_ line: String) -> Finding {
        Finding(
            .deviceModuleBroken, .fail,
            "\(beginning): the module \(name) is on disk, but this kernel (\(host.kernelRelease)) has none of the modules on which it builds: its own for video (videodev) are not installed",
            evidence: evidence + [
                EvidenceLine("kernel log", line), EvidenceLine("\(folder)/modules.dep", module.path ?? name),
                EvidenceLine("\(folder)/modules.dep", "no uvcvideo, and nothing that \(name) depends on"),
            ],
            effect: effect,
            fixes: place.isGuest
                ? [onHost]
                : [
                    place.fullKernel,
                    Fix(
                        "Then load the module", commands: ["sudo depmod --all", "sudo modprobe \(name)"],
                        needsRoot: true, isRunnable: false),
                ])
    }

    // MARK: Built for another kernel

    private func broken(_ reason: String, _ more: [EvidenceLine]) -> Finding {
        var lines = evidence + more
        if let path = module.path { lines.append(EvidenceLine("\(folder)/modules.dep", path)) }
        if module.isForeign { return foreign(reason, lines) }
        return Finding(
            .deviceModuleBroken, .fail,
            "\(beginning): the module \(name) on disk \(reason), as after an upgrade that is not complete",
            evidence: lines, effect: effect,
            fixes: place.isGuest
                ? [onHost]
                : [
                    Fix(
                        "Reboot: the files on disk belong to another build of the kernel than the one that runs",
                        commands: ["sudo reboot"], needsRoot: true, isRunnable: false),
                    Fix("If it fails again, install the kernel package once more, with its modules"),
                ])
    }

    /// A module that somebody built, in front of the kernel's own.
    private func foreign(_ reason: String, _ lines: [EvidenceLine]) -> Finding {
        let path = module.path ?? name
        let quoted = Words.shell("\(folder)/\(path)")
        var fixes = [
            Fix("Show which package built it", commands: ["dkms status"], isRunnable: false)
        ]
        if module.shadowed != nil || name == "uvcvideo" {
            fixes.insert(
                Fix(
                    "Use the kernel's own module: move the other one away (or remove its DKMS package), and load the driver again",
                    commands: [
                        "sudo mv \(quoted) \(Words.shell("/root/\(name)-built-apart.ko"))", "sudo depmod --all",
                        // What is loaded stays loaded, with the modules that it needs.
                        module.isLoaded ? "sudo reboot" : "sudo modprobe \(name)",
                    ],
                    needsRoot: true, isRunnable: false), at: 0)
        }
        fixes.append(
            Fix(
                "Or build it again for this kernel",
                commands: ["sudo dkms autoinstall -k \(Words.shell(host.kernelRelease))"], needsRoot: true,
                isRunnable: false))
        return Finding(
            .deviceModuleBroken, .fail,
            "\(beginning): a module \(name) that was built apart from the kernel \(module.shadowed == nil ? "" : "takes the place of the kernel's own and ")\(reason)",
            evidence: lines
                + (module.shadowed.map { [EvidenceLine("the kernel's own module", "\(folder)/\($0)")] } ?? []),
            effect: effect, fixes: place.isGuest ? [onHost] : fixes)
    }

    // MARK: Not on disk

    private func missingFiles() -> Finding {
        Finding(
            .deviceModuleBroken, .fail,
            "\(beginning): the index of this kernel's modules lists \(name), but \(module.missingFiles.count == 1 ? "a file is" : "\(module.missingFiles.count) files are") missing",
            evidence: evidence + [EvidenceLine("\(folder)/modules.dep", "lists \(module.path ?? name)")]
                + module.missingFiles.prefix(3).map { EvidenceLine("stat(\(folder)/\($0))", "ENOENT") },
            effect: effect,
            fixes: place.isGuest
                ? [onHost]
                : [
                    place.platform.packages == .none
                        ? Fix(
                            "Copy the module files of exactly this kernel (\(host.kernelRelease)) to \(folder), or install a complete image of the system"
                        )
                        : Fix(
                            "Install the kernel package once more, so that all of \(folder)/kernel/drivers/media is on disk"
                        ),
                    Fix(
                        "Then load the driver", commands: ["sudo depmod --all", "sudo modprobe \(name)"],
                        needsRoot: true, isRunnable: false),
                ])
    }

    /// The file is there, but modprobe goes by the index.
    private func unindexed(_ path: String) -> Finding {
        Finding(
            .deviceModuleBroken, .fail,
            "\(beginning): its module \(name) is on disk, but not in the index of this kernel's modules, so nothing can load it",
            evidence: evidence + [
                EvidenceLine("\(folder)/\(path)", "on disk"), EvidenceLine("\(folder)/modules.dep", "does not list it"),
            ],
            effect: effect,
            fixes: place.isGuest
                ? [onHost]
                : [
                    Fix(
                        "Write the index again, and load the driver",
                        commands: ["sudo depmod --all", "sudo modprobe \(name)"], needsRoot: true,
                        undo: ["sudo modprobe -r \(name)"]),
                    Fix(
                        "If it was installed by hand, install it through DKMS: that builds it for each new kernel and writes the index, too"
                    ),
                ])
    }

    private func otherKernel() -> Finding {
        let others = module.otherKernels
        let evidence =
            evidence + [
                EvidenceLine("running kernel", host.kernelRelease),
                EvidenceLine("module \(name)", "on disk for \(others.joined(separator: ", "))"),
            ]
        return Finding(
            .deviceNoDriver, .fail,
            "\(beginning): its module \(name) is installed for another kernel (\(others.joined(separator: ", "))), not for the running \(host.kernelRelease)",
            evidence: evidence, effect: effect,
            fixes: place.isGuest
                ? [onHost]
                : [
                    Fix(
                        "Start the kernel \(others[others.count - 1]) from the boot menu: there the module is installed",
                        commands: ["sudo reboot"], needsRoot: true, isRunnable: false),
                    Fix(
                        "Or build the module for the running kernel (its headers must be installed)",
                        commands: ["sudo dkms autoinstall -k \(Words.shell(host.kernelRelease))"], needsRoot: true,
                        isRunnable: false),
                ])
    }

    // MARK: Signatures

    private func unsigned(_ line: String?) -> Finding {
        var lines = evidence
        if let line { lines.append(EvidenceLine("kernel log", line)) }
        if host.machine?.isSecureBoot == true { lines.append(EvidenceLine("Secure Boot", "on")) }
        if let lockdown = host.lockdown { lines.append(EvidenceLine("/sys/kernel/security/lockdown", lockdown)) }
        if let path = module.path {
            lines.append(
                EvidenceLine(
                    "\(folder)/\(path)",
                    module.isSigned == false ? "not signed" : "not signed with a key that this kernel trusts"))
        }
        let confidence: Finding.Confidence =
            if let line, !isWantedAtStart { line.contains(name) ? .certain : .possible } else { line?.contains(name) == true ? .certain : .likely }
        var fixes = [place.enrollingKey]
        if module.shadowed != nil || name == "uvcvideo" {
            fixes.append(
                Fix(
                    "Or use the distribution's own module, which is signed: remove the package or file that replaced it"
                ))
        }
        return Finding(
            .deviceDriverRefused, .fail,
            "the kernel does not accept the module \(name)\(title.isEmpty ? "" : " for \(title)"): \(host.machine?.isSecureBoot == true ? "Secure Boot" : "its configuration") requires a signature that it trusts",
            confidence: confidence, evidence: lines,
            effect: effect,
            fixes: place.isGuest ? [onHost] : fixes)
    }

    private var onHost: Fix { Fix("Fix it on the host: a container uses the host's kernel and its modules") }
}
