// SPDX-License-Identifier: Apache-2.0

/// What the machine says of its cameras and drivers, without any of them being opened.
public struct HostRecord: Codable, Hashable, Sendable {
    /// `uname -r`.
    public var kernelRelease: String
    /// Whether `/lib/modules/` has a folder for the running kernel. It has none after an upgrade, until the reboot.
    public var hasModulesFolder: Bool
    public var uvcDriver: UVCDriver
    /// Lines of `/etc/modprobe.d` and its like that keep `uvcvideo` from loading, with their file.
    public var blacklisting: [String] = []
    /// `/sys/kernel/security/lockdown`; `nil` when it cannot be read.
    public var lockdown: String?
    /// Lines of the kernel's log about cameras and their USB ports, oldest first.
    public var kernelLog: Observation<[String]> = .notReached
    /// The USB interfaces of class 0x0e, subclass 1: the control interface of each camera.
    public var usbCameras: [USBCameraRecord] = []
    /// Whether USB devices are there that may not be looked at, as in some sandboxes.
    public var hidesUSB: Bool?
    /// The names in `/sys/class/video4linux`, none when there is no such folder; `nil` when that cannot be known.
    public var videoNames: [String]?
    /// How many `/dev/media*` there are.
    public var mediaDevices = 0
    /// `/sys/fs/selinux/enforce`; `nil` without SELinux.
    public var isSELinuxEnforcing: Bool?
    /// `/proc/self/attr/current`; `nil` without a security module that labels processes.
    public var securityLabel: String?
    /// The number of the group `video` here; `nil` when there is none.
    public var videoGroup: UInt32?
    /// The options of the mount that `/dev` lies on; `nil` when they cannot be read.
    public var devMountOptions: String?
    /// Whether udevd runs: `/run/udev/control` is there.
    public var hasUdev: Bool

    /// Where the driver of USB cameras is.
    public enum UVCDriver: String, Codable, Sendable {
        case loaded
        case builtIn
        /// On disk for this kernel, not loaded.
        case available
        /// Not even on disk.
        case absent
        /// The modules' index cannot be read.
        case unknown
    }

    public init(kernelRelease: String, hasModulesFolder: Bool, uvcDriver: UVCDriver, hasUdev: Bool) {
        self.kernelRelease = kernelRelease
        self.hasModulesFolder = hasModulesFolder
        self.uvcDriver = uvcDriver
        self.hasUdev = hasUdev
    }
}

/// A camera as USB sees it.
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
    /// sysfs's `authorized` of the device.
    public var isAuthorized: Bool?

    public init(interface: String) { self.interface = interface }

    /// The device's name in sysfs, `1-1.2`.
    public var device: String { String(interface.prefix { $0 != ":" }) }
    public var title: String { product ?? "\(vendorID ?? "????"):\(productID ?? "????")" }
}

/// A light that may serve as torch.
public struct TorchRecord: Codable, Hashable, Sendable {
    /// `/sys/class/leds/white:flash`.
    public var path: String
    /// Whether this user may write its `brightness`.
    public var isWritable: Bool

    public init(path: String, isWritable: Bool) {
        self.path = path
        self.isWritable = isWritable
    }
}

/// How a camera's settings differ from those saved for it.
public struct ProfileRecord: Codable, Hashable, Sendable {
    public var name: String
    /// None where the camera has what one of its profiles holds.
    public var differences: [Difference]

    public struct Difference: Codable, Hashable, Sendable {
        /// The control's name, and its values as text.
        public var control: String
        public var saved: String
        public var current: String
        /// Whether that is what the control has after the camera lost power, and not what somebody chose.
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
