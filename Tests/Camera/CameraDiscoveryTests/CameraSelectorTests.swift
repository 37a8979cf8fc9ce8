// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Testing
import Udev

@Suite struct CameraSelectorTests {
    /// The error of a selection that must fail.
    private func failure(_ machine: FakeMachine, _ query: String?) throws -> SelectionError {
        try #require(throws: SelectionError.self) { _ = try machine.finder.select(query) }
    }

    private var laptopWithC920: FakeMachine {
        var machine = FakeMachine()
        machine.addHelloPair(from: 0)
        machine.plugC920("1-2", from: 4)
        machine.files["/home/ada/cam"] = .characterDevice(DeviceNumber(major: 81, minor: 4))
        return machine
    }

    // MARK: Nothing asked

    @Test("without a query the external camera is chosen, with the reason")
    func prefersPluggedIn() throws {
        let choice = try laptopWithC920.finder.select(nil)
        #expect(
            choice.sentence
                == "using /dev/video4 (HD Pro Webcam C920): it was plugged in and /dev/video0 is built in")
        #expect(try laptopWithC920.finder.select("").node == choice.node)
    }

    @Test("a camera that cannot be opened ranks after one that can")
    func prefersOpenable() throws {
        var machine = laptopWithC920
        machine.answers["/dev/video4"] = denied
        let choice = try machine.finder.select(nil)
        #expect(choice.sentence == "using /dev/video0 (Integrated Camera): /dev/video2 is an infrared camera")
    }

    @Test("a camera comes before a grabber, although the grabber was plugged in")
    func prefersCamera() throws {
        var machine = FakeMachine()
        machine.addHelloPair(from: 0)
        machine.addUSB("1-2", vendor: "0fd9", product: "0066", name: "Cam Link 4K")
        machine.addUVC(
            "1-2", number: 4, index: 0, name: "Cam Link 4K: Cam Link 4K", caps: ":capture:", properties: [:],
            answer: answer("uvcvideo", card: "Cam Link 4K: Cam Link 4K", 0x0420_0001, "NV12 YUYV"))
        let choice = try machine.finder.select(nil)
        #expect(choice.node.sysname == "video0")
        machine.answers["/dev/video0"] = denied
        machine.answers["/dev/video2"] = denied
        #expect(try machine.finder.select(nil).node.sysname == "video4")
    }

    @Test("colour comes before infrared, which comes before loopback")
    func prefersColour() throws {
        var machine = FakeMachine()
        machine.addLoopback(0, name: "OBS", answer: answer("v4l2 loopback", 0x0520_0001, "YUYV"))
        #expect(
            try machine.finder.select(nil).sentence == "using /dev/video0 (OBS): the only camera that can capture video"
        )
        machine.addHelloPair(from: 1)
        #expect(try machine.finder.select(nil).node.sysname == "video1")
        machine.answers["/dev/video1"] = denied
        #expect(try machine.finder.select(nil).node.sysname == "video3")
        machine.answers["/dev/video3"] = denied
        #expect(try machine.finder.select(nil).node.sysname == "video0")
    }

    @Test("a node with nothing but H.264 comes after one of the same camera with pictures, whatever their numbers")
    func prefersPictures() throws {
        var machine = FakeMachine()
        machine.plugC920("1-1", from: 0, serial: "A")
        machine.plugC920("1-2", from: 2, serial: "B")
        machine.answers["/dev/video0"] = answer("uvcvideo", card: "HD Pro Webcam C920", 0x0420_0001, "H264")
        let choice = try machine.finder.select(nil)
        #expect(
            choice.sentence
                == "using /dev/video2 (HD Pro Webcam C920): /dev/video0 gives only H264, and no pictures")
        // Where there is no other, its own reason is the answer.
        machine.answers["/dev/video2"] = denied
        #expect(try machine.finder.select(nil).node.sysname == "video0")
        // A format that is not known may be one of libv4lconvert's.
        machine.answers["/dev/video0"] = answer("uvcvideo", card: "HD Pro Webcam C920", 0x0420_0001, "H264 S561")
        machine.answers["/dev/video2"] = answer("uvcvideo", card: "HD Pro Webcam C920", 0x0420_0001, "YUYV MJPG")
        #expect(try machine.finder.select(nil).node.sysname == "video0")
    }

    @Test("of equal cameras the lowest number wins, nine before ten")
    func prefersLowestNumber() throws {
        var machine = FakeMachine()
        machine.plugC920("1-1", from: 10, serial: "B")
        machine.plugC920("1-2", from: 8, serial: "A")
        let choice = try machine.finder.select(nil)
        #expect(choice.sentence == "using /dev/video8 (HD Pro Webcam C920): it has the lowest number")
    }

    @Test("a machine without video nodes says what to do")
    func reportsNoCamera() throws {
        let error = try failure(FakeMachine(), nil)
        #expect(error.kind == .noCamera)
        #expect(
            error.description
                == "cannot find a camera: the kernel lists no video device. Plug in a camera while candela list --watch runs, or use sim: for the simulated camera."
        )
    }

    @Test("nodes that are no cameras are each named with what they are")
    func reportsNoUsableCamera() throws {
        var machine = FakeMachine()
        machine.addNode(
            under: "/sys/devices/platform/codec", driver: "bcm2835-codec", sysname: "video10", minor: 10, name: "codec",
            answer: answer("bcm2835-codec", 0x0420_4000))
        machine.addLoopback(11, name: "OBS", answer: answer("v4l2 loopback", 0x0520_0002))
        let error = try failure(machine, nil)
        #expect(error.kind == .noUsableCamera)
        #expect(
            error.description.contains(
                "/dev/video10 is a memory-to-memory node (a codec or scaler), not a camera and /dev/video11 is a loopback device that no program feeds"
            ))
    }

    @Test("when nothing can be opened, the best camera's reason is the answer")
    func reportsAccessOfBest() throws {
        var machine = FakeMachine()
        machine.plugC920()
        machine.answers["/dev/video0"] = denied
        machine.accesses["/dev/video0"]?.mayOpen = false
        let error = try failure(machine, nil)
        #expect(error.kind == .accessDenied)
        #expect(
            error.description
                == "cannot open /dev/video0: permission denied (EACCES) (crw-rw---- root:video). Add yourself to its group: sudo usermod -aG video \"$USER\", then log in again."
        )
    }

    // MARK: Asked by path

    @Test(
        "a node is found by its path and by any link to it",
        arguments: [
            "/dev/video4", "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_1234ABCD-video-index0",
            "/dev/v4l/by-path/pci-0000:00:14.0-usb-0:2:1.0-video-index0", "/home/ada/cam", "video4",
        ])
    func findsByPath(_ path: String) throws {
        #expect(try laptopWithC920.finder.select(path).node.sysname == "video4")
    }

    @Test("a link's choice says which node it is")
    func namesLinkedNode() throws {
        let choice = try laptopWithC920.finder.select("/home/ada/cam")
        #expect(choice.sentence == "using /dev/video4 (HD Pro Webcam C920): /home/ada/cam refers to it")
    }

    @Test("an infrared camera is taken when asked for")
    func takesInfrared() throws {
        #expect(try laptopWithC920.finder.select("/dev/video2").node.nodeClass == .infrared)
    }

    @Test("a missing device lists the available cameras")
    func reportsMissing() throws {
        let error = try failure(laptopWithC920, "/dev/video9")
        #expect(error.kind == .noSuchDevice)
        #expect(
            error.description.hasPrefix("cannot open /dev/video9: there is no such device; the cameras are /dev/video4")
        )
        #expect(error.candidates.map(\.sysname) == ["video4", "video0", "video2"])
    }

    @Test("a device without a node suggests a container")
    func reportsMissingNode() throws {
        var machine = FakeMachine()
        machine.plugC920()
        machine.files["/dev/video0"] = nil
        for query in ["/dev/video0", "video0"] {
            let error = try failure(machine, query)
            #expect(error.kind == .noDeviceNode)
            #expect(error.description.contains("the kernel knows video0"))
            #expect(error.description.contains("--device /dev/video0"))
        }
    }

    @Test("a path that is not a video node is described")
    func reportsNotVideo() throws {
        var machine = laptopWithC920
        machine.files["/dev/null"] = .characterDevice(DeviceNumber(major: 1, minor: 3))
        machine.files["/tmp/"] = .folder
        machine.files["./a.png"] = .regularFile
        machine.files["/run/fifo"] = .other
        for (path, what) in [
            ("/dev/null", "another kind of device (1:3)"), ("/tmp/", "a directory"), ("./a.png", "a regular file"),
            ("/run/fifo", "not a character device"),
        ] {
            let error = try failure(machine, path)
            #expect(error.kind == (path == "/dev/null" ? .otherDevice : .notVideoNode))
            #expect(error.description.contains("cannot use \(path) as a camera: it is \(what), not a video node"))
        }
    }

    @Test("a node whose number no camera has: after a replug, and not another kind of device")
    func reportsStaleNode() throws {
        var machine = laptopWithC920
        machine.files["/dev/video9"] = .characterDevice(DeviceNumber(major: 81, minor: 9))
        let error = try failure(machine, "/dev/video9")
        #expect(error.kind == .staleNode)
        #expect(
            error.description.hasPrefix("cannot open /dev/video9: no camera has its number (81:9) now"),
            "\(error.description)")
    }

    @Test("a metadata node: the same camera's capture node instead")
    func reportsMetadata() throws {
        let error = try failure(laptopWithC920, "/dev/video5")
        #expect(error.kind == .wrongClass(.metadata))
        #expect(
            error.description
                == "cannot capture from /dev/video5: it is a metadata node, which does not capture video; device_caps 0x4a00000 has META_CAPTURE and not VIDEO_CAPTURE. Use /dev/video4, the capture node of the same camera."
        )
        #expect(error.candidates.map(\.sysname) == ["video4"])
    }

    @Test(
        "nodes of other classes suggest an alternative",
        arguments: [
            (UInt32(0x0420_0002), "vivid", NodeClass.output, "Use /dev/video4 (HD Pro Webcam C920)."),
            (0x0420_8000, "vim2m", .memoryToMemory, "Use /dev/video4"),
            (0x2420_0001, "unicam", .needsLibcamera, "libcamera:"),
        ])
    func reportsWrongClass(_ caps: UInt32, _ driver: String, _ expected: NodeClass, _ next: String) throws {
        var machine = laptopWithC920
        machine.addNode(
            under: "/sys/devices/platform/x", driver: driver, sysname: "video20", minor: 20, name: "x",
            answer: answer(driver, caps))
        let error = try failure(machine, "/dev/video20")
        #expect(error.kind == .wrongClass(expected))
        #expect(error.description.contains(next), "\(error.description)")
    }

    @Test("a sub-device is rejected by its class")
    func reportsSubdevice() throws {
        var machine = laptopWithC920
        machine.addNode(under: "/sys/devices/platform/x", driver: "x", sysname: "v4l-subdev0", minor: 30, name: "lens")
        let error = try failure(machine, "/dev/v4l-subdev0")
        #expect(error.kind == .wrongClass(.subdevice))
    }

    @Test("a loopback device without producer is refused with what to start")
    func reportsNoProducer() throws {
        var machine = FakeMachine()
        machine.addLoopback(0, name: "OBS", answer: answer("v4l2 loopback", 0x0520_0002))
        let error = try failure(machine, "/dev/video0")
        #expect(error.kind == .noProducer)
        #expect(error.description.hasSuffix("Start the program that feeds it, or choose another camera."))
    }

    // MARK: Access

    @Test("EACCES and EPERM are kept apart")
    func keepsErrnosApart() throws {
        var machine = FakeMachine()
        machine.plugC920()
        machine.answers["/dev/video0"] = forbidden
        let error = try failure(machine, "/dev/video0")
        #expect(error.kind == .notPermitted)
        #expect(error.description.contains("(EPERM)"))
        #expect(error.description.contains("--device /dev/video0"))
        #expect(!error.description.contains("usermod"))
    }

    @Test("joining a group is not suggested if no group has access, or if the mode already allows access")
    func proposesNoUselessGroup() throws {
        var machine = FakeMachine()
        machine.plugC920()
        machine.answers["/dev/video0"] = denied
        machine.accesses["/dev/video0"] = NodeAccess(mode: 0o600, owner: "root", group: "root", mayOpen: false)
        #expect(try failure(machine, "/dev/video0").description.contains("udev's rules have not run"))
        machine.accesses["/dev/video0"] = NodeAccess(mode: 0o666, owner: "root", group: "root", mayOpen: true)
        #expect(try failure(machine, "/dev/video0").description.contains("a security module denies it"))
    }

    @Test("a camera unplugged during the probe is gone, a busy one is still chosen")
    func tellsGoneFromBusy() throws {
        var machine = FakeMachine()
        machine.plugC920()
        machine.answers["/dev/video0"] = .failure(NodeOpenFailure(openErrno: 19))
        #expect(try failure(machine, "/dev/video0").kind == .gone)
        machine.answers["/dev/video0"] = .failure(NodeOpenFailure(openErrno: 16))
        #expect(try machine.finder.select("/dev/video0").node.sysname == "video0")
    }

    // MARK: Asked by serial or name

    @Test(
        "a camera is found by serial, identity, name, or part of it in any case",
        arguments: ["1234ABCD", "usb-046d_HD_Pro_Webcam_C920_1234ABCD", "HD Pro Webcam C920", "c920", "webcam"])
    func findsByName(_ query: String) throws {
        #expect(try laptopWithC920.finder.select(query).node.sysname == "video4")
    }

    @Test("a name of a device with two cameras means the colour one")
    func prefersColourOfNamed() throws {
        #expect(try laptopWithC920.finder.select("integrated").node.sysname == "video0")
    }

    @Test("several cameras of one name: all listed with where they are plugged in")
    func reportsAmbiguous() throws {
        var machine = FakeMachine()
        machine.plugC920("1-2", from: 0, serial: "A")
        machine.plugC920("1-3", from: 2, serial: "B")
        let error = try failure(machine, "c920")
        #expect(error.kind == .ambiguous)
        #expect(error.candidates.map(\.sysname) == ["video0", "video2"])
        #expect(
            error.description
                == "cannot choose a camera for \"c920\": 2 cameras match. Use one of /dev/video0 (HD Pro Webcam C920, /dev/v4l/by-path/pci-0000:00:14.0-usb-0:2:1.0-video-index0) and /dev/video2 (HD Pro Webcam C920, /dev/v4l/by-path/pci-0000:00:14.0-usb-0:3:1.0-video-index0)."
        )
        #expect(try machine.finder.select("B").node.sysname == "video2")
    }

    @Test("a serial two cameras share is ambiguous, too")
    func reportsSharedSerial() throws {
        var machine = FakeMachine()
        machine.plugC920("1-2", from: 0, serial: "SN0001")
        machine.plugC920("1-3", from: 2, serial: "SN0001")
        #expect(try failure(machine, "SN0001").kind == .ambiguous)
    }

    @Test("a whole name wins over being part of another")
    func prefersWholeName() throws {
        var machine = FakeMachine()
        for (number, name) in [(0, "Cam Two"), (1, "Cam")] {
            machine.addNode(
                under: "/sys/devices/platform/c.\(number)", driver: "x", sysname: "video\(number)", minor: number,
                name: name, answer: answer("x", card: name, 0x0400_0001, "YUYV"))
        }
        #expect(try machine.finder.select("cam").node.sysname == "video1")
    }

    @Test("an unknown name lists the available cameras")
    func reportsNoMatch() throws {
        let error = try failure(laptopWithC920, "brio")
        #expect(error.kind == .noMatch)
        #expect(error.description.hasPrefix("cannot find a camera named \"brio\": the cameras are /dev/video4"))
    }
}
