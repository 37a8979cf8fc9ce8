// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// How this system keeps a switch of the kernel (sysctl).
extension Place {
    /// Sets it now and at every start.
    ///
    /// - Parameter file: below /etc/sysctl.d.
    func kernelSetting(_ title: String, _ name: String, _ value: String, file: String) -> Fix {
        let looks = "grep -rs \(Words.shell(name)) /etc/sysctl.conf /etc/sysctl.d /run/sysctl.d /usr/lib/sysctl.d"
        if platform.packages == .nix {
            return Fix(
                "\(title) (NixOS: in its configuration)",
                commands: ["# \(Self.nixFile): boot.kernel.sysctl.\(Self.nixText(name)) = \(value);", Self.nixRebuild], needsRoot: true, isRunnable: false)
        }
        let path = "/etc/sysctl.d/\(file)"
        return Fix(
            title,
            commands: [looks, "sudo sysctl -w \(Words.shell("\(name)=\(value)"))", "echo \(Words.shell("\(name) = \(value)")) | sudo tee \(path)"],
            needsRoot: true, undo: ["sudo rm \(path)"], isRunnable: false)
    }
}
