// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FrameMetrics
import MachineFacts
import Testing

/// What a camera's stream says of the view: black on purpose, cropped, at its start, swinging.
@Suite("What a camera shows of its view")
struct CameraViewTests {
    private static func network(_ change: (inout Snapshot) -> Void = { _ in }) -> Snapshot {
        var snapshot = Snapshot.healthy {
            $0.subject = .init(kind: .network, name: "http://door/", isNamed: true)
            $0.nodes = .seen([])
            change(&$0)
        }
        snapshot.network = .seen(NetworkRecord(address: "http://door/", host: "door", place: "door", isEncrypted: false, hasUser: false))
        return snapshot
    }

    private static func black(_ change: @escaping (inout PictureEvidence) -> Void = { _ in }) -> Observation<PictureEvidence> {
        .seen(
            PictureSnapshots.live().changed {
                for index in $0.frames.indices { $0.frames[index] = PictureSnapshots.black($0.frames[index]) }
                ($0.candidates, $0.attempts) = ([], [])
                change(&$0)
            })
    }

    @Test("an evenly black picture of a network camera is its privacy mode; one with structure is dark")
    func privacy() throws {
        func headline(_ picture: Observation<PictureEvidence>) -> Finding? { Doctor.judge(Self.network { $0.picture = picture }).headline }
        let told = try #require(headline(Self.black()))
        #expect(told.id == .lightCovered && told.message.contains("privacy mode"), "\(told)")
        // The date and the maker's mark are written over it.
        let marked = Self.black { for index in $0.frames.indices { ($0.frames[index].p99, $0.frames[index].structure) = (200, 25) } }
        #expect(headline(marked)?.message.contains("privacy mode") == true)
        let room = Self.black { for index in $0.frames.indices { ($0.frames[index].p95, $0.frames[index].structure) = (14, 9) } }
        #expect(headline(room)?.message.contains("privacy mode") != true)
        let noisy = Self.black { for index in $0.frames.indices { $0.frames[index].noise = 4 } }
        #expect(headline(noisy)?.message.contains("privacy mode") != true)
        // Black by turns is no privacy mode.
        let turns: [Double] = (0..<24).map { $0 / 6 % 2 == 0 ? 2 : 120 }
        let turning = Doctor.judge(
            Self.network {
                $0.picture = Self.black()
                $0.stream.value?.brightness = turns
            })
        #expect(turning.headline?.message.contains("privacy mode") != true)
        // A webcam has a shutter and a cover, and is told of those.
        #expect(Doctor.judge(.healthy { $0.picture = Self.black() }).headline?.message.contains("privacy mode") != true)
    }

    @Test("a Raspberry Pi's cameras show only the middle of the sensor at 1920x1080")
    func cropped() throws {
        func note(_ width: Int, _ height: Int, driver: String = "bm2835 mmal") -> Finding? {
            Doctor.judge(
                .healthy {
                    $0.node.driver = driver
                    $0.stream.value?.format = .init(fourCC: "YU12", width: width, height: height, framesPerSecond: 30, isCompressed: false)
                }
            ).notes.first { $0.id == .streamCropped }
        }
        #expect(try #require(note(1920, 1080)).fixes[0].title.contains("1296x972"))
        #expect(note(1640, 1232) == nil && note(1280, 720) == nil && note(3280, 2464) == nil && note(1920, 1080, driver: "uvcvideo") == nil)
        func libcamera(_ name: String, _ width: Int = 1920, _ height: Int = 1080) -> Finding? {
            Doctor.judge(
                .healthy {
                    $0.subject = .init(kind: .libcamera, name: name, isNamed: true)
                    $0.nodes = .seen([])
                    $0.stream.value?.format = .init(fourCC: "YU12", width: width, height: height, framesPerSecond: 30, isCompressed: false)
                }
            ).notes.first { $0.id == .streamCropped }
        }
        #expect(libcamera("libcamera:/base/soc/i2c0mux/i2c@1/imx219@10")?.message.contains("Camera Module 1 or 2") == false)
        #expect(libcamera("libcamera:/base/soc/i2c0mux/i2c@1/imx708@1a") == nil)
        // libcamera takes the mode of that shape for smaller pictures, too.
        let module2 = "libcamera:/base/soc/i2c0mux/i2c@1/imx219@10"
        #expect(try #require(libcamera(module2, 1280, 720)).fixes.allSatisfy { !$0.title.contains("1280x720") })
        #expect(libcamera(module2, 1296, 972) == nil && libcamera(module2, 640, 360) == nil)
    }

    @Test("of a Kinect v2 at USB 2 only the hub is there, on a desktop and on a Raspberry Pi", arguments: ["", "Raspberry Pi 4 Model B Rev 1.2\0"])
    func kinect(model: String) throws {
        func headline(besides identifier: String?) throws -> Finding? {
            var files = ["/proc/sys/kernel/osrelease": "6.1.0\n"]
            if !model.isEmpty { files["/proc/device-tree/model"] = model }
            func add(_ name: String, _ identifier: String, _ speed: String, _ kind: String) {
                let parts = identifier.split(separator: ":")
                for (file, value) in [("idVendor", String(parts[0])), ("idProduct", String(parts[1])), ("speed", speed), ("bDeviceClass", kind)] {
                    files["/sys/bus/usb/devices/\(name)/\(file)"] = value + "\n"
                }
            }
            add("3-2", "045e:02d9", "480", "09")
            if let identifier { add("4-2.1", identifier, "5000", "00") }
            let tree = try MachineTree(files, folders: ["/sys/bus/usb/devices", "/sys/bus/pci/devices"])
            let machine = withExtendedLifetime(tree) { MachineCollector(files: tree.files).collect(release: "6.1.0") }
            return Doctor.judge(
                .healthy {
                    $0.subject = .init(kind: .camera, name: "camera", isNamed: false)
                    $0.nodes = .seen([])
                    $0.selection = .seen(SelectionRecord(sysname: nil))
                    $0.host.value?.usbCameras = []
                    $0.host.value?.videoNames = []
                    $0.host.value?.mediaDevices = 0
                    $0.host.value?.machine = machine
                }
            ).headline
        }
        let told = try #require(try headline(besides: nil))
        #expect(told.id == .deviceSlowLink && told.message.contains("Kinect v2"), "\(told)")
        #expect(try headline(besides: "045e:02c4")?.id != .deviceSlowLink)
    }

    @Test("a server that wakes its camera for a request is told to keep it awake")
    func settlingServer() throws {
        let means = [22.0, 32, 43, 54, 63, 71, 79, 85, 90] + [Double](repeating: 106, count: 12)
        let note = try #require(Doctor.judge(Self.network { $0.stream.value?.brightness = means }).notes.first { $0.id == .lightSettling })
        #expect(note.fixes.contains { $0.title.contains("--camera-force_active") } && !note.fixes.contains { $0.commands.contains { $0.contains("calibrate") } })
    }

    @Test("what one picture out of a swing shows is no cause of its own")
    func swing() throws {
        let wave: [Double] = (0..<60).map { (index: Int) -> Double in
            let part = Double(index % 15) / 15
            return 20 + 230 * (index / 15 % 2 == 0 ? part : 1 - part)
        }
        let report = Doctor.judge(
            Self.network {
                $0.stream.value?.brightness = wave
                $0.picture = Self.black { for index in $0.frames.indices { $0.frames[index].noise = 4 } }
            })
        #expect(report.headline?.id == .lightPumping && report.headline?.severity == .fail)
        #expect(!report.checks.flatMap(\.findings).contains { $0.id == .lightDark || $0.id == .lightCovered })
        // What does not depend on the brightness stays.
        let foreign = Doctor.judge(
            Self.network {
                $0.stream.value?.brightness = wave
                $0.picture = .seen(PictureSnapshots.live().changed { $0.attempts = [] })
            })
        #expect(foreign.checks.first { $0.id == .symbol }?.state != .skip)
        // A code that was read is no failure.
        #expect(Doctor.judge(Self.network { $0.stream.value?.brightness = wave }).headline?.severity == .warn)
    }

    @Test("an automatic exposure that may lower the rate does so, whatever time the camera tells")
    func staleExposure() throws {
        func finding(_ mode: Int, lost: Int = 0) -> Finding? {
            let report = Doctor.judge(
                .healthy {
                    $0.stream.value?.format = .init(fourCC: "MJPG", width: 1280, height: 720, framesPerSecond: 30, isCompressed: true)
                    $0.stream.value?.intervalsMs = Array(repeating: 66.7, count: 20)
                    $0.stream.value?.dropped = lost
                    var settings = CameraSettings()
                    (settings.exposureMode, settings.exposureTime, settings.mayLowerFrameRate) = (mode, 157, true)
                    $0.stream.value?.settings = settings
                })
            return report.checks.flatMap(\.findings).first { $0.id == .streamSlowExposure }
        }
        let told = try #require(finding(3))
        #expect(told.message.contains("takes longer than a frame, as in low light") && told.fixes.contains { $0.commands.contains { $0.contains("exposure_dynamic_framerate=0") } })
        #expect(finding(1) == nil && finding(3, lost: 20) == nil)
    }

    @Test("a file of the Raspberry Pi's firmware that config.txt names is looked for beside it")
    func firmwareFiles() throws {
        func missing(_ text: String, _ names: [String], folder: String = "/boot") throws -> [String]? {
            var files = [
                "/proc/device-tree/model": "Raspberry Pi 3 Model B Rev 1.2\0", "/proc/sys/kernel/osrelease": "4.19.66-v7+\n",
                "\(folder)/config.txt": text,
            ]
            for name in names { files["\(folder)/\(name)"] = "" }
            let tree = try MachineTree(files, folders: ["/sys/bus/usb/devices", "/sys/bus/pci/devices"])
            return withExtendedLifetime(tree) { MachineCollector(files: tree.files).collect(release: "4.19.66-v7+").missingFirmwareFiles }
        }
        let files = ["start.elf", "start_x.elf", "fixup.dat", "fixup_x.dat"]
        let wrong = "start_x=1\nstart_file=start_x.elf\nfixup_file=fixup_x.elf\n"
        #expect(try missing(wrong, files) == ["fixup_file=fixup_x.elf"])
        #expect(try missing("start_file=start_x.elf\nfixup_file=fixup_x.dat\n", files) == nil)
        // The partition is not mounted, or the file is in another folder.
        #expect(try missing(wrong, []) == nil && missing("start_file=old/start_x.elf\n", files) == nil)
        // The last line counts, and the partition knows no case.
        #expect(try missing("fixup_file=fixup_x.elf\nfixup_file=FIXUP_X.DAT\n", files) == nil)
        // Elsewhere since Debian 12.
        #expect(try missing("start_file=start4x.elf\n", files, folder: "/boot/firmware") == ["start_file=start4x.elf"])
    }
}
