// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// Where the modules of kernels lie.
package enum ModulesFolder {
    /// Where nearly all systems have them.
    package static let usual = "/lib/modules"

    /// The folders of the files that name modules to be loaded at the start of the machine. See: modules-load.d(5).
    static let loadedAtStart = ["/etc/modules-load.d", "/run/modules-load.d", "/usr/local/lib/modules-load.d", "/usr/lib/modules-load.d"]

    /// NixOS and Guix have no such folder: there the modules belong to the system that was started. Source: nixpkgs'
    /// nixos/modules/system/boot/kernel.nix, and Guix's gnu/services/linux.scm (LINUX_MODULE_DIRECTORY).
    private static let roots = [
        usual, "/run/booted-system/kernel-modules/lib/modules", "/run/booted-system/kernel/lib/modules",
    ]

    /// The folder with one for each kernel, among them that of this release if any has it.
    package static func root(of release: String, _ files: SystemFiles) -> String {
        roots.first { files.exists("\($0)/\(release)") } ?? usual
    }

    /// Whether the headers of a kernel, against which modules are built for it, are there.
    package static func hasHeaders(of release: String, _ files: SystemFiles) -> Bool {
        let build = "\(root(of: release, files))/\(release)/build"
        if files.exists(build + "/Makefile") { return true }
        // Below the root of another system, an absolute link leads out of that.
        return files.link(build).map { $0.hasPrefix("/") && files.exists($0 + "/Makefile") } ?? false
    }
}
