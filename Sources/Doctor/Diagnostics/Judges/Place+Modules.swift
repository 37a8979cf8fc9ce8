// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// How this system loads modules.
extension Place {
    /// Loads a module at every start. OpenRC and the start scripts of kmod read the folder, too.
    /// - Parameter restarts: whether that is of use only after a restart.
    func loadingAtStart(_ module: String, _ title: String, restarts: Bool = false) -> Fix {
        if platform.packages == .nix {
            return Fix(
                "\(title): add \"\(module)\" to boot.kernelModules in the system's configuration",
                commands: restarts ? ["sudo nixos-rebuild boot", "sudo reboot"] : [Self.nixRebuild], needsRoot: true,
                isRunnable: false)
        }
        if platform.packages == .guix {
            return Fix(
                "\(title) (Guix: in its configuration)",
                commands: [
                    "# \(Self.guixFile), services: (simple-service '\(module) kernel-module-loader-service-type '(\(Self.lispText(module))))", Self.guixRebuild,
                ] + (restarts ? ["sudo reboot"] : []), needsRoot: true, isRunnable: false)
        }
        if platform.packages == .openwrt {
            let file = "/etc/modules.d/\(module)"
            return Fix(
                title, commands: ["echo \(module) > \(file)"] + (restarts ? ["reboot"] : []), needsRoot: true, undo: ["rm \(file)"], isRunnable: false)
        }
        let file = "/etc/modules-load.d/\(module).conf"
        return Fix(
            title, commands: ["echo \(module) | sudo tee \(file)"] + (restarts ? ["sudo reboot"] : []), needsRoot: true,
            undo: ["sudo rm \(file)"], isRunnable: false)
    }

    /// How modules are let in again that kernel.modules_disabled keeps out.
    var unlockingModules: Fix {
        if platform.packages == .nix {
            return Fix(
                "Or remove security.lockKernelModules from the system's configuration, unless somebody set it on purpose, and restart",
                commands: ["sudo nixos-rebuild boot", "sudo reboot"], needsRoot: true, isRunnable: false)
        }
        return Fix(
            "Or remove the setting kernel.modules_disabled, unless somebody added it on purpose, and restart: it cannot be taken back while the system runs. This shows where it is set",
            commands: ["grep -rs modules_disabled /etc/sysctl.conf /etc/sysctl.d /usr/lib/sysctl.d"], isRunnable: false)
    }

    /// Whether the running kernel is older than a version, such as `[6, 17]`; `false` if its own is not known.
    func isKernel(before version: [Int]) -> Bool {
        let numbers = kernel.split { !$0.isNumber }.prefix(3).compactMap { Int($0) }
        return numbers.count >= 2 && numbers.lexicographicallyPrecedes(version)
    }

    /// Whether Ubuntu's kernel of this release has its second package under the name linux-modules-extra: since 4.15.
    var hasExtraModules: Bool {
        let numbers = kernel.split { !$0.isNumber }.prefix(2).map { Int($0) ?? 0 }
        return numbers.count == 2 && (numbers[0] > 4 || numbers[0] == 4 && numbers[1] >= 15)
    }
}
