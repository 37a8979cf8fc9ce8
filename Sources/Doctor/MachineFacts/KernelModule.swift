// SPDX-License-Identifier: Apache-2.0

/// A kernel module and what could keep it from loading.
package struct KernelModule: Codable, Hashable, Sendable {
    /// With underscores, as `lsmod` prints it.
    package var name: String
    /// Its file relative to `/lib/modules/RELEASE`, by the index (`modules.dep`); `nil` if the index does not list it.
    package var path: String?
    package var isBuiltIn = false
    package var isLoaded = false
    /// Files that the index lists for it and its dependencies, but that are not on disk.
    package var missingFiles: [String] = []
    /// The modules that it needs, by the index; absent in older evidence.
    package var needs: [String]?
    /// Its file below that folder, if no index lists it: depmod has not run since it was put there.
    package var unindexed: String?
    /// The kernel release it was built for; `nil` if it is loaded, or its file could not be read.
    package var builtFor: String?
    /// Whether it was built with the versions of the symbols that it needs (CONFIG_MODVERSIONS), which the kernel then compares in
    /// place of the release; absent in older evidence, and unless it is so.
    package var hasSymbolVersions: Bool?
    /// Whether the file has a signature; `nil` if it is loaded or could not be read.
    package var isSigned: Bool?
    /// The kernel's own file of the same name, if the index prefers another one.
    package var shadowed: String?
    /// Other kernels on disk whose index lists it.
    package var otherKernels: [String] = []
    /// `/sys/module/NAME/taint`: `OE` for one that is not part of the kernel and not signed with a trusted key.
    package var taint: String?

    package init(name: String) { self.name = name }

    /// Whether it can be loaded, as far as the index tells, or is already part of the kernel.
    package var isAvailable: Bool { isBuiltIn || path != nil }
    /// Whether this kernel has it in any way: loaded, built in, or on disk, by the index or without it.
    package var isHere: Bool { isAvailable || isLoaded || unindexed != nil }
    /// Whether its file was put in front of the kernel's own modules, as DKMS does. See: `man 5 depmod.d`.
    package var isForeign: Bool {
        guard let path else { return false }
        return !path.hasPrefix("kernel/")
    }
    /// Whether it was built for another kernel of the same distribution, and linked into this one's folder because its symbols are the
    /// same, as RHEL and SUSE do. Source: weak-modules(8), weak-modules2.
    package var isWeak: Bool { path?.hasPrefix("weak-updates/") == true }
}
