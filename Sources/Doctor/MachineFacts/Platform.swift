// SPDX-License-Identifier: Apache-2.0

import Glibc
package import UserSession

/// The system that runs here. Remedies must fit it: a command for another distribution helps nobody.
package struct Platform: Codable, Hashable, Sendable {
    /// `ID` of os-release, such as `debian`; `nil` without the file.
    package var distribution: String?
    /// `ID_LIKE`: the distributions it descends from, nearest first.
    package var ancestors: [String] = []
    /// `VERSION_ID`.
    package var version: String?
    /// `PRETTY_NAME`: raw.
    package var title: String?
    /// Whether the system's files are an image that packages cannot change in place: OSTree, Home Assistant OS, Chrome OS, TrueNAS.
    package var isImage = false
    /// Whether packages are installed into a new snapshot of the system, because the running one is read-only (transactional-update); absent
    /// in older evidence, and otherwise.
    package var isTransactional: Bool?
    /// Whether it is a Qubes virtual machine whose system files come from a template at every start; absent in older evidence.
    package var isQube: Bool?
    /// Whether groups are in the image's `/usr/lib/group` as well, which `usermod` does not read (nss-altfiles); absent in older
    /// evidence, and otherwise.
    package var hasImageGroups: Bool?
    /// As `uname -m` prints it.
    package var machine: String?
    /// Whether the device tree says that the processor is that of a Jetson, whose name boards of other makers need not have; absent in
    /// older evidence, and otherwise.
    package var isTegra: Bool?
    /// The board or model, from the device tree or DMI: raw.
    package var board: String?
    /// Whether its case is that of a laptop or tablet; absent where the firmware does not say so, and in older evidence.
    package var isPortable: Bool?
    /// Whether the device tree names it; on other processors than those of boards absent instead of false, and absent in older
    /// evidence.
    package var isFromDeviceTree: Bool?
    /// Whether the processor says that a hypervisor runs this machine, which some virtual machines say nowhere else; WSL does not
    /// count. Absent on real hardware, and in older evidence.
    package var isGuest: Bool?
    /// The name of process 1: `systemd`, `init`.
    package var initProgram: String?

    package init() {}

    /// How this system installs packages.
    package enum Packages: String, Codable, Sendable {
        case apt, dnf, rpmOSTree, pacman, zypper, apk, xbps, portage, nix, guix
        /// openSUSE MicroOS, Aeon, SLE Micro: zypper, in a new snapshot of a read-only system.
        case transactional
        /// opkg, or apk from OpenWrt 25 on. Everybody is root there.
        case openwrt
        /// It cannot: an embedded image, or a distribution that we do not know.
        case none
    }

    package var packages: Packages {
        let names = [distribution].compactMap(\.self) + ancestors
        if isTransactional == true || names.contains(where: Self.installsSnapshots) { return .transactional }
        for name in names {
            switch name {
            case "debian", "ubuntu", "raspbian": return isImage ? .none : .apt
            case "fedora", "rhel", "centos": return isImage ? .rpmOSTree : .dnf
            case "arch", "archarm", "manjaro": return isImage ? .none : .pacman
            case "suse", "opensuse": return isImage ? .none : .zypper
            case "alpine": return .apk
            case "void": return .xbps
            case "gentoo": return isImage ? .none : .portage
            case "nixos": return .nix
            case "guix": return .guix
            case "openwrt", "lede": return .openwrt
            case let name where name.hasPrefix("opensuse"): return isImage ? .none : .zypper
            default: continue
            }
        }
        return .none
    }

    /// The names in os-release of the systems that are always installed so.
    private static func installsSnapshots(_ name: String) -> Bool {
        [
            "microos", "opensuse-microos", "sl-micro", "sle-micro", "suse-microos", "opensuse-leap-micro", "leap-micro", "aeon", "opensuse-aeon",
            "kalpa", "opensuse-kalpa",
        ].contains(name)
    }

    package var isUbuntu: Bool { distribution == "ubuntu" || ancestors.contains("ubuntu") }
    package var isRaspberryPi: Bool { board?.hasPrefix("Raspberry Pi") == true }
    /// Whether `/etc` is made from the system's configuration, and changes are written there and not in `/etc`.
    package var isDeclared: Bool { packages == .nix || packages == .guix }
    /// Whether `/usr`, and so `/lib/firmware`, is read-only while the system runs.
    package var hasReadOnlyUsr: Bool { isImage || packages == .transactional }
    /// Whether a group of the system may be missing in `/etc/group`.
    package var keepsGroupsInImage: Bool { hasImageGroups == true || packages == .rpmOSTree }
    /// NVIDIA's boards name themselves so in the device tree.
    package var isJetson: Bool { board?.contains("Jetson") == true || board?.contains("Tegra") == true || isTegra == true }
    /// The name of the virtual machine, by its DMI names, or that it is unknown; `nil` on real hardware. Source: systemd's
    /// detect-virt.
    package var virtualMachine: String? {
        let names = [
            ("VMware", "VMware"), ("VirtualBox", "VirtualBox"), ("innotek", "VirtualBox"), ("QEMU", "QEMU"),
            ("Apple Virtualization", "Apple Virtualization"), ("Amazon EC2", "Amazon EC2"), ("linux,dummy-virt", "QEMU"), ("riscv-virtio", "QEMU"),
            ("Parallels", "Parallels"), ("Microsoft Corporation Virtual", "Hyper-V"), ("Xen", "Xen"),
            ("Bochs", "Bochs"),
        ]
        if let name = names.first(where: { board?.contains($0.0) == true })?.1 { return name }
        if isNamedKVM { return "KVM" }
        return isGuest == true && !isMakersComputer ? "of an unknown kind" : nil
    }
    /// Whether it is a board that a device tree describes, where cameras on ribbon cables are enabled by overlays. Virtual machines,
    /// servers and laptops with an Arm processor have DMI names instead.
    package var hasDeviceTree: Bool {
        isFromDeviceTree ?? (Self.boardMachines.contains(machine ?? "") && board != nil && virtualMachine == nil)
    }
    private static let boardMachines: Set = ["aarch64", "armv7l", "armv6l", "riscv64"]
    /// Whether services are systemd's; `nil` if process 1 is unknown.
    package var hasSystemd: Bool? { initProgram.map { $0 == "systemd" } }
}

extension Platform {
    /// Reads the files in which the system says what it is.
    package static func read(_ files: SystemFiles) -> Platform {
        var platform = Platform()
        let release = values(files.text("/etc/os-release") ?? files.text("/usr/lib/os-release") ?? "")
        platform.distribution = release["ID"]
        platform.ancestors = (release["ID_LIKE"] ?? "").split(separator: " ").map(String.init)
        platform.version = release["VERSION_ID"]
        platform.title = release["PRETTY_NAME"]
        platform.isImage =
            files.exists("/run/ostree-booted") || files.exists("/etc/hassio.json")
            || ["haos", "hassos", "chromeos", "steamos"].contains(release["ID"] ?? "")
            // TrueNAS calls itself Debian, and keeps apt from working.
            || files.line("/proc/sys/kernel/osrelease").map(isTrueNAS) == true
        if files.exists("/usr/sbin/transactional-update"), hasReadOnlyRoot(files) { platform.isTransactional = true }
        if files.exists("/usr/share/qubes/marker-vm") { platform.isQube = true }
        if files.exists("/usr/lib/group") { platform.hasImageGroups = true }
        // Kernels before 6.1 do not have the file.
        platform.machine = files.line("/proc/sys/kernel/arch") ?? (files.root.isEmpty ? runningMachine() : nil)
        // A string of the device tree ends with NUL, which `line` leaves out.
        let dmi = ["sys_vendor", "product_name"].compactMap { files.line("/sys/class/dmi/id/" + $0) }
            .filter { !$0.isEmpty }
        // Source: SMBIOS, table 17: portable, laptop, notebook, sub notebook, tablet, convertible, detachable.
        if let kind = files.line("/sys/class/dmi/id/chassis_type"), ["8", "9", "10", "14", "30", "31", "32"].contains(kind)
        {
            platform.isPortable = true
        }
        // Source: the device tree specification, "chassis-type". Its texts end with a zero byte.
        if let kind = files.text("/proc/device-tree/chassis-type"), ["laptop", "convertible", "tablet"].contains(kind.filter(\.isLetter)) {
            platform.isPortable = true
        }
        let model = files.line("/proc/device-tree/model")
        // QEMU's and Firecracker's virtual machines have a tree as well. Source: qemu's hw/arm/virt.c and hw/riscv/virt.c.
        if let model, !["linux,dummy-virt", "riscv-virtio,qemu"].contains(model) {
            platform.isFromDeviceTree = true
        } else if model != nil || !dmi.isEmpty, boardMachines.contains(platform.machine ?? "") {
            platform.isFromDeviceTree = false
        }
        // Those that Jetsons have; others are in tablets and Chromebooks.
        if let compatible = files.text("/proc/device-tree/compatible"), !compatible.contains("nintendo"),
            ["186", "194", "210", "234"].contains(where: { compatible.contains("nvidia,tegra" + $0) })
        {
            platform.isTegra = true
        }
        platform.board =
            model ?? (dmi.isEmpty ? nil : dmi.joined(separator: " "))
        // Kernels of Raspberry Pis before 2015 had no device tree. Source: the kernel's arch/arm/mach-bcm2708 of that time.
        if platform.board == nil, let revision = oldPi(files) { platform.board = "Raspberry Pi (revision \(revision))" }
        platform.initProgram = files.line("/proc/1/comm")
        let flags = (files.text("/proc/cpuinfo") ?? "").split(separator: "\n").first { $0.hasPrefix("flags") }
        let isWSL = files.line("/proc/sys/kernel/osrelease")?.lowercased().contains("microsoft") == true
        if !isWSL, flags?.split(separator: " ").contains("hypervisor") == true { platform.isGuest = true }
        return platform
    }

    /// `6.6.44-production+truenas`
    package static func isTrueNAS(_ release: String) -> Bool { release.hasSuffix("+truenas") }

    /// By the options of the last mount at `/`. See: proc(5), mountinfo: the fifth field is the mount point, the sixth the options.
    private static func hasReadOnlyRoot(_ files: SystemFiles) -> Bool {
        let mounts = (files.text("/proc/self/mountinfo", limit: 1 << 20) ?? "").split(separator: "\n").map { $0.split(separator: " ") }
        return mounts.last { $0.count > 5 && $0[4] == "/" }.map { $0[5].split(separator: ",").contains("ro") } == true
    }

    private static func oldPi(_ files: SystemFiles) -> String? {
        var values: [Substring: String] = [:]
        for line in (files.text("/proc/cpuinfo") ?? "").split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            values[parts[0].prefix { !$0.isWhitespace }] = parts[1].trimmingPrefix { $0.isWhitespace }.description
        }
        guard ["BCM2708", "BCM2709", "BCM2835"].contains(values["Hardware"]), let revision = values["Revision"], !revision.isEmpty,
            revision.utf8.count <= 16, revision.allSatisfy(\.isHexDigit)
        else { return nil }
        return revision
    }

    private static func runningMachine() -> String? {
        var names = utsname()
        guard unsafe uname(&names) == 0 else { return nil }
        return unsafe withUnsafeBytes(of: &names.machine) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The assignments of os-release, without the quotes. See: `man 5 os-release`.
    private static func values(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            values[String(parts[0])] = String(parts[1].filter { $0 != "\"" && $0 != "'" })
        }
        return values
    }
}
