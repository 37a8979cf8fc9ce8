// SPDX-License-Identifier: Apache-2.0

public import MachineFacts

/// What the machine reports about its cameras and drivers without opening any.
public struct HostRecord: Codable, Hashable, Sendable {
    /// `uname -r`.
    public var kernelRelease: String
    /// Whether `/lib/modules/` has a directory for the running kernel. After an upgrade it may have none until the reboot.
    public var hasModulesFolder: Bool
    public var uvcDriver: UVCDriver
    /// Lines in `/etc/modprobe.d` and similar directories that keep a camera's driver from loading, with their file.
    public var blacklisting: [String] = []
    /// `/sys/kernel/security/lockdown`; `nil` if it cannot be read.
    public var lockdown: String?
    /// Lines of the kernel log about cameras and their USB ports, oldest first.
    public var kernelLog: Observation<[String]> = .notReached
    /// The USB interfaces of class 0x0e, subclass 1: the control interface of each camera.
    public var usbCameras: [USBCameraRecord] = []
    /// Whether USB devices exist but cannot be listed, as in some sandboxes.
    public var hidesUSB: Bool?
    /// The names in `/sys/class/video4linux`; empty if it does not exist, `nil` if that is unknown.
    public var videoNames: [String]?
    /// The number of `/dev/media*`.
    public var mediaDevices = 0
    /// `/sys/fs/selinux/enforce`; `nil` without SELinux.
    public var isSELinuxEnforcing: Bool?
    /// `/proc/self/attr/current`; `nil` without a security module that labels processes.
    public var securityLabel: String?
    /// The number of the group `video` on this system; `nil` without one.
    public var videoGroup: UInt32?
    /// The mount options of `/dev`; `nil` if they cannot be read.
    public var devMountOptions: String?
    /// The system, its camera hardware and its modules; absent in older evidence.
    public var machine: MachineRecord?
    /// Whether udevd runs: `/run/udev/control` exists.
    public var hasUdev: Bool

    /// The state of the driver for USB cameras.
    public enum UVCDriver: String, Codable, Sendable {
        case loaded
        case builtIn
        /// On disk for this kernel, not loaded.
        case available
        /// Not on disk for this kernel.
        case absent
        /// The module index cannot be read.
        case unknown
    }

    /// The line that keeps a module from loading: its file and its text. Hyphens and underscores are the same there.
    func blacklisting(of module: String) -> EvidenceLine? {
        let line = blacklisting.first { line in
            line.split { $0 == " " || $0 == "\t" }.dropFirst(2).first.map { String($0).replacing("-", with: "_") }
                == module
        }
        return line.map { EvidenceLine(String($0.prefix { $0 != ":" }), String($0.drop { $0 != ":" }.dropFirst(2))) }
    }

    /// Kernels on disk besides the running one.
    var otherKernels: [String] { (machine?.kernels ?? []).filter { $0 != kernelRelease } }

    public init(kernelRelease: String, hasModulesFolder: Bool, uvcDriver: UVCDriver, hasUdev: Bool) {
        self.kernelRelease = kernelRelease
        self.hasModulesFolder = hasModulesFolder
        self.uvcDriver = uvcDriver
        self.hasUdev = hasUdev
    }
}

/// A camera as USB lists it.
public struct USBCameraRecord: Codable, Hashable, Sendable {
    /// The interface's name in sysfs, `1-1.2:1.0`.
    public var interface: String
    /// The driver bound to it.
    public var driver: String?
    /// Four hexadecimal digits each.
    public var vendorID: String?
    public var productID: String?
    /// From the device: raw.
    public var product: String?
    /// The number of its node below `/dev/bus/usb`, which programs open to control it without a driver; `189:4`.
    public var number: String?
    /// sysfs's `authorized` of the device.
    public var isAuthorized: Bool?

    public init(interface: String) { self.interface = interface }

    /// The device's name in sysfs, `1-1.2`.
    public var device: String { String(interface.prefix { $0 != ":" }) }
    /// Whether another driver than the one for cameras is bound to it.
    var isTaken: Bool { driver.map { $0 != "uvcvideo" } ?? false }
    public var title: String { product ?? "\(vendorID ?? "????"):\(productID ?? "????")" }
}

/// A light that can serve as a torch.
public struct TorchRecord: Codable, Hashable, Sendable {
    /// Such as `/sys/class/leds/white:flash`.
    public var path: String
    /// Whether this user can write its `brightness`.
    public var isWritable: Bool

    public init(path: String, isWritable: Bool) {
        self.path = path
        self.isWritable = isWritable
    }
}

/// How a camera's settings differ from those saved for it.
public struct ProfileRecord: Codable, Hashable, Sendable {
    public var name: String
    /// Empty if the camera matches one of its profiles.
    public var differences: [Difference]

    public struct Difference: Codable, Hashable, Sendable {
        /// The name of the control.
        public var control: String
        public var saved: String
        public var current: String
        /// Whether the current value is the default, as after a loss of power, and not a value that somebody chose.
        public var isDefault: Bool

        public init(control: String, saved: String, current: String, isDefault: Bool) {
            self.control = control
            self.saved = saved
            self.current = current
            self.isDefault = isDefault
        }
    }

    public init(name: String, differences: [Difference]) {
        self.name = name
        self.differences = differences
    }
}
