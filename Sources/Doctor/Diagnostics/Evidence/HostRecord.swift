// SPDX-License-Identifier: Apache-2.0

package import MachineFacts
internal import UserSession

/// What the machine reports about its cameras and drivers without opening any.
package struct HostRecord: Codable, Hashable, Sendable {
    /// `uname -r`.
    package var kernelRelease: String
    /// Whether `/lib/modules/` has a directory for the running kernel. After an upgrade it may have none until the reboot.
    package var hasModulesFolder: Bool
    /// The folder that has it in place of `/lib/modules`, as on NixOS and Guix; absent in older evidence, and elsewhere.
    package var modulesRoot: String?
    /// Whether no module can be loaded until the next start (kernel.modules_disabled); absent in older evidence, and unless it is so.
    package var isModuleLoadingLocked: Bool?
    package var uvcDriver: UVCDriver
    /// Lines in `/etc/modprobe.d` and similar directories, and parameters on the kernel's command line, that keep a camera's driver from
    /// loading, with their file.
    package var blacklisting: [String] = []
    /// `/sys/kernel/security/lockdown`; `nil` if it cannot be read.
    package var lockdown: String?
    /// Lines of the kernel log about cameras and their USB ports, oldest first.
    package var kernelLog: Observation<[String]> = .notReached
    /// The USB interfaces of class 0x0e, subclass 1: the control interface of each camera.
    package var usbCameras: [USBCameraRecord] = []
    /// A program that hangs in the kernel's video code; absent in older evidence, and without one.
    package var hungTask: HungTaskRecord?
    /// The nodes of cameras without a driver that programs open over USB themselves; absent in older evidence, and without such.
    package var usbNodes: [USBNodeRecord]?
    /// The serial ports of cameras and of a hand-held scanner; absent in older evidence, and without any.
    package var serialPorts: [SerialPortRecord]?
    /// Rules that load firmware into USB devices that have left; absent in older evidence, and without any.
    package var firmwareLoaders: [FirmwareLoader]?
    /// A keyboard, mostly a scanner, that is read as a HID device; absent in older evidence, and without such.
    package var rawKeyboard: RawKeyboard?
    /// The variable for producers of GenICam, which is set elsewhere and not for this command; absent in older evidence, and without such.
    package var unsetProducerPath: UnsetProducerPath?
    /// Rules of udev that start what is to feed virtual cameras; absent in older evidence, and without any.
    package var ruleFeeders: [RuleFeeder]?
    /// Whether udev runs and has noted no device at all; absent in older evidence, and unless it is so.
    package var isUdevEmpty: Bool?
    /// The relay of a virtual camera that takes its pictures from libcamera; absent in older evidence, and without one.
    package var relay: RelayRecord?
    /// The OBS Studio that was started last; absent in older evidence, and without logs of it.
    package var obs: OBSRecord?
    /// The module of virtual cameras that is loaded; absent in older evidence, and without it.
    package var loopback: LoadedLoopback?
    /// The nodes over which programs ask a Raspberry Pi's firmware for its camera, by their names in /dev; absent in older evidence, and
    /// on other machines.
    package var firmwareNodes: [USBNodeRecord]?
    /// Whether USB devices exist but cannot be listed, as in some sandboxes.
    package var hidesUSB: Bool?
    /// The names in `/sys/class/video4linux`; empty if it does not exist, `nil` if that is unknown.
    package var videoNames: [String]?
    /// The number of `/dev/media*`.
    package var mediaDevices = 0
    /// `/sys/fs/selinux/enforce`; `nil` without SELinux.
    package var isSELinuxEnforcing: Bool?
    /// `/proc/self/attr/current`; `nil` without a security module that labels processes.
    package var securityLabel: String?
    /// The number of the group `video` on this system; `nil` without one.
    package var videoGroup: UInt32?
    /// The numbers of the people's accounts in `/etc/passwd`, where others come from a service of names (SSSD, LDAP, systemd-homed); absent in
    /// older evidence.
    package var localAccounts: [UInt32]?
    /// The files of udev's rules that take the authorisation from USB devices, by the devices' names; absent in older evidence, and without
    /// such.
    package var disablingRules: [String: String]?
    /// The mount options of `/dev`; `nil` if they cannot be read.
    package var devMountOptions: String?
    /// The system, its camera hardware and its modules; absent in older evidence.
    package var machine: MachineRecord?
    /// The folder of GStreamer's plug-ins, if there are some and none of them captures from cameras; absent in older evidence, and
    /// unless it is so.
    package var gstreamerWithoutCameras: String?
    /// A camera program without a description of this device; absent in older evidence, and without such.
    package var unconfiguredProgram: UnconfiguredProgram?
    /// The settings of Howdy, if they name no camera that is there; absent in older evidence, without Howdy, and otherwise.
    package var faceLogin: FaceLoginSettings?
    /// The programs that have asked a Jetson's camera daemon for a camera; absent in older evidence, elsewhere, and without any.
    package var argusPrograms: [ArgusProgram]?
    /// Whether udevd runs: `/run/udev/control` exists.
    package var hasUdev: Bool

    /// The state of the driver for USB cameras.
    package enum UVCDriver: String, Codable, Sendable {
        case loaded
        case builtIn
        /// On disk for this kernel, not loaded.
        case available
        /// Not on disk for this kernel.
        case absent
        /// The module index cannot be read.
        case unknown
    }

    /// The line that keeps a module from loading: its file and its text. Hyphens and underscores are the same there. What the kernel itself
    /// refuses comes first.
    func blacklisting(of module: String) -> EvidenceLine? {
        let lines = blacklisting.map { EvidenceLine(String($0.prefix { $0 != ":" }), String($0.drop { $0 != ":" }.dropFirst(2))) }
        let own = lines.filter { line in
            if line.what == BlacklistParameter.file { return BlacklistParameter(line.value)?.modules.contains(module) == true }
            return line.value.split { $0 == " " || $0 == "\t" }.dropFirst().first.map { String($0).replacing("-", with: "_") } == module
        }
        return own.first { $0.what == BlacklistParameter.file && BlacklistParameter($0.value)?.isOfKernel == true } ?? own.first
    }

    /// The folder of the running kernel's modules.
    var modulesFolder: String { "\(modulesRoot ?? ModulesFolder.usual)/\(kernelRelease)" }

    /// Whether an account is not in `/etc/passwd`. Those of the system all are.
    func isForeign(_ user: UserRecord) -> Bool {
        guard let localAccounts, user.name != nil, user.id >= Accounts.systemLimit else { return false }
        return !localAccounts.contains(user.id)
    }

    /// Kernels on disk besides the running one.
    var otherKernels: [String] { (machine?.kernels ?? []).filter { $0 != kernelRelease } }

    package init(kernelRelease: String, hasModulesFolder: Bool, uvcDriver: UVCDriver, hasUdev: Bool) {
        self.kernelRelease = kernelRelease
        self.hasModulesFolder = hasModulesFolder
        self.uvcDriver = uvcDriver
        self.hasUdev = hasUdev
    }
}

/// A camera as USB lists it.
package struct USBCameraRecord: Codable, Hashable, Sendable {
    /// The interface's name in sysfs, `1-1.2:1.0`.
    package var interface: String
    /// The driver bound to it.
    package var driver: String?
    /// Four hexadecimal digits each.
    package var vendorID: String?
    package var productID: String?
    /// From the device: raw.
    package var product: String?
    /// The number of its node below `/dev/bus/usb`, which programs open to control it without a driver; `189:4`.
    package var number: String?
    /// sysfs's `authorized` of the device.
    package var isAuthorized: Bool?

    package init(interface: String) { self.interface = interface }

    /// The device's name in sysfs, `1-1.2`.
    package var device: String { String(interface.prefix { $0 != ":" }) }
    /// Whether another driver than the one for cameras is bound to it.
    var isTaken: Bool { driver.map { $0 != "uvcvideo" } ?? false }
    package var title: String { product ?? "\(vendorID ?? "????"):\(productID ?? "????")" }
}

/// A light that can serve as a torch.
package struct TorchRecord: Codable, Hashable, Sendable {
    /// Such as `/sys/class/leds/white:flash`.
    package var path: String
    /// Whether this user can write its `brightness`.
    package var isWritable: Bool

    package init(path: String, isWritable: Bool) {
        self.path = path
        self.isWritable = isWritable
    }
}

/// How a camera's settings differ from those saved for it.
package struct ProfileRecord: Codable, Hashable, Sendable {
    package var name: String
    /// Empty if the camera matches one of its profiles.
    package var differences: [Difference]

    package struct Difference: Codable, Hashable, Sendable {
        /// The name of the control.
        package var control: String
        package var saved: String
        package var current: String
        /// Whether the current value is the default, as after a loss of power, and not a value that somebody chose.
        package var isDefault: Bool

        package init(control: String, saved: String, current: String, isDefault: Bool) {
            self.control = control
            self.saved = saved
            self.current = current
            self.isDefault = isDefault
        }
    }

    package init(name: String, differences: [Difference]) {
        self.name = name
        self.differences = differences
    }
}

extension HostRecord {
    /// The camera on USB that a node is of; `nil` for others.
    func usbCamera(of node: NodeRecord) -> USBCameraRecord? {
        let device = node.cameraKey.split(separator: "/").last
        return usbCameras.first { $0.device[...] == device }
    }
}
