// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import FrameMetrics
import MachineFacts
import NetworkCameras
import PipeWireCameras
import Testing
import UdevRules
import UserSession

/// A healthy set-up with one fault, and the expected headline.
struct Broken: CustomTestStringConvertible, Sendable {
    var what: String
    var headline: FindingID
    var verdict: DoctorReport.Verdict
    var change: @Sendable (inout Snapshot) -> Void

    init(
        _ what: String, _ headline: FindingID, _ verdict: DoctorReport.Verdict = .blocked,
        _ change: @escaping @Sendable (inout Snapshot) -> Void
    ) {
        self.what = what
        self.headline = headline
        self.verdict = verdict
        self.change = change
    }

    var testDescription: String { what }
}

@Suite("judges of device, access, node and stream")
struct SystemJudgesTests {
    @Test("a healthy set-up is ready, without findings")
    func healthy() {
        let report = Doctor.judge(.healthy())
        #expect(report.checks.prefix(6).map(\.state) == Array(repeating: .pass, count: 6))
        #expect(report.findings.isEmpty, "\(report.findings.map(\.id))")
    }

    @Test("an application that asks the portal is judged by its stored answer", arguments: ["no", "ask", "yes"])
    func portal(answer: String) {
        let report = Doctor.judge(
            .healthy {
                $0.client = CameraClientRecord(.flatpak, name: "org.example.App")
                $0.client?.isFiltered = true
                var desktop = DesktopRecord()
                desktop.permissions = [.init(application: "org.example.App", answer: answer)]
                $0.desktop = .seen(desktop)
            })
        if answer == "yes" {
            #expect(report.headline?.id.rawValue.hasPrefix("access.") != true)
        } else {
            #expect(report.headline?.id == .accessPortal)
            let commands = report.headline?.fixes.flatMap(\.commands) ?? []
            #expect(commands.contains("flatpak permission-set devices camera org.example.App yes"), "\(commands)")
        }
    }

    @Test("a single fault is the headline", arguments: devices + access + nodes + streams)
    func broken(_ broken: Broken) throws {
        let report = Doctor.judge(.healthy(broken.change))
        let headline = try #require(report.headline)
        #expect(headline.id == broken.headline, "\(headline.message)")
        #expect(report.verdict == broken.verdict)
        #expect(!headline.evidence.isEmpty)
        #expect(!headline.message.isEmpty && headline.message.last != ".")
        #expect(!headline.effect.isEmpty)
        // Checks after a failure are skipped with the reason, never judged.
        if let failed = report.checks.firstIndex(where: { $0.state == .fail }) {
            for check in report.checks[(failed + 1)...] {
                #expect(check.state == .skip, "\(check.id)")
                #expect(check.summary.contains(report.checks[failed].id.rawValue))
            }
        }
    }

    @Test(
        "a camera on the network: the first broken link, with the camera's words",
        arguments: [
            (NetworkTrouble.Kind.unknownHost, FindingID.networkNoHost, CheckID.presence),
            (.noConnection, .networkNoAnswer, .presence),
            (.noAnswer, .networkNoAnswer, .presence), (.noReply, .networkNoAnswer, .presence),
            (.untrusted, .networkUntrusted, .access),
            (.noPassword, .networkUnauthorized, .access), (.wrongPassword, .networkUnauthorized, .access),
            (.forbidden, .networkUnauthorized, .access), (.notThere, .networkNoStream, .stream),
            (.notPictures, .networkNotPictures, .stream), (.serverFails, .networkServerFails, .stream),
            (.interrupted, .networkStalls, .stream), (.noDecoder, .networkCodecMissing, .stream),
        ])
    func network(kind: NetworkTrouble.Kind, id: FindingID, check: CheckID) throws {
        var snapshot = Snapshot(
            program: "test", time: "2026-11-25T00:00:00Z",
            subject: .init(kind: .network, name: "http://ada@door:81/video", isNamed: true))
        snapshot.network = .seen(
            .init(
                address: "http://door:81/video", host: "door", place: "door:81", isEncrypted: false, hasUser: true,
                trouble: .init(kind: kind, cause: "the cause")))
        let report = Doctor.judge(snapshot)
        let headline = try #require(report.headline)
        #expect(headline.id == id && report.verdict == .blocked)
        #expect(report.checks.first { $0.state == .fail }?.id == check)
        #expect(!headline.fixes.isEmpty)
        #expect(headline.evidence.contains { $0.value.contains("the cause") })
        // Nothing is claimed of what was not reached.
        #expect(report.checks.filter { $0.id > check }.allSatisfy { $0.state == .skip })
    }

    @Test(
        "an address that is not written as four plain numbers is told as what programs take it for",
        arguments: [
            ("10.0.0100", "10.0.0.64"), ("10.0.0100.1", "10.0.64.1"), ("192.168.001.064", "192.168.1.52"), ("10.1", "10.0.0.1"),
            ("192.168.1.256", "no address"), ("192.168.1.89.1", "no address"), ("192.168.1.09", "no address"),
            ("99999999999999999999", "no address"), ("192.168.1.64", nil), ("192.168.01.05", nil), ("cam1", nil), ("10.0.0.cam", nil), ("10.0.0.", nil),
        ] as [(String, String?)])
    func written(host: String, meaning: String?) throws {
        var snapshot = Snapshot(
            program: "test", time: "2026-11-25T00:00:00Z", subject: .init(kind: .network, name: "rtsp://\(host)/video", isNamed: true))
        snapshot.network = .seen(
            .init(
                address: "rtsp://\(host)/video", host: host, place: host, isEncrypted: false, hasUser: false,
                trouble: .init(kind: .noConnection, cause: "nothing answers (No route to host)")))
        let headline = try #require(Doctor.judge(snapshot).headline)
        #expect(headline.id == .networkNoAnswer)
        #expect(headline.message.contains(meaning ?? "no machine answers at the address \(host)"), "\(headline.message)")
        #expect(headline.fixes.contains { $0.title.contains("four numbers") } == (meaning != nil))
    }

    @Test(
        "what the machine's own networks say of an address is told in place of what programs say",
        arguments: [
            ("0x0", "eth0", "No route to host", "no machine in this network answers to the address 192.168.1.64"),
            ("0x0", "br-7d41c0e9a2f6", "No route to host", "in br-7d41c0e9a2f6, a network of Docker's containers"),
            ("0x2", "eth0", "No route to host", "a firewall keeps its port 554"),
            ("0x2", "eth0", "Connection refused", "nothing listens at 192.168.1.64"),
            // A bridge with a cable in it, one of virtual machines, an entry that somebody wrote, and an answer that proves the table wrong.
            ("0x0", "br0", "No route to host", "no machine in this network answers"),
            ("0x0", "virbr0", "No route to host", "in virbr0, a virtual network of this machine"),
            ("0x6", "eth0", "No route to host", "or a firewall refuses the way"),
            ("0x0", "eth0", "Connection refused", "nothing listens at 192.168.1.64"),
        ])
    func neighbours(flags: String, device: String, cause: String, words: String) throws {
        let table = """
            IP address       HW type     Flags       HW address            Mask     Device
            192.168.1.1      0x1         0x2         24:5a:4c:10:7e:02     *        eth0
            192.168.1.64     0x1         \(flags)         00:00:00:00:00:00     *        \(device)
            """
        let tree = try MachineTree([
            "/proc/net/arp": table, "/sys/class/net/br-7d41c0e9a2f6/bridge/bridge_id": "8000\n",
            "/sys/class/net/br-7d41c0e9a2f6/brif/veth1/port_id": "1\n", "/sys/class/net/virbr0/bridge/bridge_id": "8000\n",
            "/sys/class/net/br0/bridge/bridge_id": "8000\n", "/sys/class/net/br0/brif/eth0/port_id": "1\n", "/sys/class/net/eth0/device/vendor": "0x8086\n",
        ])
        var record = NetworkRecord(
            address: "rtsp://192.168.1.64/video", host: "192.168.1.64", place: "192.168.1.64", isEncrypted: false, hasUser: false,
            trouble: .init(kind: .noConnection, cause: "nothing answers at 192.168.1.64 (\(cause))"))
        withExtendedLifetime(tree) { record.neighbour = NeighbourTable.neighbour("192.168.1.64", tree.files) }
        #expect(withExtendedLifetime(tree) { NeighbourTable.neighbour("192.168.1.6", tree.files) } == nil)
        var snapshot = Snapshot(
            program: "test", time: "2026-11-29T00:00:00Z", subject: .init(kind: .network, name: "rtsp://192.168.1.64/video", isNamed: true))
        snapshot.network = .seen(record)
        let headline = try #require(Doctor.judge(snapshot).headline)
        #expect(headline.id == .networkNoAnswer && headline.message.contains(words), "\(headline)")
    }

    private func onvif(_ trouble: NetworkTrouble.Kind?, _ onvif: NetworkRecord.Onvif?) -> Snapshot {
        var snapshot = Snapshot(
            program: "test", time: "2026-11-25T00:00:00Z",
            subject: .init(kind: .network, name: "onvif:ada@door", isNamed: true))
        var record = NetworkRecord(
            address: "onvif:door", host: "door", place: "door", isEncrypted: false, hasUser: true,
            trouble: trouble.map { .init(kind: $0, cause: "the cause") })
        record.onvif = onvif
        snapshot.network = .seen(record)
        return snapshot
    }

    @Test(
        "an ONVIF camera: what it refuses is told with the way to find or to set it",
        arguments: [
            (NetworkTrouble.Kind.noAnswer, FindingID.networkNoAnswer, "candela list --network"),
            (.noConnection, .networkNoAnswer, "candela list --network"), (.notThere, .networkNoStream, "Turn ONVIF on"),
            (.notPictures, .networkNoStream, "Turn ONVIF on"),
            (.wrongPassword, .networkUnauthorized, "users for ONVIF"),
            (.noPassword, .networkUnauthorized, "candela doctor onvif:USER@door"),
            (.serverFails, .networkServerFails, "Restart"),
        ])
    func onvif(kind: NetworkTrouble.Kind, id: FindingID, words: String) throws {
        let headline = try #require(Doctor.judge(onvif(kind, nil)).headline)
        #expect(headline.id == id)
        let fixes = headline.fixes.map { $0.title + " " + $0.commands.joined(separator: " ") }.joined(separator: "\n")
        #expect(fixes.contains(words), "\(fixes)")
    }

    @Test(
        "a television standard is wrong only if lines or colours differ; the command names the source's",
        arguments: [
            // Decoded, sensed, the word in the command.
            (0xb000, 0x4000, nil), (0xff, 0x200, nil), (0xb000, 0, nil), (0xffffff, 0xff, nil), (0xff, 0x800, "pal-60"),
            (0xb000, 0xff0000, "secam"), (0xff, 0xb000, "ntsc"), (0xff, 0x100, "pal-M"),
        ] as [(UInt64, UInt64, String?)])
    func standards(_ decoded: UInt64, _ sensed: UInt64, _ word: String?) {
        var snapshot = Snapshot.healthy()
        snapshot.stream.value?.standard = decoded
        snapshot.stream.value?.sensedStandard = sensed
        let finding = Doctor.judge(snapshot).checks.flatMap(\.findings).first { $0.id == .streamStandard }
        let place = snapshot.chosen?.path ?? ""
        #expect(finding?.fixes.first?.commands.first == word.map { "v4l2-ctl -d \(place) --set-standard=\($0)" })
        #expect((finding == nil) == (word == nil))
    }

    @Test("a camera whose clock is wrong is noted, and one whose clock is nearly right is not")
    func clock() throws {
        for (offset, words) in [(-90000, "25 h behind"), (400, "7 min ahead of"), (3, nil), (nil, nil)]
            as [(Int?, String?)]
        {
            let record = NetworkRecord.Onvif(video: "rtsp://door/1", profile: "main", clockOffset: offset)
            let findings = Doctor.judge(onvif(nil, record)).notes
            let clock = findings.first { $0.id == .networkClockDiffers }
            #expect(clock.map { $0.message.contains(words ?? "?") } == words.map { _ in true }, "\(findings)")
            // It is no reason why nothing is read.
            #expect(clock?.severity != .fail)
        }
    }

    @Test(
        "a camera of PipeWire: the first broken link, with the words of the daemon or the portal",
        arguments: [
            (PipeWireTrouble.Kind.noDaemon, FindingID.pipeWireNoDaemon, CheckID.presence),
            (.noManager, .pipeWireNoManager, .presence), (.noCamera, .pipeWireNoCamera, .presence),
            (.noBus, .pipeWireNoPortal, .presence), (.noPortal, .pipeWireNoPortal, .presence),
            (.denied, .pipeWireDenied, .access), (.dismissed, .pipeWireUnanswered, .access),
            (.unanswered, .pipeWireUnanswered, .access), (.refused, .pipeWireRefused, .access),
            (.busy, .pipeWireBusy, .contention), (.noFormat, .pipeWireNoFormat, .stream),
            (.notLinked, .pipeWireNotLinked, .stream), (.noFrames, .pipeWireNoFrames, .stream),
            (.lost, .pipeWireLost, .stream), (.removed, .pipeWireLost, .stream), (.failed, .pipeWireFailed, .stream),
        ])
    func pipeWire(kind: PipeWireTrouble.Kind, id: FindingID, check: CheckID) throws {
        var snapshot = Snapshot(
            program: "test", time: "2026-11-25T00:00:00Z",
            subject: .init(kind: .pipeWire, name: "pipewire:Desk Camera", isNamed: true))
        snapshot.pipeWire = .seen(
            .init(
                address: "pipewire:Desk Camera", usesPortal: kind == .noPortal,
                camera: check < .contention
                    ? nil
                    : PipeWireCamera(
                        id: 40, serial: 51, name: "v4l2_input.desk", description: "Desk Camera", api: "v4l2",
                        devicePath: "/dev/video0", state: .running, clients: [.init(application: "Cheese", process: 77)]
                    ),
                trouble: .init(kind: kind, cause: "the cause")))
        let report = Doctor.judge(snapshot)
        let headline = try #require(report.headline)
        #expect(headline.id == id && report.verdict == .blocked)
        #expect(report.checks.first { $0.state == .fail }?.id == check)
        #expect(!headline.fixes.isEmpty)
        #expect(headline.evidence.contains { $0.value.contains("the cause") })
        #expect(report.checks.filter { $0.id > check }.allSatisfy { $0.state == .skip })
        // A name with a space is one word of every command.
        let commands = headline.fixes.flatMap(\.commands)
        #expect(
            commands.allSatisfy { !$0.contains("pipewire:Desk") || $0.contains("'pipewire:Desk Camera'") },
            "\(commands)")
        if kind == .busy { #expect(headline.message.contains("Cheese (process 77)")) }
    }

    @Test("PipeWire shares a camera: another program on it is no fault, and is named")
    func pipeWireShared() throws {
        var snapshot = Snapshot(
            program: "test", time: "2026-11-25T00:00:00Z",
            subject: .init(kind: .pipeWire, name: "pipewire:desk", isNamed: true))
        snapshot.pipeWire = .seen(
            .init(
                address: "pipewire:desk", usesPortal: false,
                camera: PipeWireCamera(
                    id: 40, serial: 51, name: "desk", state: .running, clients: [.init(application: "Cheese")])))
        let checks = Doctor.judge(snapshot).checks
        #expect(checks.prefix(3).map(\.id) == [.presence, .access, .contention])
        #expect(checks.prefix(3).allSatisfy { $0.state == .pass })
        #expect(checks[2].summary.contains("Cheese"))
    }

    @Test("after a sleep the camera is reset, by its own path and id; one plugged in since did not sleep")
    func sleep() throws {
        let sleeping = try #require(Self.streams.first)
        let finding = try #require(Doctor.judge(.healthy(sleeping.change)).headline)
        #expect(finding.message.contains("this machine has slept since"))
        #expect(finding.evidence.contains { $0.value.contains("resubmit") })
        #expect(finding.fixes.first?.commands.first?.hasSuffix("1-1/authorized") == true)
        #expect(finding.fixes.last?.commands == ["usbcore.quirks=046d:082d:b"])
        let plugged = Doctor.judge(
            .healthy {
                sleeping.change(&$0)
                $0.host.value?.kernelLog.value?.append("[ 3700.0] usb 1-1: New USB device found, idVendor=046d")
            })
        #expect(plugged.headline?.message.contains("slept") == false)
    }

    @Test("a Raspberry Pi's cut-down firmware is named before a switch that is on")
    func smallFirmware() throws {
        func message(_ configuration: [String], _ answer: String = "supported=0 detected=0") throws -> String {
            let report = Doctor.judge(
                .healthy {
                    $0.removeEverything()
                    $0.host.value?.machine = MachineRecord(platform: Platform())
                    $0.host.value?.machine?.platform.board = "Raspberry Pi 3 Model B Rev 1.2"
                    $0.host.value?.machine?.platform.isFromDeviceTree = true
                    $0.host.value?.machine?.bootConfiguration = configuration
                    $0.host.value?.machine?.firmwareCamera = answer
                })
            return try #require(report.headline).message
        }
        #expect(try message(["gpu_mem=16"]).contains("cut-down"))
        let on = try message(["start_x=1", "gpu_mem=16"])
        #expect(on.contains("cut-down") && !on.contains("no start_x"))
        #expect(try message([]).contains("no start_x=1"))
        #expect(try !message(["start_x=1", "gpu_mem=128"]).contains("no start_x"))
        #expect(try !message(["dtoverlay=imx219"]).contains("no start_x"))
    }

    @Test("beside a node that is no camera, only nodes that give pictures are named as cameras")
    func besideNoCamera() throws {
        func evidence(yieldsPictures: Bool) throws -> [EvidenceLine] {
            let report = Doctor.judge(
                .healthy {
                    let camera = $0.node
                    $0.nodes.value?.append(camera)
                    $0.node.nodeClass = "output"
                    $0.node.classReason = "it takes pictures and gives none"
                    $0.node.yieldsPictures = false
                    $0.nodes.value?[2].path = "/dev/video2"
                    $0.nodes.value?[2].yieldsPictures = yieldsPictures
                    $0.stopBefore()
                })
            return try #require(report.findings.first { $0.id == .nodeNotCapture }).evidence
        }
        #expect(try evidence(yieldsPictures: true).contains { $0.value.hasPrefix("/dev/video2") })
        #expect(try !evidence(yieldsPictures: false).contains { $0.value.hasPrefix("/dev/video2") })
    }

    @Test("raw data of Rockchip's receiver: its image processor's node, not libcamera")
    func rockchip() throws {
        let report = Doctor.judge(
            .healthy {
                $0.node.nodeClass = "needs-libcamera"
                $0.node.classReason = "it provides raw Bayer data only (BG10)"
                $0.node.driver = "rkcif"
                $0.node.yieldsPictures = false
                $0.stopBefore()
            })
        #expect(report.headline?.id == .deviceRawSensor)
        #expect(report.headline?.fixes.first?.commands.last?.contains("mainpath") == true)
    }

    @Test("a warning of the surroundings does not stand before what kept a code from being read")
    func headline() {
        func warning(_ id: FindingID) -> Finding {
            Finding(id, .warn, "it is so", evidence: [EvidenceLine("seen", "yes")], effect: "it has one")
        }
        let access = CheckReport(.access, findings: [warning(.accessWorldWritable)], passed: "")
        let stream = CheckReport(.stream, findings: [warning(.streamDropped)], passed: "")
        let symbol = CheckReport(.symbol, findings: [warning(.symbolSmall)], passed: "")
        let subject = Snapshot.Subject(kind: .camera, name: "/dev/video0", isNamed: true)
        let unread = DoctorReport(
            subject: subject, checks: [access, stream, symbol, CheckReport(.reader, .skip, "no code was read")])
        #expect(unread.headline?.id == .symbolSmall)
        let read = DoctorReport(
            subject: subject, checks: [access, stream, symbol, CheckReport(.reader, .pass, "read a code")])
        #expect(read.headline?.id == .streamDropped)
        // Without a word about the picture, the first warning about the camera itself.
        let blind = DoctorReport(
            subject: subject, checks: [access, stream, CheckReport(.reader, .unknown, "no picture")])
        #expect(blind.headline?.id == .streamDropped)
        let alone = DoctorReport(subject: subject, checks: [access, CheckReport(.reader, .pass, "read a code")])
        #expect(alone.headline?.id == .accessWorldWritable)
    }

    @Test(
        "containers of known programs are told in their own configuration's words",
        arguments: [
            ("frigate", "docker-compose.yml"), ("addon_core_motioneye", "ha addons restart core_motioneye"),
            ("homeassistant", "docker-compose.yml"), ("my-octoprint-1", "CAMERA_DEV=/dev/video0"),
        ])
    func knownPrograms(name: String, words: String) throws {
        var client = CameraClientRecord(.container, name: name)
        client.hasNode = false
        let report = Doctor.judge(.healthy { $0.client = client })
        let finding = try #require(report.findings.first { $0.id == .accessNodeMissing })
        #expect(finding.fixes.first?.commands.contains { $0.contains(words) } == true, "\(finding.fixes)")
        #expect(finding.fixes.count == 2)
    }

    @Test("in WSL a missing driver needs neither a reboot nor a package of a distribution")
    func driverInWSL() throws {
        for driver in [HostRecord.UVCDriver.unknown, .absent] {
            let report = Doctor.judge(
                .healthy {
                    $0.unbind(driver)
                    $0.host.value?.hasModulesFolder = driver == .absent
                    $0.surroundings = .seen(ContainerSigns(signs: [.init(.wsl, evidence: "/proc/version")]))
                })
            let finding = try #require(report.headline)
            #expect(finding.id == .deviceNoDriver && finding.message.contains("WSL"))
            let commands = finding.fixes.flatMap(\.commands)
            #expect(commands.contains("wsl --update"))
            #expect(!commands.contains { $0.contains("apt") || $0.contains("reboot") })
        }
    }

    @Test("a model that is known to start once is named as such, and reset before anything else")
    func startsOnce() throws {
        for breaks: @Sendable (inout Snapshot) -> Void in [
            { $0.breakStream { $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms") } },
            { $0.breakStream { $0.failure = .init(request: "VIDIOC_STREAMON", errno: "EPROTO", message: "no") } },
        ] {
            let report = Doctor.judge(
                .healthy {
                    $0.nodes.value?[0].title = "Elgato Facecam 4K"
                    $0.host.value?.usbCameras[0].productID = "9999"
                    breaks(&$0)
                })
            let finding = try #require(report.headline)
            #expect(finding.id == .streamNone && finding.message.contains("known to"), "\(finding.message)")
            #expect(finding.fixes.first?.title.contains("eset the camera") == true)
        }
    }

    @Test("an exposure set by hand is not blamed on the light")
    func manual() throws {
        let report = Doctor.judge(
            .healthy {
                $0.stream.value?.intervalsMs = Array(repeating: 200, count: 20)
                $0.stream.value?.settings?.exposureMode = 1
                $0.stream.value?.settings?.exposureTime = 2000
            })
        let finding = try #require(report.headline)
        #expect(finding.id == .streamSlowExposure && finding.message.contains("by hand to 200 ms"))
        #expect(!finding.message.contains("light") && !finding.fixes.contains { $0.title.contains("light") })
        #expect(finding.fixes.first?.commands.first?.hasPrefix("candela set auto_exposure=3 ") == true)
    }

    @Test("a low rate is blamed on the USB bus only where others share it, or it cannot carry the promised rate")
    func bus() {
        func headline(width: Int, neighbours: [String] = [], speed: Double = 480) -> FindingID? {
            Doctor.judge(
                .healthy {
                    $0.node.usbSpeed = speed
                    $0.stream.value?.format = .init(
                        fourCC: "YUYV", width: width, height: width * 3 / 4, framesPerSecond: 30, isCompressed: false)
                    $0.stream.value?.intervalsMs = Array(repeating: 60, count: 20)
                    $0.stream.value?.busNeighbours = neighbours
                }
            ).headline?.id
        }
        #expect(headline(width: 640) == nil, "147 of 197 Mb/s, alone on the bus")
        #expect(headline(width: 640, neighbours: ["/dev/video2 (another)"]) == .streamBandwidth)
        #expect(headline(width: 1024) == .streamBandwidth, "377 of 197 Mb/s")
        #expect(headline(width: 1024, speed: 5000) == nil, "USB 3 carries it")
    }

    @Test(
        "a card that its driver does not know gives no frame for that reason, and a number is named only if the driver has a list",
        arguments: [
            ("cx23885[0]: subsystem: 1cfa:0006, board: UNKNOWN/GENERIC [card=0,autodetected]", "cx23885", true, true),
            ("em28xx 1-1:1.0: Your board has no unique USB ID and thus need a hint to be detected.", "em28xx", true, true),
            ("em28xx 1-1:1.0: Your board has no unique USB ID.", "em28xx", false, false),
            (
                "em28xx 1-1:1.0: Your board has no unique USB ID and thus need a hint to be detected.\n[ 5.5] em28xx 1-1:1.0: Board detected as Gadmei UTV330+",
                "em28xx", false, false
            ),
            ("saa7134[0]: Board is currently unknown. You might try to use the card=<nr>", "em28xx", false, false),
        ])
    func unknownBoards(line: String, driver: String, isFound: Bool, hasNumber: Bool) throws {
        let report = Doctor.judge(
            .healthy {
                $0.node.driver = driver
                $0.host.value?.kernelLog = .seen(KernelLog.relevant("[    5.410244] \(line)"))
                $0.breakStream { $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms") }
            })
        let headline = try #require(report.headline)
        #expect(headline.id == .streamNone && headline.message.contains("does not know this board") == isFound, "\(headline)")
        #expect(headline.fixes.flatMap(\.commands).contains("sudo modprobe \(driver) card=NUMBER") == hasNumber, "\(headline.fixes)")
    }

    @Test("the remedies for a host controller that loses packets are its own")
    func weakHosts() throws {
        func fixes(_ driver: String, _ id: String?, _ log: [String]) throws -> [String] {
            let report = Doctor.judge(
                .healthy {
                    $0.host.value?.machine = MachineRecord(platform: Platform())
                    $0.host.value?.machine?.hostControllers["usb1"] = driver
                    if let id { $0.host.value?.machine?.hostControllerIDs = ["usb1": id] }
                    $0.host.value?.machine?.platform.board = "Raspberry Pi 4 Model B Rev 1.1"
                    $0.host.value?.kernelLog = .seen(log)
                    $0.breakStream { $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms") }
                })
            return try #require(report.headline).fixes.flatMap { [$0.title] + $0.commands }
        }
        let lost = ["[  412.6] uvcvideo: USB isochronous frame lost (-18)."]
        #expect(try fixes("xhci_hcd", "1106:3483", lost).contains("sudo rpi-eeprom-update -a"))
        // Without a sign of it the controller of every Pi 4 is not blamed.
        #expect(try !fixes("xhci_hcd", "1106:3483", []).contains("sudo rpi-eeprom-update -a"))
        #expect(try fixes("musb-hdrc", nil, []).contains("sudo modprobe uvcvideo nodrop=1 timeout=5000"))
        #expect(try fixes("dwc2", nil, []).contains { $0.contains("a newer kernel") })
    }

    @Test("the sockets of a Raspberry Pi are those of a hub on the board, which nobody can leave out")
    func solderedHub() throws {
        func message(_ key: String) throws -> String {
            let report = Doctor.judge(
                .healthy {
                    $0.host.value?.machine = MachineRecord(platform: Platform())
                    $0.host.value?.machine?.platform.board = "Raspberry Pi 3 Model B Rev 1.2"
                    $0.node.cameraKey = key
                    $0.breakStream { $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms") }
                })
            return try #require(report.headline).message
        }
        let root = "/sys/devices/platform/soc/3f980000.usb/usb1"
        #expect(try !message("\(root)/1-1/1-1.3").contains("hub"))
        #expect(try message("\(root)/1-1/1-1.3/1-1.3.2").contains("through a hub"))
    }

    @Test("a still picture of a grabber is no fault if a code was read from it")
    func stillSource() {
        let report = Doctor.judge(
            .healthy {
                $0.node.title = "HDMI to USB"
                $0.stream.value?.identicalRun = 40
                var picture = PictureSnapshots.live()
                picture.attempts = [
                    ReadingAttempt(
                        .asked, milliseconds: 5,
                        codes: [CodeEvidence(symbology: "qr", text: "a", byteCount: 1, reader: "zxing")])
                ]
                $0.picture = .seen(picture)
            })
        #expect(!report.findings.contains { $0.id == .streamFrozen })
    }

    @Test("a virtual camera that a program feeds is changed where that program has its settings")
    func relay() throws {
        func note(_ change: (inout Snapshot) -> Void) throws -> Finding {
            let report = Doctor.judge(
                .healthy {
                    $0.node.nodeClass = "loopback"
                    $0.node.driver = "v4l2 loopback"
                    $0.node.udevCapabilities = ":capture:video_output:"
                    change(&$0)
                })
            return try #require(report.notes.first { $0.id == .nodeAlsoOutput })
        }
        #expect(try note { _ in }.fixes.first?.commands.first == "sudo modprobe -r v4l2loopback")
        let fed = try note { $0.holders = .seen(.held(by: "gst-launch-1.0")) }
        #expect(fed.fixes.allSatisfy { $0.commands.isEmpty } && fed.fixes[0].title.contains("gst-launch-1.0"))
    }

    @Test("frames lost while other programs use the processor are not blamed on the transfer")
    func busy() throws {
        func message(waited: Double?) throws -> String {
            let report = Doctor.judge(
                .healthy {
                    $0.stream.value?.dropped = 9
                    $0.stream.value?.watchedMs = 1800
                    $0.stream.value?.waitedMs = waited
                })
            return try #require(report.headline).message
        }
        #expect(try message(waited: 900).contains("processor busy"))
        #expect(try message(waited: 20).contains("lost in transfer"))
        #expect(try message(waited: nil).contains("lost in transfer"))
    }

    @Test("one cause gives one finding: a disconnected camera, or only damaged frames")
    func once() {
        let gone = Doctor.judge(
            .healthy {
                $0.stream.value?.ending = .init(kind: .gone, message: "the device is gone")
                $0.stream.value?.settingsUnknown = "cannot read exposure_time_absolute: ENODEV"
            })
        #expect(gone.findings.map(\.id) == [.deviceDropped])
        let damaged = Doctor.judge(
            .healthy {
                $0.stream.value?.frames = 0
                $0.stream.value?.captured = 60
                $0.stream.value?.corrupt = 60
                $0.stream.value?.ending = .init(kind: .noFrame, message: "the 60 that came were all damaged")
            })
        #expect(damaged.findings.map(\.id) == [.streamCorrupt])
    }

    static let devices: [Broken] = [
        Broken("no camera", .deviceNone) { $0.removeEverything() },
        Broken("no camera in WSL", .deviceVirtualHost) {
            $0.removeEverything()
            $0.surroundings = .seen(ContainerSigns(signs: [.init(.wsl, evidence: "/proc/version")]))
        },
        Broken("uvcvideo not loaded", .deviceNoDriver) { $0.unbind(.available) },
        Broken("uvcvideo loaded, not bound", .deviceNoDriver) { $0.unbind(.loaded) },
        Broken("a kernel without uvcvideo", .deviceNoDriver) { $0.unbind(.absent) },
        Broken("modules gone after an upgrade", .deviceNoDriver) {
            $0.unbind(.absent)
            $0.host.value?.hasModulesFolder = false
        },
        Broken("attached to WSL, whose kernel has no driver", .deviceNoDriver) {
            $0.unbind(.unknown)
            $0.host.value?.hasModulesFolder = false
            $0.surroundings = .seen(ContainerSigns(signs: [.init(.wsl, evidence: "/proc/version")]))
        },
        Broken("uvcvideo blacklisted", .deviceDriverRefused) {
            $0.unbind(.available)
            $0.host.value?.blacklisting = ["/etc/modprobe.d/no-camera.conf: blacklist uvcvideo"]
        },
        Broken("a USB device not authorised", .deviceDriverRefused) {
            $0.unbind(.loaded)
            $0.host.value?.usbCameras[0].isAuthorized = false
        },
        Broken("an unsigned module under Secure Boot", .deviceDriverRefused) {
            $0.unbind(.available)
            $0.host.value?.kernelLog = .seen(["Loading of module with unavailable key is rejected"])
        },
        Broken("a camera behind a media controller", .deviceNeedsLibcamera) {
            $0.node.nodeClass = "needs-libcamera"
            $0.node.classReason = "driver unicam: Raspberry Pi camera receiver, it gives raw sensor data only"
            $0.node.yieldsPictures = false
            $0.stopBefore()
        },
        Broken("media devices without a video node", .deviceNeedsLibcamera) {
            $0.removeEverything()
            $0.host.value?.mediaDevices = 2
        },
        Broken("the driver behind the node is gone", .deviceDropped) { $0.refuse("ENODEV") },
        Broken("unplugged while streaming", .deviceDropped) {
            $0.stream.value?.ending = .init(
                kind: .gone, message: "cannot read frames from /dev/video0: the device is gone")
        },
        Broken("a USB 3 camera at USB 2 speed", .deviceSlowLink, .degraded) { $0.node.usbRelease = 0x0320 },
        Broken("a camera at full speed", .deviceSlowLink, .degraded) { $0.node.usbSpeed = 12 },
        Broken("controls that do not answer", .deviceControlsSilent, .degraded) {
            $0.stream.value?.settings = nil
            $0.stream.value?.settingsUnknown = "cannot read exposure_time_absolute: EIO"
        },
    ]

    static let access: [Broken] = [
        Broken("in no group, and no rule for this user", .accessNotPermitted) {
            $0.node.tags = []
            $0.refuse("EACCES")
        },
        Broken("no group may open it", .accessNotPermitted) {
            $0.node.access?.mode = 0o600
            $0.refuse("EACCES")
        },
        Broken("in the group, but not in this session", .accessStaleGroup) {
            $0.user = .seen(.ada(groups: [1000, 44], session: [1000]))
            $0.refuse("EACCES")
        },
        Broken("over ssh", .accessNoSeat) {
            $0.sessions.value?.sessions[0].seat = nil
            $0.sessions.value?.sessions[0].isRemote = true
            $0.refuse("EACCES")
        },
        Broken("over ssh, and a bad rule as well, which would help nobody here", .accessNoSeat) {
            $0.sessions.value?.sessions = []
            $0.rules.value?.problems = [.late]
            $0.refuse("EACCES")
        },
        Broken("the tag is given too late", .accessRuleOrder) {
            $0.rules.value?.problems = [.late]
            $0.refuse("EACCES")
        },
        Broken("no udev", .accessNoUdev) {
            $0.host.value?.hasUdev = false
            $0.node.access = NodeAccess(
                mode: 0o600, ownerID: 0, groupID: 0, owner: "root", group: "root",
                mayOpen: false)
            $0.refuse("EACCES")
        },
        Broken("no udev, but access", .accessNoUdev, .degraded) { $0.host.value?.hasUdev = false },
        Broken("a device filter", .accessDeviceCgroup) {
            $0.surroundings = .seen(.docker)
            $0.refuse("EPERM")
        },
        Broken("no node in the container", .accessNodeMissing) {
            $0.surroundings = .seen(.docker)
            $0.node.path = nil
            $0.node.open = .notTried
            $0.stopBefore()
        },
        Broken("a group without a name in the container", .accessGroupMismatch) {
            $0.surroundings = .seen(.docker)
            $0.node.access?.groupID = 995
            $0.node.access?.group = nil
            $0.refuse("EACCES")
        },
        Broken("a snap", .accessSandbox) {
            $0.user = .seen(.ada(groups: [1000, 44]))
            $0.surroundings = .seen(ContainerSigns(signs: [.init(.snap, evidence: "$SNAP", name: "candela")]))
            $0.refuse("EACCES")
        },
        Broken("a terminal that inherited a snap's variables, and no access", .accessNotPermitted) {
            $0.surroundings = .seen(ContainerSigns(signs: [.init(.snap, evidence: "$SNAP", name: "code")]))
            $0.refuse("EACCES")
        },
        Broken("a Flatpak with a device filter", .accessSandbox) {
            $0.surroundings = .seen(ContainerSigns(signs: [.init(.flatpak, evidence: "/.flatpak-info")]))
            $0.refuse("EPERM")
        },
        Broken("a Flatpak that has no devices, and has not asked", .accessSandbox) {
            $0.client = CameraClientRecord(.flatpak, name: "org.example.App")
            $0.client?.isFiltered = true
        },
        Broken("SELinux", .accessSecurityModule) {
            $0.user = .seen(.ada(groups: [1000, 44]))
            $0.host.value?.isSELinuxEnforcing = true
            $0.refuse("EACCES")
        },
        Broken("a /dev mounted nodev", .accessSecurityModule) {
            $0.user = .seen(.ada(groups: [1000, 44]))
            $0.host.value?.devMountOptions = "rw,nosuid,nodev"
            $0.refuse("EACCES")
        },
        Broken("everybody may write", .accessWorldWritable, .degraded) { $0.node.access?.mode = 0o666 },
    ]

    static let nodes: [Broken] = [
        Broken("the metadata node", .nodeMetadata) {
            $0.selection = .seen(SelectionRecord(sysname: "video1"))
            $0.stopBefore()
        },
        Broken("the infrared camera beside a colour one", .nodeInfrared, .degraded) {
            $0.node.nodeClass = "infrared"
            var colour = NodeRecord.picture
            colour.sysname = "video2"
            colour.path = "/dev/video2"
            $0.nodes.value?.append(colour)
        },
        Broken("an output node", .nodeNotCapture) {
            $0.node.nodeClass = "output"
            $0.node.yieldsPictures = false
            $0.stopBefore()
        },
        Broken("a loopback device that nobody feeds", .nodeNotCapture) {
            $0.node.nodeClass = "loopback"
            $0.node.yieldsPictures = false
            $0.stopBefore()
        },
        Broken("only nodes that are no cameras", .nodeNotCapture) {
            $0.nodes = .seen([.metadata])
            $0.node.nodeClass = "memory-to-memory"
            $0.host.value?.usbCameras = []
            $0.selection = .seen(SelectionRecord())
            $0.stopBefore()
        },
        Broken("a number that is no more", .nodeMoved) {
            $0.subject.name = "/dev/video7"
            $0.selection = .seen(SelectionRecord(failure: .init(.noSuchPath, "there is no such device")))
            $0.stopBefore()
        },
        Broken("another program streams", .nodeBusy) {
            $0.breakStream { $0.failure = .busy }
            $0.holders = .seen(.held(by: "zoom"))
        },
        Broken("pipewire streams", .nodeBusy) {
            $0.breakStream { $0.failure = .busy }
            $0.holders = .seen(.held(by: "wireplumber"))
        },
        Broken("somebody streams whom we cannot see", .nodeBusy) { $0.breakStream { $0.failure = .busy } },
        Broken("another run of ours streams", .nodeBusySelf) {
            $0.breakStream { $0.failure = .busy }
            var held = HoldersRecord.held(by: "candela")
            held.holders[0].isOurs = true
            $0.holders = .seen(held)
        },
        Broken("another program changes controls", .nodeDisturbed, .degraded) {
            $0.stream.value?.disturbances = [.init(control: "brightness", before: 128, after: 20)]
        },
    ]

    static let streams: [Broken] = [
        Broken("a camera that did not come back from the machine's sleep", .streamNone) {
            $0.host.value?.kernelLog = .seen([
                "[   10.1] usb 1-1: New USB device found, idVendor=046d, idProduct=082d",
                "[ 3600.5] PM: suspend exit", "[ 3601.1] uvcvideo 1-1:1.1: Failed to resubmit video URB (-19).",
            ])
            $0.breakStream { $0.ending = .init(kind: .noFrame, message: "no frame within 3 s") }
        },
        Broken("no bandwidth", .streamBandwidth) {
            $0.breakStream { $0.failure = .init(request: "VIDIOC_STREAMON", errno: "ENOSPC", message: "no bandwidth") }
        },
        Broken("no memory in one piece for the pictures", .streamMemory) {
            $0.breakStream { $0.failure = .init(request: "VIDIOC_REQBUFS", errno: "ENOMEM", message: "no memory") }
        },
        Broken("no alternate setting fast enough", .streamBandwidth) {
            $0.stream.value?.format = .init(
                fourCC: "YUYV", width: 1280, height: 720, framesPerSecond: 10, isCompressed: false)
            $0.breakStream {
                $0.failure = .init(request: "VIDIOC_STREAMON", errno: "EIO", message: "input/output error")
            }
        },
        Broken("a pipeline that is not linked", .streamPipeline) {
            $0.node.bus = "platform"
            $0.breakStream { $0.failure = .init(request: "VIDIOC_STREAMON", errno: "EPIPE", message: "not linked") }
        },
        Broken("a camera that offers no pictures", .streamNoFormat) {
            $0.breakStream {
                $0.failure = .init(
                    request: "choose a mode", errno: "",
                    message: "cannot capture from /dev/video0: it supports only Z16 (depth, not a picture)")
            }
        },
        Broken("SELinux denies the mapping of an open node", .accessSecurityModule) {
            $0.breakStream { $0.failure = .init(request: "mmap", errno: "EACCES", message: "permission denied") }
        },
        Broken("a camera that does not start", .streamNone) {
            $0.breakStream {
                $0.failure = .init(request: "VIDIOC_STREAMON", errno: "EIO", message: "input/output error")
            }
        },
        Broken("no frame comes", .streamNone) {
            $0.breakStream { $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms") }
        },
        Broken("a camera that has lost its program", .streamNone) {
            $0.breakStream {
                $0.offered = [
                    .init(fourCC: "YUYV", width: 160, height: 120, framesPerSecond: 30, isCompressed: false)
                ]
                $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms")
            }
        },
        Broken("uncompressed frames too large for the bus", .streamBandwidth) {
            $0.stream.value?.format = .init(
                fourCC: "YUYV", width: 2592, height: 1944, framesPerSecond: 2, isCompressed: false)
            $0.breakStream { $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms") }
        },
        Broken("a host controller that loses packets", .streamNone) {
            $0.host.value?.machine = MachineRecord(platform: Platform())
            $0.host.value?.machine?.hostControllers["usb1"] = "musb-hdrc"
            $0.breakStream { $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms") }
        },
        Broken("a grabber without a signal", .streamFrozen) {
            $0.node.title = "USB Video: USB Video"
            $0.stream.value?.identicalRun = 40
            $0.picture.value?.attempts = []
        },
        Broken("a supply voltage that breaks down", .deviceLowVoltage, .degraded) {
            $0.host.value?.kernelLog = .seen(["[   99.1] Under-voltage detected! (0x00050005)"])
            $0.stream.value?.dropped = 9
        },
        Broken("a camera key that lets blank pictures through", .lightCovered) {
            $0.host.value?.machine = MachineRecord(platform: Platform())
            $0.host.value?.machine?.switches = [
                .init(
                    path: "/sys/class/firmware-attributes/maker/attributes/block_recording/current_value", value: "1",
                    isOff: true)
            ]
            for index in ($0.nodes.value ?? []).indices { $0.nodes.value?[index].usbRemovable = "fixed" }
            $0.picture = .seen(
                PictureSnapshots.live().changed {
                    ($0.frames[0].mean, $0.frames[0].standardDeviation) = (248, 2)
                    $0.candidates = []
                })
        },
        Broken("frames stop coming", .streamNone) {
            $0.stream.value?.ending = .init(kind: .noFrame, message: "none came in 2000 ms")
        },
        Broken("an input without signal", .streamNone) { $0.stream.value?.inputFaults = ["no-signal"] },
        Broken("a grabber of NTSC whose decoder senses PAL", .streamStandard, .degraded) {
            $0.stream.value?.standard = 0xb000
            $0.stream.value?.sensedStandard = 0xff
        },
        Broken("a grabber of PAL whose pictures come as NTSC's", .streamStandard, .degraded) {
            $0.stream.value?.standard = 0xff
            $0.stream.value?.intervalsMs = [Double](repeating: 1001.0 / 30, count: 30)
        },
        Broken("the same frame again and again", .streamFrozen) { $0.stream.value?.identicalRun = 40 },
        Broken("a loopback that repeats a frame", .streamFrozen, .degraded) {
            $0.stream.value?.identicalRun = 40
            $0.node.bus = "virtual"
        },
        Broken("every frame damaged", .streamCorrupt) {
            $0.breakStream {
                $0.corrupt = 60
                $0.captured = 60
                $0.ending = .init(kind: .noFrame, message: "the 60 that came were all damaged")
            }
        },
        Broken("some frames damaged", .streamCorrupt, .degraded) { $0.stream.value?.corrupt = 6 },
        Broken("no picture decodes, of those that were not passed over", .streamCorrupt) {
            $0.stream.value?.corrupt = 20
            $0.stream.value?.undecodable = 20
            // Of the 48 that came.
            $0.stream.value?.superseded = 28
        },
        Broken("frames lost", .streamDropped, .degraded) { $0.stream.value?.dropped = 9 },
        Broken("frames lost on a busy machine", .streamDropped, .degraded) {
            $0.stream.value?.dropped = 9
            $0.stream.value?.waitedMs = 900
        },
        Broken("slow by an exposure set by hand", .streamSlowExposure, .degraded) {
            $0.stream.value?.intervalsMs = Array(repeating: 200, count: 20)
            $0.stream.value?.settings?.exposureMode = 1
            $0.stream.value?.settings?.exposureTime = 2000
        },
        Broken("slow by long exposure", .streamSlowExposure, .degraded) {
            $0.stream.value?.intervalsMs = Array(repeating: 66.7, count: 20)
            $0.stream.value?.settings?.mayLowerFrameRate = true
            $0.stream.value?.settings?.exposureTime = 660
        },
        Broken("uncompressed where MJPG is three times as fast", .streamUncompressed, .degraded) {
            $0.stream.value?.format = .init(
                fourCC: "YUYV", width: 1280, height: 720, framesPerSecond: 10, isCompressed: false)
            $0.stream.value?.intervalsMs = Array(repeating: 100, count: 20)
        },
        Broken("decoding slower than frames", .streamDecodeSlow, .degraded) {
            $0.stream.value?.decodeMs = Array(repeating: 240, count: 8)
        },
        Broken("decoding slower than frames, by the processor's time", .streamDecodeSlow, .degraded) {
            $0.stream.value?.decodeMs = Array(repeating: 900, count: 8)
            $0.stream.value?.decodeProcessorMs = Array(repeating: 240, count: 8)
        },
        Broken("settings lost at a replug", .profileLost, .degraded) {
            $0.profile = .seen(
                .init(name: "bench", differences: [.init(control: "gain", saved: "12", current: "0", isDefault: true)]))
        },
    ]
}

extension Snapshot {
    mutating func removeEverything() {
        host.value?.usbCameras = []
        host.value?.videoNames = []
        host.value?.mediaDevices = 0
        nodes = .seen([])
        selection = .seen(SelectionRecord())
        subject.isNamed = false
        stopBefore()
    }

    fileprivate mutating func unbind(_ driver: HostRecord.UVCDriver) {
        removeEverything()
        host.value?.uvcDriver = driver
        var camera = USBCameraRecord(interface: "1-1:1.0")
        camera.product = "HD Pro Webcam C920"
        host.value?.usbCameras = [camera]
    }
}

extension StreamRecord.Failure {
    static let busy = Self(request: "VIDIOC_S_FMT", errno: "EBUSY", message: "another program is using the camera")
}

extension HoldersRecord {
    static func held(by name: String) -> HoldersRecord {
        HoldersRecord(holders: [.init(processID: 4711, name: name, user: "ada", isOurs: false)], limitation: nil)
    }
}

extension ContainerSigns {
    static let docker = ContainerSigns(signs: [.init(.docker, evidence: "/.dockerenv")])
}

extension RuleProblem {
    static let late = RuleProblem(
        .lateUaccess, file: "/etc/udev/rules.d/99-camera.rules", line: 1, costsAccess: true,
        "The tag uaccess is given after 73-seat-late.rules has used it.")
}
