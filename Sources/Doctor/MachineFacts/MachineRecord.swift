// SPDX-License-Identifier: Apache-2.0

/// What the machine says about itself, its camera hardware and the drivers for it, without opening anything.
public struct MachineRecord: Codable, Hashable, Sendable {
    public var platform: Platform
    /// Devices that are or may be cameras.
    public var hardware: [CameraHardware] = []
    /// Sensors of cameras that are not on USB.
    public var sensors: [CameraSensor] = []
    /// The driver of each USB host controller, by its root hub: `usb1`.
    public var hostControllers: [String: String] = [:]
    /// The PCI ids of those that have them, such as `1106:3483`; absent in older evidence.
    public var hostControllerIDs: [String: String]?
    /// The names of the media entities that have device files (`/sys/class/video4linux/v4l-subdev*/name`).
    public var subdevices: [String] = []
    /// The modules that the hardware asks for, and `uvcvideo` and `v4l2loopback`.
    public var modules: [KernelModule] = []
    /// The kernels on disk, the running one included.
    public var kernels: [String] = []
    /// Whether the firmware starts only signed systems; `nil` without UEFI.
    public var isSecureBoot: Bool?
    /// Whether this kernel loads only signed modules, whatever the firmware; `nil` if it does not say.
    public var requiresSignatures: Bool?
    /// Lines of `config.txt` about cameras, on a Raspberry Pi; `nil` elsewhere.
    public var bootConfiguration: [String]?
    /// Switches for the camera that the machine's firmware offers, with their values.
    public var switches: [Switch] = []

    /// A switch for the camera that the firmware or a key controls.
    public struct Switch: Codable, Hashable, Sendable {
        /// The file in sysfs.
        public var path: String
        public var value: String
        /// Whether this value turns the camera off.
        public var isOff: Bool

        public init(path: String, value: String, isOff: Bool) {
            self.path = path
            self.value = value
            self.isOff = isOff
        }
    }

    public init(platform: Platform) { self.platform = platform }

    public func module(_ name: String) -> KernelModule? { modules.first { $0.name == name } }
}
