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
    /// What `vcgencmd get_camera` prints, such as `supported=1 detected=0`; asked only where `isCameraFirmware`.
    public var firmwareCamera: String?
    /// USB devices that no driver takes; absent in older evidence, as all down to `photoMounter`.
    public var unclaimed: [UnclaimedDevice]?
    /// The file that says that somebody expects a virtual camera (v4l2loopback) on this machine.
    public var virtualCameraSign: String?
    /// The folder that the firmware starts from, if /etc/fstab names it and nothing is mounted there.
    public var unmountedBoot: String?
    /// Overlays for sensors that config.txt names and whose files are missing.
    public var missingOverlays: [String]?
    /// The memory for pictures of cameras on ribbon cables, in KiB (CMA); on boards.
    public var contiguousMemory: Int?
    /// What says that the kernel of WSL is not Microsoft's.
    public var ownKernelOfWSL: String?
    /// Whether Rockchip's exposure control runs; looked for only if there is a node of its image processor.
    public var hasRockchipControl: Bool?
    /// The program that has mounted a photo camera as a file system; looked for only if there is such a camera.
    public var photoMounter: String?
    /// A receiver of HDMI on the board that its device tree disables; absent in older evidence.
    public var disabledInput: String?
    /// Video devices on USB that more than one module of this kernel wants; absent in older evidence, and if there are none.
    public var rivals: [RivalDrivers]?
    /// How much memory programs may hold for USB transfers, MB; looked for only if there is a USB3 Vision camera.
    public var usbfsMemory: Int?
    /// What NVIDIA's camera daemon said of sessions that it could not end; asked only on a Jetson.
    public var argusTrouble: [String]?
    /// The programs that have the interface of a Raspberry Pi's firmware open (/dev/vchiq), such as `raspimjpeg (process 702)`;
    /// looked for only where its firmware captures.
    public var firmwareClients: [String]?
    /// How PCIe links save power, such as `powersave`; absent if the kernel does not say.
    public var linkPowerPolicy: String?
    /// The process of the relay that feeds a virtual camera with what a built-in camera sees (v4l2-relayd).
    public var relay: Int?
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

    /// The drivers of a Raspberry Pi's receivers and image processors, up to the Pi 4 and from the Pi 5 on.
    public static let raspberryPiChain = [
        "bcm2835_isp", "bcm2835_unicam", "bcm2835_unicam_legacy", "rp1_cfe", "pisp_be",
    ]

    /// Whether config.txt starts the Raspberry Pi's firmware that captures from the camera itself, as systems did until Debian 11.
    public var isCameraFirmware: Bool {
        let lines = bootConfiguration ?? []
        return lines.last { $0.hasPrefix("start_x") } == "start_x=1"
            || lines.last { $0.hasPrefix("start_file=") }?.hasSuffix("x.elf") == true
    }

    public func module(_ name: String) -> KernelModule? { modules.first { $0.name == name } }
}
