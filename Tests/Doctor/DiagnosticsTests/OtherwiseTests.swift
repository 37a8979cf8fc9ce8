// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FrameMetrics
import MachineFacts
import Testing

/// Machines on which a sign of trouble is there, and something else or nothing is wrong.
@Suite("Signs that mean something else")
struct OtherwiseTests {
    private static func headline(_ change: (inout Snapshot) -> Void) -> String {
        Doctor.judge(.healthy(change)).findings.first?.message ?? ""
    }

    /// A machine whose log this is, and on which nothing is left of its camera.
    private static func absent(_ lines: [String], _ change: (inout HostRecord) -> Void = { _ in }) -> String {
        headline {
            $0.host.value?.usbCameras = []
            $0.host.value?.videoNames = []
            $0.host.value?.mediaDevices = 0
            $0.host.value?.kernelLog = .seen(lines)
            $0.nodes = .seen([])
            $0.selection = .seen(SelectionRecord(sysname: nil))
            $0.subject.isNamed = false
            if var host = $0.host.value {
                change(&host)
                $0.host = .seen(host)
            }
        }
    }

    @Test("a USB controller counts as dead only until it comes back")
    func controller() {
        let died = "[10322.1] xhci_hcd 0000:00:14.0: HC died; cleaning up"
        #expect(Self.absent([died]).contains("the USB controller 0000:00:14.0 has died"))
        let back = "[10400.0] xhci_hcd 0000:00:14.0: new USB bus registered, assigned bus number 1"
        #expect(!Self.absent([died, back]).contains("died"))
        let unplugged = "[10323.0] xhci_hcd 0000:00:14.0: USB bus 1 deregistered"
        #expect(!Self.absent([died, unplugged]).contains("died"))
    }

    @Test("a closed lid explains a black picture of the laptop's own camera, and of no other")
    func lid() {
        func black(_ title: String) -> String {
            Self.headline {
                $0.host.value?.machine = MachineRecord(platform: Platform())
                $0.host.value?.machine?.isLidClosed = true
                $0.node.title = title
                $0.picture = .seen(
                    PictureSnapshots.live().changed {
                        ($0.frames[0].mean, $0.frames[0].standardDeviation, $0.frames[0].p99) = (2, 1, 6)
                        $0.candidates = []
                    })
            }
        }
        #expect(black("Integrated Camera: Integrated C").contains("lid is closed"))
        #expect(!black("HD Pro Webcam C920").contains("lid"))
    }

    @Test("a node without a device is a leftover only of a camera that was gone")
    func leftover() throws {
        func second(_ lines: [String]) -> String {
            Self.headline {
                var twin = $0.node
                twin.sysname = "video2"
                twin.path = "/dev/video2"
                twin.cameraKey = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-4"
                $0.nodes.value?.append(twin)
                $0.node.open = .refused("ENODEV")
                $0.host.value?.kernelLog = .seen(lines)
                $0.stopBefore()
            }
        }
        // Two of one kind, of which one has died.
        #expect(second([]).contains("disconnected: no device answers"))
        let gone = "[ 99.1] usb 1-4: USB disconnect, device number 3"
        #expect(second([gone]).contains("came back as /dev/video2"))
        #expect(second([gone, "[ 999.9] usb 1-1: USB disconnect, device number 5"]).contains("disconnected: no device answers"))
    }

    @Test("a name without a device stays the headline where another camera lacks its driver")
    func wrongName() {
        let message = Self.headline {
            var other = USBCameraRecord(interface: "1-3:1.0")
            other.product = "Webcam"
            $0.host.value?.usbCameras.append(other)
            $0.subject.name = "/dev/video7"
            $0.selection = .seen(
                SelectionRecord(sysname: nil, failure: .init(.noSuchPath, "cannot open /dev/video7")))
        }
        #expect(message.hasPrefix("/dev/video7 does not exist, but a camera is present"))
        #expect(message.contains("not bound to Webcam"))
    }

    @Test("firmware that is on disk was asked for too early; firmware that is nowhere is missing")
    func earlyFirmware() {
        func message(_ present: [String]?) -> String {
            Self.absent([]) { host in
                var machine = MachineRecord(platform: Platform())
                var processor = CameraHardware(.imageProcessor, name: "0000:00:05.0", bus: "pci")
                processor.modules = ["intel_ipu6"]
                machine.hardware = [processor]
                machine.presentFirmware = present
                host.machine = machine
                host.kernelLog = .seen([
                    "[    1.4] intel-ipu6 0000:00:05.0: Direct firmware load for intel/ipu6ep_fw.bin failed with error -2"
                ])
            }
        }
        #expect(message(["intel/ipu6ep_fw.bin"]).contains("loaded too early"))
        #expect(message(nil).contains("cannot load its firmware"))
        #expect(message(["intel/other.bin"]).contains("cannot load its firmware"))
    }

    @Test("a sensor that the firmware hides is told only where no sensor is there")
    func hiddenSensor() {
        func message(_ sensors: [CameraSensor]) -> String {
            Self.absent([]) { host in
                var machine = MachineRecord(platform: Platform())
                var processor = CameraHardware(.imageProcessor, name: "0000:00:05.0", bus: "pci")
                processor.driver = "intel-ipu7"
                machine.hardware = [processor]
                machine.hiddenSensors = ["OVTI08F4:00"]
                machine.sensors = sensors
                host.machine = machine
            }
        }
        #expect(message([]).contains("firmware (BIOS) says"))
        #expect(!message([CameraSensor(name: "i2c-OVTI01A0:00")]).contains("firmware (BIOS) says"))
    }

    @Test("another driver's interface explains a failed start only if the log says that it was taken: -16")
    func claimedInterface() {
        func message(_ error: Int) -> String {
            Self.absent([]) { host in
                var machine = MachineRecord(platform: Platform())
                var camera = CameraHardware(.own, name: "1-4:1.0", bus: "usb")
                camera.modules = ["xtion"]
                camera.taken = ["1-4:1.1 snd-usb-audio"]
                machine.hardware = [camera]
                var module = KernelModule(name: "xtion")
                module.isLoaded = true
                machine.modules = [module]
                host.machine = machine
                host.kernelLog = .seen(["[ 13.5] xtion: probe of 1-4:1.0 failed with error -\(error)"])
            }
        }
        #expect(message(16).contains("the driver snd-usb-audio already has another interface"))
        #expect(!message(5).contains("snd-usb-audio"))
    }

    @Test("an odd size is told of a virtual camera, not of a real one")
    func oddSize() {
        func notes(_ nodeClass: String, _ width: Int) -> [String] {
            Doctor.judge(
                .healthy {
                    $0.node.nodeClass = nodeClass
                    $0.node.formats = ["YUYV", "MJPG"]
                    $0.stream.value?.format?.fourCC = "YUYV"
                    $0.stream.value?.format?.width = width
                }
            ).notes.map(\.message)
        }
        #expect(notes("loopback", 853).contains { $0.contains("an odd size") })
        #expect(!notes("loopback", 854).contains { $0.contains("an odd size") })
        #expect(!notes("capture", 853).contains { $0.contains("an odd size") })
    }

    @Test("a camera at full speed is slow by a port or cable only if the kernel says that it could be faster")
    func fullSpeed() {
        func notes(_ lines: [String]) -> [Finding] {
            let report = Doctor.judge(
                .healthy {
                    $0.node.usbSpeed = 12
                    $0.node.usbRelease = 0x0200
                    $0.host.value?.kernelLog = .seen(lines)
                })
            return ([report.headline].compactMap(\.self) + report.notes).filter { $0.id == .deviceSlowLink }
        }
        let greeted = "[ 3.1] usb 1-1: new full-speed USB device number 4 using xhci_hcd"
        #expect(notes([greeted]).first?.severity == .note)
        #expect(notes([greeted, "[ 3.2] usb 1-1: not running at top speed; connect to a high speed hub"]).first?.severity == .warn)
        #expect(notes([]).first?.severity == .warn)
        // Where no hub is faster, the kernel makes no such remark.
        #expect(notes(["[ 3.1] usb 1-1: new full-speed USB device number 4 using ohci-pci"]).first?.severity == .warn)
        // Of what the kernel says of every device, this is kept.
        #expect(KernelLog.relevant(greeted, ["1-1"]) == [greeted])
        #expect(KernelLog.relevant("[ 3.1] usb 1-1: new high-speed USB device number 4 using xhci_hcd", ["1-1"]).isEmpty)
    }

    @Test("a control that the camera refuses is told with the automatic mode that governs it, unless that is off")
    func locked() throws {
        func note(_ line: String, _ change: (inout CameraSettings) -> Void = { _ in }) -> Finding? {
            Doctor.judge(
                .healthy {
                    $0.host.value?.kernelLog = .seen([line])
                    var settings = $0.stream.value?.settings ?? CameraSettings()
                    change(&settings)
                    $0.stream.value?.settings = settings
                }
            ).notes.first { $0.id == .streamLockedControl }
        }
        func said(_ control: Int, _ unit: Int, _ code: Int = -32) -> String {
            "[ 9.1] uvcvideo: Failed to query (SET_CUR) UVC control \(control) on unit \(unit): \(code) (exp. 2)."
        }
        let balance = try #require(note(said(10, 2)))
        #expect(balance.message.contains("white_balance_temperature"))
        #expect(balance.fixes[0].commands[0].hasPrefix("candela set white_balance_automatic=0 white_balance_temperature="))
        #expect(note(said(4, 1)) { $0.exposureMode = 3 }?.message.contains("exposure_time_absolute") == true)
        #expect(note(said(4, 1)) { $0.exposureMode = 1 } == nil)
        #expect(note(said(6, 1)) { $0.isFocusAutomatic = true }?.message.contains("focus_absolute") == true)
        #expect(note(said(6, 1)) { $0.isFocusAutomatic = false } == nil)
        // The camera's own descriptors say which unit is which.
        func numbered(_ line: String, camera: Int, processing: Int) -> Bool {
            Doctor.judge(
                .healthy {
                    $0.host.value?.kernelLog = .seen([line])
                    $0.node.usbUnits = .init(camera: camera, processing: processing)
                }
            ).notes.contains { $0.id == .streamLockedControl }
        }
        #expect(numbered(said(10, 11), camera: 1, processing: 11) && !numbered(said(10, 2), camera: 1, processing: 11))
        // Another control, another unit, another error.
        #expect(note(said(9, 2)) == nil && note(said(10, 1)) == nil && note(said(10, 2, -110)) == nil)
    }

    @Test("pictures of the first moment that are far darker or brighter than the later ones are noted")
    func settling() throws {
        func note(_ means: [Double]) -> Finding? {
            Doctor.judge(.healthy { $0.stream.value?.brightness = means }).notes.first { $0.id == .lightSettling }
        }
        let calm = [Double](repeating: 120, count: 30)
        let dark = try #require(note([2, 8, 20, 40, 60, 75, 90] + calm))
        #expect(dark.message.contains("first 6 pictures") && dark.message.contains("nearly black"))
        #expect(note([250, 240, 230, 210, 190, 180, 170, 165] + calm)?.message.contains("nearly white") == true)
        #expect(note(calm) == nil)
        // A shutter that somebody has set does not move.
        #expect(
            !Doctor.judge(
                .healthy {
                    $0.stream.value?.brightness = [2, 8, 20, 40, 60, 75, 90] + calm
                    $0.stream.value?.settings = CameraSettings()
                    $0.stream.value?.settings?.exposureMode = 1
                }
            ).notes.contains { $0.id == .lightSettling })
        // A frame or two, as of most cameras; something that moves later; light that does not come to rest.
        #expect(note([20, 80] + calm) == nil)
        #expect(note([2, 8, 20, 40, 60, 75, 90] + calm + [20, 120, 120, 120]) == nil)
        #expect(note((0..<40).map { Double($0) * 6 }) == nil)
        #expect(note([.nan, -1, 900] + calm) == nil)
    }

    @Test("brightness that swings within seconds is told, unless it settles, flickers, is set by hand or comes from a grabber")
    func swinging() throws {
        func finding(_ means: [Double], _ change: (inout Snapshot) -> Void = { _ in }) -> Finding? {
            let report = Doctor.judge(
                .healthy {
                    $0.stream.value?.brightness = means
                    change(&$0)
                })
            return report.checks.flatMap(\.findings).first { $0.id == .lightPumping }
        }
        // At the 30 frames a second of the healthy camera: up and down twice.
        let wave: [Double] = (0..<60).map { (index: Int) -> Double in
            let part = Double(index % 15) / 15
            return 110 + 70 * (index / 15 % 2 == 0 ? part : 1 - part)
        }
        let swing = try #require(finding(wave))
        #expect(swing.message.contains("from 110 to 180 of 255") && swing.fixes[0].title.contains("auto_brightness off"))
        #expect(finding(Array(wave.prefix(30))) == nil && finding(wave.map { 110 + ($0 - 110) / 3 }) == nil)
        #expect(finding((0..<60).map { $0 % 2 == 0 ? 60 : 180 }) == nil)
        #expect(finding(wave) { $0.stream.value?.settings?.exposureMode = 1 } == nil)
        #expect(finding(wave) { $0.node.driver = "usbtv" } == nil)
        #expect(finding(wave.map { $0 * 10 }) == nil)
    }

    @Test("a pale view is noted, and a plain, white, dark or contrasty one is not")
    func haze() throws {
        func note(_ p1: Int, _ p99: Int, _ deviation: Double) -> Finding? {
            Doctor.judge(
                .healthy {
                    $0.picture = .seen(
                        PictureSnapshots.live().changed {
                            for index in $0.frames.indices {
                                ($0.frames[index].p1, $0.frames[index].p99, $0.frames[index].standardDeviation) = (p1, p99, deviation)
                            }
                            $0.attempts = []
                        })
                }
            ).notes.first { $0.id == .lightHazy }
        }
        #expect(try #require(note(128, 194, 17)).deciding.isEmpty == false)
        // Evidence that somebody made up.
        #expect(note(128, .min, 17) == nil && note(.max, 194, 17) == nil)
        #expect(note(128, 194, 6) == nil && note(60, 150, 17) == nil && note(180, 240, 13) == nil && note(112, 220, 17) == nil)
    }

    @Test("JPEGs that are compressed too much are told; on a Raspberry Pi with the firmware's own control")
    func coarse() throws {
        func finding(_ quality: Int?, driver: String = "uvcvideo") -> Finding? {
            let report = Doctor.judge(
                .healthy {
                    $0.stream.value?.jpegQuality = quality
                    $0.node.driver = driver
                })
            return report.checks.flatMap(\.findings).first { $0.id == .streamCoarse }
        }
        #expect(try #require(finding(13)).fixes[0].commands.first?.hasPrefix("candela info") == true)
        #expect(try #require(finding(13, driver: "bm2835 mmal")).fixes[0].commands.first?.contains("video_bitrate=15000000") == true)
        #expect(finding(nil) == nil && finding(20) == nil && finding(0) == nil && finding(-5) == nil)
    }

    @Test("a camera that sends far fewer pictures than agreed is told only where nothing else explains it")
    func keptRate() throws {
        func finding(_ change: (inout Snapshot) -> Void) -> Finding? {
            let report = Doctor.judge(
                .healthy {
                    $0.stream.value?.format = .init(fourCC: "MJPG", width: 1600, height: 1200, framesPerSecond: 50, isCompressed: true)
                    $0.stream.value?.intervalsMs = Array(repeating: 200, count: 20)
                    var settings = CameraSettings()
                    (settings.exposureMode, settings.exposureTime) = (1, 80)
                    $0.stream.value?.settings = settings
                    change(&$0)
                })
            return report.checks.flatMap(\.findings).first { $0.id == .streamLowRate }
        }
        #expect(try #require(finding { _ in }).fixes[0].commands.last?.hasSuffix("--set-parm=50") == true)
        #expect(finding { $0.stream.value?.settings?.exposureTime = 1900 } == nil)
        #expect(finding { $0.stream.value?.settings?.exposureMode = 3 } == nil)
        #expect(finding { $0.stream.value?.intervalsMs = Array(repeating: 30, count: 20) } == nil)
        #expect(finding { $0.stream.value?.dropped = 30 } == nil)
    }

    @Test("a virtual camera that sends one black picture has no covered lens")
    func emptyRelay() throws {
        func headline(isRelayed: Bool) throws -> Finding {
            let report = Doctor.judge(
                .healthy {
                    ($0.node.nodeClass, $0.node.driver, $0.node.bus) = ("loopback", "v4l2 loopback", "virtual")
                    var machine = MachineRecord(platform: Platform())
                    if isRelayed {
                        var processor = CameraHardware(.imageProcessor, name: "0000:00:05.0", bus: "pci")
                        processor.driver = "intel-ipu6"
                        (machine.hardware, machine.relay) = ([processor], 1204)
                    }
                    $0.host.value?.machine = machine
                    $0.picture = .seen(
                        PictureSnapshots.live().changed {
                            for index in $0.frames.indices { $0.frames[index] = PictureSnapshots.black($0.frames[index]) }
                            ($0.candidates, $0.attempts) = ([], [])
                        })
                })
            return try #require(report.headline)
        }
        let relayed = try headline(isRelayed: true)
        #expect(relayed.message.contains("virtual camera that sends one black picture") && relayed.id != .lightCovered, "\(relayed)")
        #expect(try !headline(isRelayed: false).message.contains("one black picture"))
    }

    @Test("pictures of a network camera that come in bursts are told, steady slow ones are not")
    func bursts() throws {
        func finding(_ intervals: [Double], _ kind: Snapshot.Subject.Kind = .network) -> Finding? {
            var snapshot = Snapshot.healthy {
                $0.stream.value?.intervalsMs = intervals
                $0.subject.kind = kind
            }
            snapshot.network = .seen(
                NetworkRecord(address: "http://door/", host: "door", place: "door", isEncrypted: false, hasUser: false))
            let report = Doctor.judge(snapshot)
            return report.checks.flatMap(\.findings).first { $0.id == .networkStalls }
        }
        let steady = [Double](repeating: 100, count: 20)
        let found = try #require(finding(steady + [1500, 3800] + steady))
        #expect(found.message.contains("2 times in 9.3 s none came for up to 3.8 s"))
        #expect(found.fixes[0].commands == ["ping -c 20 door"])
        #expect(finding(steady + [1500] + steady) == nil && finding(steady.map { $0 * 15 }) == nil)
        #expect(finding(steady + [1500, 3800] + steady, .camera) == nil && finding(steady + [.infinity, 3800, 2000]) == nil)
    }

    @Test("heat is told of a board that is hot now; a camera that is gone has lost its connection to heat only then")
    func heat() {
        let gone = [
            "[ 9.1] uvcvideo: Found UVC 1.00 device HD Pro Webcam C920 (046d:082d)", "[ 99.1] usb 1-1: USB disconnect, device number 4",
        ]
        func message(_ change: (inout MachineRecord) -> Void) -> String {
            Self.absent(gone) { host in
                var machine = MachineRecord(platform: Platform())
                change(&machine)
                host.machine = machine
            }
        }
        func degrees(_ temperature: Int, _ limit: Int?) -> String {
            message {
                $0.temperature = temperature
                $0.hotFrom = limit
            }
        }
        #expect(degrees(84, 80).contains("has disconnected; the board is too hot (84 °C):"))
        #expect(message { $0.slowedByHeat = "throttled=0x60006" }.contains("too hot, and slows itself down"))
        #expect(!degrees(61, 80).contains("hot"))
        // Other processors stand more.
        #expect(!degrees(84, 99).contains("hot"))
        #expect(!degrees(84, nil).contains("hot"))
        func notes(_ temperature: Int) -> [FindingID] {
            Doctor.judge(
                .healthy {
                    $0.host.value?.machine = MachineRecord(platform: Platform())
                    $0.host.value?.machine?.temperature = temperature
                    $0.host.value?.machine?.hotFrom = 80
                }
            ).notes.map(\.id)
        }
        #expect(notes(81).contains(.deviceTooHot))
        #expect(!notes(79).contains(.deviceTooHot))
    }

    @Test("a module of another source that lacks a symbol explains a device without a driver; the kernel's own modules do not")
    func ownDriver() {
        func message(_ lines: [String]) -> String {
            Self.absent(lines) { host in
                var machine = MachineRecord(platform: Platform())
                var device = UnclaimedDevice(
                    name: "2-1", title: "Xbox NUI Sensor", vendorID: "045e", productID: "02c4", isConfigured: true)
                device.speed = 5000
                machine.unclaimed = [device]
                host.machine = machine
            }
        }
        let missing = "[ 9.2] gspca_main: Unknown symbol vb2_queue_init (err -2)"
        let apart = "[ 9.1] gspca_main: loading out-of-tree module taints kernel."
        #expect(message([apart, missing]).contains("it lacks the symbol vb2_queue_init"))
        #expect(message([missing]).contains("depth camera"))
        let other = "[ 9.2] gspca_kinect2: disagrees about version of symbol gspca_frame_add"
        #expect(
            message(["[ 9.1] gspca_kinect2: loading out-of-tree module taints kernel.", other])
                .contains("gspca_frame_add has another version"))
        #expect(
            message(["[ 9.1] v4l2loopback: loading out-of-tree module taints kernel.", "[ 9.2] v4l2loopback: disagrees about version of symbol video_ioctl2"])
                .contains("depth camera"))
        #expect(message(["[ 9.1] nvidia: loading out-of-tree module taints kernel.", "[ 9.2] nvidia: Unknown symbol x (err -2)"])
            .contains("depth camera"))
    }

    @Test("a USB controller that does not start explains a missing camera only if no other runs, and not that of a graphics card")
    func usbController() {
        let failed = "[ 16.3] xhci_hcd: probe of 0000:01:00.0 failed with error -110"
        let started = "[ 1.3] xhci_hcd 0000:00:14.0: new USB bus registered, assigned bus number 1"
        let ended = "[ 1.4] xhci_hcd 0000:01:00.0: USB bus 1 deregistered"
        func tells(_ lines: [String]) -> Bool { Self.absent(lines).contains("could not start the USB controller") }
        #expect(tells([started, ended, failed]))
        #expect(tells(["[ 16.3] xhci_hcd 0000:01:00.0: probe with driver xhci_hcd failed with error -110"]))
        #expect(!tells([started, failed]))
        #expect(!tells(["[ 16.3] xhci_hcd: probe of 0000:01:00.2 failed with error -110"]))
    }

    @Test("large pictures that are only compressed are told of USB cameras with MJPG, whatever numbers a file has")
    func smallRaw() {
        func tells(_ offered: [StreamRecord.Format]) -> Bool {
            Doctor.judge(.healthy { $0.stream.value?.offered = offered }).notes.contains { $0.message.contains("at most, and larger ones") }
        }
        func format(_ fourCC: String, _ width: Int, _ height: Int) -> StreamRecord.Format {
            .init(fourCC: fourCC, width: width, height: height, framesPerSecond: 30, isCompressed: fourCC != "YUYV")
        }
        #expect(tells([format("YUYV", 640, 480), format("MJPG", 1280, 720)]))
        #expect(!tells([format("YUYV", 1280, 720), format("MJPG", 1280, 720)]))
        #expect(!tells([format("YUYV", 640, 480), format("H264", 1920, 1080)]))
        #expect(!tells([format("YUYV", .max, .max), format("MJPG", .max, .max)]))
    }

    @Test("a virtual camera without a picture is not fed only if nobody has it open")
    func virtual() {
        func message(_ holders: [HoldersRecord.Holder]) -> String {
            Self.headline {
                $0.node.nodeClass = "loopback"
                $0.node.yieldsPictures = false
                $0.node.classReason = "device_caps 0x5200002 has VIDEO_OUTPUT and not VIDEO_CAPTURE"
                $0.stopBefore()
                $0.holders = .seen(HoldersRecord(holders: holders, limitation: nil))
            }
        }
        #expect(message([]).contains("no program feeds"))
        #expect(message([.init(processID: 7, name: "candela", user: "ada", isOurs: true)]).contains("no program feeds"))
        #expect(message([.init(processID: 7, name: "obs", user: "ada", isOurs: false)]).contains("although obs has it open"))
    }

    @Test("colours are told only if they are far from true, and never instead of a fault")
    func colours() {
        func notes(_ red: Double, _ green: Double, _ blue: Double, _ saturation: Double = 20, format: String = "MJPG") -> [String] {
            Doctor.judge(
                .healthy {
                    var evidence = PictureSnapshots.live()
                    evidence = evidence.changed {
                        $0.colours = ColourBalance(red: red, green: green, blue: blue, saturation: saturation)
                    }
                    $0.picture = .seen(evidence)
                    $0.stream.value?.format?.fourCC = format
                }
            ).notes.filter { $0.id == .streamColours }.map(\.message)
        }
        #expect(notes(175, 100, 144).first?.contains("pink") == true)
        #expect(notes(176, 136, 45).first?.contains("yellow") == true)
        #expect(notes(80, 90, 140).first?.contains("blue") == true)
        // Noise that leaves the means alone, and a pale colour that does not.
        #expect(notes(124, 124.1, 124, 2.7).first?.contains("black and white") == true && notes(125, 124, 123, 2.7).isEmpty)
        // Data that is not what its format says, and a lawn.
        #expect(notes(17, 211, 1).first?.contains("green all over") == true && notes(80, 115, 60).isEmpty)
        // More red and more blue than green, and the mild cast of an evening.
        #expect(notes(142, 112, 130).first?.contains("pink") == true && notes(142, 116, 120).isEmpty)
        #expect(notes(120, 120, 120, 0.4).first?.contains("black and white") == true)
        #expect(notes(120, 120, 120, 0, format: "GREY").isEmpty)
        #expect(notes(117, 106, 96).isEmpty)
        // In the dark, the noise has colours of its own.
        #expect(notes(16, 9, 14).isEmpty)
        #expect(notes(.nan, 100, .infinity).isEmpty)
    }

    @Test("a hue far from its default is why colours are shifted, with the command that sets it back")
    func hue() throws {
        func note(_ value: Int) -> Finding? {
            Doctor.judge(
                .healthy {
                    $0.picture = .seen(
                        PictureSnapshots.live().changed { $0.colours = ColourBalance(red: 110, green: 110, blue: 110, saturation: 40) })
                    var settings = $0.stream.value?.settings ?? CameraSettings()
                    settings.altered = [.init(control: "hue", value: value, standard: 50)]
                    settings.limits = [.init(control: "hue", minimum: 0, maximum: 100, step: 1)]
                    $0.stream.value?.settings = settings
                }
            ).notes.first { $0.id == .streamColours }
        }
        let turned = try #require(note(0))
        #expect(turned.message.contains("its hue is 0, and its default 50"))
        #expect(turned.fixes[0].commands.first?.hasPrefix("candela set hue=50") == true)
        #expect(note(45) == nil)
    }

    @Test(
        "a name of a camera that was not let in is that camera's, if udev would make it of its own name",
        arguments: [
            ("USB2.0 HD UVC WebCam", "usb-Azurewave_USB2.0_HD_UVC_WebCam_0x0001-video-index0", true),
            ("USB2.0 HD UVC WebCam", "usb-Azurewave_USB2.0_HD_UVC_WebCam-video-index0", true),
            ("Webcam", "usb-046d_HD_Pro_Webcam_C920_1F2E-video-index0", false),
            ("HD Pro Webcam C920", "usb-046d_HD_Pro_Webcam_C920_1F2E-video-index0", true),
        ])
    func notLetIn(title: String, link: String, isIt: Bool) throws {
        let name = "/dev/v4l/by-id/" + link
        let snapshot = Snapshot.healthy {
            $0.subject = .init(kind: .camera, name: name, isNamed: true)
            $0.selection = .seen(.init(failure: .init(.noSuchPath, "there is no such device")))
            var machine = MachineRecord(platform: Platform())
            var camera = CameraHardware(.own, name: "1-2", bus: "usb")
            (camera.title, camera.vendorID, camera.productID, camera.isAuthorized) = (title, "046d", "085b", false)
            machine.hardware = [camera]
            $0.host.value?.machine = machine
        }
        let report = Doctor.judge(snapshot)
        let headline = try #require(report.headline)
        #expect((headline.id == .deviceDriverRefused && headline.message.contains("not authorised")) == isIt, "\(headline)")
    }

    @Test("a virtual camera without frames is one that nobody feeds, and no cable's fault")
    func unfed() throws {
        let snapshot = Snapshot.healthy {
            ($0.node.nodeClass, $0.node.driver, $0.node.bus, $0.node.title) = ("loopback", "v4l2 loopback", "virtual", "Droidcam")
            $0.stream.value?.ending = .init(kind: .noFrame, message: "no frame arrived in 5000 ms")
            $0.stream.value?.frames = 0
            $0.stream.value?.firstFrameMs = nil
        }
        let report = Doctor.judge(snapshot)
        let headline = try #require(report.headline)
        #expect(headline.id == .streamNone && headline.message.contains("(Droidcam), and no program feeds it"), "\(headline)")
        #expect(!headline.fixes.contains { $0.title.contains("port") })
    }

    @Test("a red cast is a colour, not a missing filter; the calibration that a MacBook lacks is a note, until its driver finds it")
    func casts() throws {
        func notes(_ lines: [String] = [], _ red: Double = 110, _ blue: Double = 100) -> [Finding] {
            Doctor.judge(
                .healthy {
                    $0.picture = .seen(
                        PictureSnapshots.live().changed { $0.colours = ColourBalance(red: red, green: 100, blue: blue, saturation: 40) })
                    $0.host.value?.kernelLog = .seen(lines)
                    $0.node.driver = "facetimehd"
                }
            ).notes
        }
        #expect(notes([], 149, 77).first { $0.id == .streamColours }?.message.contains("red or orange cast") == true)
        let start = "[ 4.9] facetimehd 0000:02:00.0: Found FaceTime HD camera with device id: 1570"
        let lacks = "[ 5.9] facetimehd 0000:02:00.0: Direct firmware load for facetimehd/1871_01XX.dat failed with error -2"
        #expect(notes([start, lacks]).contains { $0.id == .deviceNoFirmware && $0.severity == .note })
        #expect(!notes([start, lacks, start]).contains { $0.id == .deviceNoFirmware })
    }

    @Test("firmware that a driver has read and does not accept is not called missing")
    func rejectedFirmware() throws {
        func headline(_ lines: [String]) throws -> Finding {
            let snapshot = Snapshot.healthy {
                $0.nodes = .seen([])
                $0.selection = .seen(.init())
                $0.host.value?.videoNames = []
                $0.host.value?.usbCameras = []
                var card = CameraHardware(.own, name: "0000:06:00.0", bus: "pci")
                (card.vendorID, card.productID, card.title, card.driver) = ("1131", "7164", "WinTV HVR-2200", "saa7164")
                var machine = MachineRecord(platform: Platform())
                machine.hardware = [card]
                $0.host.value?.machine = machine
                $0.host.value?.kernelLog = .seen(lines)
            }
            let report = Doctor.judge(snapshot)
            return try #require(report.headline)
        }
        let read = "[ 8.8] saa7164_downloadfirmware() Waiting for firmware upload (NXP7164-2010-03-10.1.fw)"
        let rejected = try headline([read, "[ 15.0] saa7164_downloadimage() image corrupt"])
        #expect(rejected.id == .deviceNoFirmware && rejected.message.contains("NXP7164-2010-03-10.1.fw, and rejects it"), "\(rejected)")
        #expect(KernelLog.relevant([read, "[ 15.0] saa7164_downloadimage() image corrupt"].joined(separator: "\n")).count == 2)
        // A picture's size is no firmware's, and another driver's trouble not this one's.
        let others = try headline(["[ 9.0] saa7164: Invalid image size", "[ 9.1] iwlwifi: firmware magic mismatch"])
        #expect(others.id == .deviceDriverRefused, "\(others)")
        let missing = try headline(["[ 8.8] saa7164 0000:06:00.0: Direct firmware load for NXP7164-2010-03-10.1.fw failed with error -2"])
        #expect(missing.id == .deviceNoFirmware && missing.message.contains("cannot load"))
    }
}
