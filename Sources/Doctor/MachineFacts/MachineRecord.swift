// SPDX-License-Identifier: Apache-2.0

/// What the machine says about itself, its camera hardware and the drivers for it, without opening anything.
package struct MachineRecord: Codable, Hashable, Sendable {
    package var platform: Platform
    /// Devices that are or may be cameras.
    package var hardware: [CameraHardware] = []
    /// Sensors of cameras that are not on USB.
    package var sensors: [CameraSensor] = []
    /// The driver of each USB host controller, by its root hub: `usb1`.
    package var hostControllers: [String: String] = [:]
    /// The PCI ids of those that have them, such as `1106:3483`; absent in older evidence.
    package var hostControllerIDs: [String: String]?
    /// The names of the media entities that have device files (`/sys/class/video4linux/v4l-subdev*/name`).
    package var subdevices: [String] = []
    /// The modules that the hardware asks for, and `uvcvideo` and `v4l2loopback`.
    package var modules: [KernelModule] = []
    /// The kernels on disk, the running one included.
    package var kernels: [String] = []
    /// Firmware that the kernel did not find, by its log, and that is on disk now; absent in older evidence, and without any.
    package var presentFirmware: [String]?
    /// The numbers that modprobe.d gives virtual cameras; absent in older evidence, and without any.
    package var virtualNumbers: [Int]?
    /// Modules of virtual cameras that are loaded with one size of picture; absent in older evidence, and without such.
    package var fixedVirtualSizes: [FixedVirtualSize]?
    /// The option of the kernel that slows the whole USB down to 12 Mb/s, such as `dwc_otg.speed=1`; absent in older evidence, and
    /// without such.
    package var slowUSB: String?
    /// Whether the headers of the running kernel are there, without which no driver can be built; absent in older evidence, and where
    /// nobody expects a virtual camera.
    package var hasHeaders: Bool?
    /// Sensors whose driver is set to wait for a trigger; absent in older evidence, and without such.
    package var sensorTrigger: SensorTriggerParameter?
    /// Sensors that the firmware describes and says are not there (status 0), by their ids; absent in older evidence, and without
    /// any.
    package var hiddenSensors: [String]?
    /// The line of a file of modules-load.d that gives options, which belong into modprobe.d: `FILE: options …`; absent in older
    /// evidence, and without such.
    package var misplacedOptions: String?
    /// Whether the firmware starts only signed systems; `nil` without UEFI.
    package var isSecureBoot: Bool?
    /// Whether this kernel loads only signed modules, whatever the firmware; `nil` if it does not say.
    package var requiresSignatures: Bool?
    /// Lines of `config.txt` about cameras, on a Raspberry Pi; `nil` elsewhere.
    package var bootConfiguration: [String]?
    /// Such lines under filters that do not hold on this board, or may not; absent in older evidence, and without any.
    package var filteredConfiguration: [FilteredLine]?
    /// Such lines of a file of that name that the firmware does not read; absent in older evidence, and without any.
    package var strayBootConfiguration: [String]?
    /// Touch controllers on the I²C bus of a sensor that has its driver; absent in older evidence, and without any.
    package var busTouch: [BusTouch]?
    /// The device through which a Raspberry Pi's firmware passes on a touch screen that it polls itself over the bus of display and
    /// camera, `soc:firmware:ts`; absent in older evidence, and without one that has its driver.
    package var firmwareTouch: String?
    /// Lines of `config.txt` that name a file of the firmware that is not beside it, such as `fixup_file=fixup_x.elf`; absent in older
    /// evidence, and without any.
    package var missingFirmwareFiles: [String]?
    /// Whether the firmware's files are on disk, and none of the form with support for cameras (start_x.elf) is; absent in older evidence,
    /// and unless it is so.
    package var lacksCameraFirmware: Bool?
    /// What `vcgencmd get_camera` prints, such as `supported=1 detected=0`; asked only where `isCameraFirmware`, or config.txt
    /// does not say who detects cameras.
    package var firmwareCamera: String?
    /// USB devices that no driver takes; absent in older evidence, as all down to `photoMounter`.
    package var unclaimed: [UnclaimedDevice]?
    /// The module of virtual cameras that modules-load.d asks for and this kernel does not have: `FILE: MODULE`; absent in older
    /// evidence, and without such.
    package var absentVirtual: String?
    /// Whether this kernel has modules, and not the one that every camera's driver needs (`videodev`): absent if it has it, or the index of
    /// modules cannot be read.
    package var lacksVideo: Bool?
    /// Whether no device of this machine records sound; absent if one does, or it is not known.
    package var lacksMicrophone: Bool?
    /// The file that says that somebody expects a virtual camera (v4l2loopback) on this machine.
    package var virtualCameraSign: String?
    /// The virtual cameras that akvcam is to make; absent in older evidence, and without such.
    package var akvcam: AkvcamSetup?
    /// Whether this is a virtual machine of Qubes OS; absent in older evidence, and unless it is so.
    package var isQubes: Bool?
    /// Aravis's command, if it is installed; absent in older evidence.
    package var aravis: String?
    /// The files of librealsense 2, by their paths; absent in older evidence, and without a depth camera that not all its versions support.
    package var realSenseLibraries: [String]?
    /// A capture card that works without V4L2; absent in older evidence, and without one.
    package var studioCard: StudioCard?
    /// Python's library for barcodes that cannot load zbar; absent in older evidence, and if there is none, or it can.
    package var unloadableZBar: UnloadableZBar?
    /// The folder that the firmware starts from, if /etc/fstab names it and nothing is mounted there.
    package var unmountedBoot: String?
    /// Overlays for sensors that config.txt names and whose files are missing.
    package var missingOverlays: [String]?
    /// The memory for pictures of cameras on ribbon cables, in KiB (CMA); on boards.
    package var contiguousMemory: Int?
    /// What says that the kernel of WSL is not Microsoft's.
    package var ownKernelOfWSL: String?
    /// Whether Rockchip's exposure control runs; looked for only if there is a node of its image processor.
    package var hasRockchipControl: Bool?
    /// The program that has mounted a photo camera as a file system; looked for only if there is such a camera.
    package var photoMounter: String?
    /// Whether that program is seen to hold the first such camera; absent in older evidence, and without it.
    package var holdsPhotoCamera: Bool?
    /// Receivers of a Raspberry Pi's camera connectors without a driver; absent in older evidence, and without such.
    package var idleReceivers: [String]?
    /// Whether the device tree says that it is a telephone or another device that is held in the hand; absent in older evidence, and
    /// unless it is so.
    package var isHandset: Bool?
    /// Whether it is a Mac whose camera is behind Apple's chip T2, and no driver has that chip; absent in older evidence, and unless it is
    /// so.
    package var lacksT2Driver: Bool?
    /// Whether the kernel has DMA-BUF heaps, from which libcamera takes the memory for pictures; absent in older evidence, and if `/dev`
    /// cannot be read.
    package var hasMemoryHeaps: Bool?
    /// Apple's chip T1 in its recovery mode; absent in older evidence, and unless it is so.
    package var recoveringT1: RecoveringT1?
    /// Sensors that the firmware describes behind the image processor of an AMD processor, by their ids, such as `OMNI5C10`; absent in
    /// older evidence, and without such.
    package var sensorsBehindAMD: [String]?
    /// The USB controllers of a board that make it a device for another computer, by their names in /sys/class/udc; absent in older
    /// evidence, and without any.
    package var deviceControllers: [String]?
    /// A driver that does not finish to load; absent in older evidence, and without such.
    package var stuckModule: StuckModule?
    /// The line that names the module of virtual cameras where nothing loads it, or with a slip of the pen: `FILE: TEXT`; absent in older
    /// evidence, and without such.
    package var strayVirtual: String?
    /// A receiver of HDMI on the board that its device tree disables; absent in older evidence.
    package var disabledInput: String?
    /// Video devices on USB that more than one module of this kernel wants; absent in older evidence, and if there are none.
    package var rivals: [RivalDrivers]?
    /// The ids of the USB devices here that uvcvideo of this kernel names in its own list, and so knows by what they differ; absent in older
    /// evidence, and where the index of modules has nothing of uvcvideo.
    package var uvcListed: [String]?
    /// The parameter `quirks` of uvcvideo, which takes the place of its list; absent in older evidence, and unless somebody has set it.
    package var uvcQuirks: UInt32?
    /// How much memory programs may hold for USB transfers, MB; looked for only if there is a USB3 Vision camera.
    package var usbfsMemory: Int?
    /// What NVIDIA's camera daemon said of sessions that it could not end; asked only on a Jetson.
    package var argusTrouble: [String]?
    /// The programs that have the interface of a Raspberry Pi's firmware open (/dev/vchiq), such as `raspimjpeg (process 702)`;
    /// looked for only where its firmware captures.
    package var firmwareClients: [String]?
    /// Programs that run and can have the camera of the firmware; absent in older evidence, and without any.
    package var firmwarePrograms: [FirmwareProgram]?
    /// The same if it slows the board down now, and not for its voltage: `throttled=0x60006`; absent in older evidence, elsewhere, and
    /// unless it is so.
    package var slowedByHeat: String?
    /// The temperature of a board's processor, in °C; absent in older evidence and without such a sensor.
    package var temperature: Int?
    /// From what temperature the kernel or firmware slows the processor down, in °C; absent in older evidence and if that is not known.
    package var hotFrom: Int?
    /// What the firmware of a Raspberry Pi says of its supply voltage, such as `throttled=0x50005`; absent in older evidence, elsewhere,
    /// and if the voltage has been right since the start.
    package var throttled: String?
    /// Sensors that config.txt names and that this kernel has no driver for; absent in older evidence, and without any.
    package var undrivenSensors: [String]?
    /// Whether the overlay of a sensor in config.txt is not in force; absent in older evidence, and unless it is so.
    package var isOverlayUnapplied: Bool?
    /// Devices on Thunderbolt that this machine has not let in, by their names; absent in older evidence, and without any.
    package var refusedDocks: [String]?
    /// Whether this is the Linux environment of ChromeOS (Crostini); absent in older evidence, and unless it is.
    package var isInChromeOS: Bool?
    /// Whether the lid of a laptop is closed; absent in older evidence, and unless it is.
    package var isLidClosed: Bool?
    /// Drivers that are installed as source and not built for this kernel; absent in older evidence, and without any.
    package var unbuilt: [UnbuiltModule]?
    /// A hand-held barcode scanner; absent in older evidence, and without one.
    package var handScanner: HandScanner?
    /// USB controllers that a driver keeps for virtual machines; absent in older evidence, and without any.
    package var passedControllers: [PassedController]?
    /// A camera that is a network card on USB; absent in older evidence, and without one.
    package var networkCamera: NetworkCameraOnUSB?
    /// A camera on FireWire; absent in older evidence, and without one.
    package var fireWire: FireWireCamera?
    /// How PCIe links save power, such as `powersave`; absent if the kernel does not say.
    package var linkPowerPolicy: String?
    /// The process of the relay that feeds a virtual camera with what a built-in camera sees (v4l2-relayd).
    package var relay: Int?
    /// Switches for the camera that the machine's firmware offers, with their values.
    package var switches: [Switch] = []

    /// A switch for the camera that the firmware or a key controls.
    package struct Switch: Codable, Hashable, Sendable {
        /// The file in sysfs.
        package var path: String
        package var value: String
        /// Whether this value turns the camera off.
        package var isOff: Bool

        package init(path: String, value: String, isOff: Bool) {
            self.path = path
            self.value = value
            self.isOff = isOff
        }
    }

    /// A line of config.txt, and the filter that it stands under.
    package struct FilteredLine: Codable, Hashable, Sendable {
        package var line: String
        /// As it is written, `[pi4]`; of several, those that decide, with blanks between them.
        package var filter: String
        /// Whether the firmware is known to pass it over; otherwise the filter asks for something that is not known here.
        package var isPassedOver: Bool

        package init(line: String, filter: String, isPassedOver: Bool) {
            self.line = line
            self.filter = filter
            self.isPassedOver = isPassedOver
        }
    }

    package init(platform: Platform) { self.platform = platform }

    /// The drivers of a Raspberry Pi's receivers and image processors, up to the Pi 4 and from the Pi 5 on.
    package static let raspberryPiChain = [
        "bcm2835_isp", "bcm2835_unicam", "bcm2835_unicam_legacy", "rp1_cfe", "pisp_be",
    ]

    /// The driver of Apple's chip T2, which is not part of Linux. Source: t2linux/apple-bce-drv.
    package static let driverOfT2 = "apple_bce"
    /// The driver of the image processor in some AMD processors. Source: the kernel's drivers/media/platform/amd/isp4.
    package static let driverOfISP4 = "amd_capture"

    /// Whether config.txt starts the Raspberry Pi's firmware that captures from the camera itself, as systems did until Debian 11.
    package var isCameraFirmware: Bool {
        let lines = bootConfiguration ?? []
        return lines.last { $0.hasPrefix("start_x") } == "start_x=1"
            || lines.last { $0.hasPrefix("start_file=") }?.hasSuffix("x.elf") == true
    }

    package func module(_ name: String) -> KernelModule? { modules.first { $0.name == name } }
}

extension MachineRecord {
    /// A line as `FILE: TEXT`, taken apart.
    package static func place(_ line: String) -> (file: String, text: String) {
        (String(line.prefix { $0 != ":" }), String(line.drop { $0 != ":" }.dropFirst(2)))
    }
}
