// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Where the user is: a distribution, a container, WSL, a board. Every remedy that depends on it is built here.
struct Place {
    let platform: Platform
    let kernel: String
    /// Docker, Podman and others.
    let container: ContainerSigns.Sign?
    let isWSL: Bool
    /// `snap` or `flatpak`.
    let sandbox: ContainerSigns.Sign?
    /// Whether `/etc/group` has the group of the cameras.
    let hasCopiedVideo: Bool
    /// The accounts of this snapshot that a service of names gives (SSSD, LDAP, systemd-homed): `/etc/passwd` does not have them.
    let foreignAccounts: Set<String>
    /// The parameter `quirks` of the driver uvcvideo, if somebody has set it.
    let presentUVCQuirks: UInt32?

    init(_ snapshot: Snapshot) {
        let host = snapshot.host.value
        platform = host?.machine?.platform ?? Platform()
        kernel = host?.kernelRelease ?? ""
        let signs = snapshot.surroundings.value?.signs ?? []
        container = signs.first { [.docker, .podman, .container].contains($0.kind) }
        sandbox = signs.first { [.snap, .flatpak].contains($0.kind) }
        isWSL = signs.contains { $0.kind == .wsl }
        hasCopiedVideo = host?.videoGroup != nil
        let users = [snapshot.user.value, snapshot.client?.user].compactMap(\.self) + (snapshot.services ?? []).compactMap(\.user)
        presentUVCQuirks = host?.machine?.uvcQuirks
        foreignAccounts = Set(users.filter { host?.isForeign($0) == true }.map(\.label))
    }

    /// One of which nothing is known.
    init() {
        platform = Platform()
        kernel = ""
        container = nil
        isWSL = false
        sandbox = nil
        hasCopiedVideo = false
        foreignAccounts = []
        presentUVCQuirks = nil
    }

    /// Whether the kernel and its modules belong to another system, which alone can change them.
    var isGuest: Bool { container != nil || sandbox != nil }

    /// Whether it is a Raspberry Pi with the processor of the Pi 5: the Pi 5, the Pi 500 and the Compute Module 5.
    var isPi5: Bool { platform.isRaspberryPi && ["Pi 5", "Compute Module 5"].contains { platform.board?.contains($0) == true } }

    /// The command that installs a package; `nil` where packages cannot be installed or the package's name is not known.
    /// - Parameter names: the package on each family of distributions.
    func install(_ title: String, _ names: [Platform.Packages: String]) -> Fix? {
        let packages = platform.packages
        // The packages are the same, and only the way to install them differs.
        guard !isGuest, let package = names[packages] ?? (packages == .transactional ? names[.zypper] : nil) else { return nil }
        let commands: [String]
        switch packages {
        case .apt: commands = ["sudo apt install \(package)"]
        case .dnf: commands = ["sudo dnf install \(package)"]
        case .rpmOSTree: commands = ["sudo rpm-ostree install \(package)"]
        case .pacman: commands = ["sudo pacman -S \(package)"]
        case .zypper: commands = ["sudo zypper install \(package)"]
        case .transactional: commands = ["sudo transactional-update pkg install \(package)", "sudo reboot"]
        case .apk: commands = ["sudo apk add \(package)"]
        case .xbps: commands = ["sudo xbps-install \(package)"]
        case .portage: commands = ["sudo emerge \(package)"]
        case .openwrt: commands = openWrt(package)
        case .nix, .guix, .none: return nil
        }
        return Fix(title, commands: commands, needsRoot: true, isRunnable: false)
    }

    /// OpenWrt has another package manager since its release 25.12, and no sudo.
    private func openWrt(_ package: String) -> [String] {
        let release = platform.version.flatMap { Int($0.prefix(while: \.isNumber)) }
        return release.map { $0 < 25 } ?? false ? ["opkg update", "opkg install \(package)"] : ["apk update", "apk add \(package)"]
    }

    /// Ubuntu's kernels whose drivers are two packages, the second of which images for servers and clouds leave out.
    private static let splitKernels = [
        "generic", "virtual", "lowlatency", "aws", "azure", "gcp", "gke", "oracle", "raspi",
    ]

    /// The second package of a kernel of Ubuntu's that has two.
    var restOfKernel: Fix? {
        guard platform.isUbuntu, platform.packages == .apt, Self.splitKernels.contains(where: { kernel.hasSuffix("-" + $0) }), hasExtraModules
        else { return nil }
        return install(
            "Install the rest of this kernel's modules, which small systems leave out", [.apt: "linux-modules-extra-\(kernel)"])
    }

    /// Whether the kernel is none of a distribution for many machines, but one that was built for a board of Arm's.
    private var isOfBoard: Bool {
        guard !platform.isRaspberryPi, platform.hasDeviceTree || kernel.hasSuffix("+"), platform.virtualMachine == nil,
            platform.distribution == "debian" || platform.isUbuntu,
            ["armv6l", "armv7l", "aarch64"].contains(platform.machine)
        else { return false }
        // Debian's are called 6.1.0-28-arm64 and 6.1.0-28-armmp; `+` marks one that somebody built.
        let usual = ["-arm64", "-arm64-16k", "-armmp", "-armmp-lpae", "-marvell", "-rpi"] + Self.splitKernels.map { "-" + $0 }
        return !usual.contains(where: kernel.hasSuffix)
    }

    /// How this system gets a kernel with the usual media drivers.
    var fullKernel: Fix {
        let architecture =
            switch platform.machine {
            case "aarch64": "arm64"
            case "x86_64", nil: "amd64"
            case "armv7l": "armmp"
            case let other?: other
            }
        if let rest = restOfKernel { return rest }
        if Platform.isTrueNAS(kernel) { return Self.outOfAppliance }
        if let module = install(
            "Install the package of the driver for USB cameras, which OpenWrt does not have in its images", [.openwrt: "kmod-video-uvc"])
        {
            return module
        }
        // The distribution's own would not start on a board whose maker's kernel describes its hardware.
        if isOfBoard {
            return Fix(
                "Update the kernel of this board (\(kernel)) from its maker, or from those who make this system: newer ones mostly have the driver. Or build it, or the module alone, with the option CONFIG_USB_VIDEO_CLASS"
            )
        }
        let title = "Install the distribution's usual kernel, which includes the media drivers, and reboot into it"
        let names: [Platform.Packages: String] = [
            .apt: platform.isRaspberryPi
                ? "--reinstall linux-image-rpi-v8"
                : platform.distribution == "debian"
                    ? "linux-image-\(architecture)" : platform.isUbuntu ? "linux-image-generic" : "",
            .dnf: "kernel kernel-modules", .pacman: "linux", .zypper: "kernel-default", .apk: "linux-lts",
        ].filter { !$0.value.isEmpty }
        return install(title, names)
            ?? Fix(
                "Use a kernel with the option CONFIG_USB_VIDEO_CLASS: update the system's image, or ask its maker for a kernel package that has it"
            )
    }

    /// TrueNAS has one kernel, in its image, which nobody is to replace.
    private static let outOfAppliance = Fix(
        "Pass the camera's USB device to a virtual machine of this system whose own system has the driver: the kernel of TrueNAS is a part of its image, and no package can be added to it. Or use a camera on the network"
    )

    /// Another kernel than the running one, in which a driver that fails here may work.
    /// - Parameter installed: the other kernels on disk, the newest last.
    func otherKernel(_ installed: [String]) -> [Fix] {
        guard !isGuest else { return [Fix("Use another kernel on the host: a container uses the host's")] }
        let older: Fix =
            switch platform.packages {
            case .rpmOSTree:
                Fix(
                    "If it worked before an upgrade, go back to the system before it, with its kernel",
                    commands: ["sudo rpm-ostree rollback", "sudo reboot"], needsRoot: true,
                    undo: ["sudo rpm-ostree rollback"], isRunnable: false)
            case .pacman where installed.isEmpty:
                Fix(
                    "If it worked before an upgrade, install the kernel before it again, with its modules: pacman keeps its packages",
                    commands: [
                        "ls /var/cache/pacman/pkg/linux*", "sudo pacman -U /var/cache/pacman/pkg/PACKAGE",
                        "sudo reboot",
                    ], needsRoot: true, isRunnable: false)
            default:
                Fix(
                    installed.last.map {
                        "If it worked before an upgrade, start the other installed kernel (\($0)) from the boot menu"
                    }
                        ?? "If it worked before an upgrade, start the kernel before it, from the boot menu or its package",
                    commands: ["sudo reboot"], needsRoot: true, isRunnable: false)
            }
        return [older, newerKernel("Or update to a newer kernel, in which the driver may be repaired")]
    }

    /// An update of the whole system, or of the kernel alone where nothing else is known.
    func newerKernel(_ title: String) -> Fix {
        guard !isGuest else { return Fix("On the host, whose kernel a container uses: update to a newer kernel") }
        let update =
            switch platform.packages {
            case .apt: "sudo apt update && sudo apt full-upgrade"
            case .dnf: "sudo dnf upgrade --refresh"
            case .rpmOSTree: "sudo rpm-ostree upgrade"
            case .pacman: "sudo pacman -Syu"
            case .zypper: "sudo zypper update"
            // Rolling releases are brought up to date as a whole.
            case .transactional: "sudo transactional-update \(platform.ancestors.contains("opensuse-tumbleweed") ? "dup" : "up")"
            case .apk: "sudo apk upgrade --update"
            case .xbps: "sudo xbps-install -Su"
            case .portage, .nix, .guix, .openwrt, .none: ""
            }
        return Fix(
            title, commands: update.isEmpty ? [] : [update, "sudo reboot"], needsRoot: !update.isEmpty, isRunnable: false)
    }

    /// The package with which modules are built for the running kernel. Source: the distributions' lists of packages.
    func headers(_ title: String) -> Fix? {
        // `6.1.38-1-MANJARO` is of the package linux61, `6.9.1-zen1-1-zen` of linux-zen, `6.9.1-arch1-1` of linux.
        let numbers = kernel.split { !$0.isNumber }
        let flavour = String(kernel.split(separator: "-").last ?? "")
        let arch: String? =
            kernel.hasSuffix("MANJARO") && numbers.count > 1
            ? "linux\(numbers[0])\(numbers[1])-headers"
            : ["lts", "zen", "hardened", "rt"].contains(flavour)
                ? "linux-\(flavour)-headers" : kernel.contains("-arch") ? "linux-headers" : nil
        // Kernels of boards and of other makers have packages of their own, whose names nothing tells.
        let isForeign = kernel.hasSuffix("+") && !platform.isRaspberryPi
            || ["tegra", "imx", "pve", "sunxi", "rockchip", "rk35", "meson", "current", "edge", "vendor", "legacy"]
                .contains { kernel.contains($0) }
        let isOldPi = platform.isRaspberryPi && !platform.isUbuntu && platform.version.flatMap { Int($0) } ?? 12 < 12
        var names: [Platform.Packages: String] = [
            .dnf: "kernel-devel-\(Words.shell(kernel))", .zypper: "kernel-default-devel", .xbps: "linux-headers",
        ]
        names[.pacman] = arch
        if ["lts", "virt", "rpi"].contains(flavour) { names[.apk] = "linux-\(flavour)-dev" }
        if !isForeign { names[.apt] = isOldPi ? "raspberrypi-kernel-headers" : "linux-headers-\(Words.shell(kernel))" }
        return install(title, names)
    }

    /// Where this distribution keeps the key with which it signs modules that are built here.
    var moduleKey: String {
        switch platform.packages {
        case .dnf, .rpmOSTree: "/etc/pki/akmods/certs/public_key.der"
        // Each package of modules from another repository brings the certificate of its builder.
        case .zypper, .transactional: "/etc/uefi/certs/*.crt"
        default: platform.isUbuntu ? "/var/lib/shim-signed/mok/MOK.der" : "/var/lib/dkms/mok.pub"
        }
    }

    /// Enrols the key with which a module was signed.
    var enrollingKey: Fix {
        let isSigned = [.zypper, .transactional].contains(platform.packages)
        return Fix(
            isSigned
                ? "Enrol the certificate of those who built the module's package, which it has put into /etc/uefi/certs: a blue screen asks for it at the next start. Sign a module that was built on this machine with a key of your own, and enrol that"
                : "Sign the module with a key of this machine and enrol the key: a blue screen asks for it at the next start",
            commands: ["sudo mokutil --import \(moduleKey)", "sudo reboot"], needsRoot: true, isRunnable: false)
    }

    /// The tools with which boards enable the overlays of cameras.
    static let overlayTools = "Radxa: rsetup; Orange Pi: orangepi-config; Armbian: armbian-config"

    /// A restart after which another kernel runs.
    var reboot: Fix {
        Fix("Reboot into the installed kernel", commands: ["sudo reboot"], needsRoot: true, isRunnable: false)
    }
}
