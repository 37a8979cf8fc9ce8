// SPDX-License-Identifier: Apache-2.0

import Frames
import PipeWireCameras
import Testing

@Suite("Choosing a camera of PipeWire")
struct PipeWireSelectionTests {
    private static let desk = PipeWireCamera(
        id: 40, serial: 51, name: "v4l2_input.platform-vhci_hcd.0-usb-0_1_1.0", description: "Desk Camera (V4L2)",
        api: "v4l2", devicePath: "/dev/video0", role: "Camera")
    private static let deskAgain = PipeWireCamera(
        id: 41, serial: 52, name: "libcamera_input.usb-1", description: "Desk Camera", api: "libcamera",
        libcameraID: "usb-1:1.0-1209:0001", role: "Camera")
    private static let virtual = PipeWireCamera(
        id: 60, serial: 80, name: "obs-camera", description: "OBS Virtual Camera", role: "Camera")
    private static let screen = PipeWireCamera(id: 30, serial: 30, name: "screen", role: "Screen")

    @Test(
        "an address is taken apart",
        arguments: [
            ("pipewire", false, nil, "pipewire:", "pipewire"), ("pipewire:", false, nil, "pipewire:", "pipewire"),
            ("portal:", true, nil, "portal:", "portal"), ("portal:Desk", true, "Desk", "portal:Desk", "portal:Desk"),
            ("pipewire:a:b", false, "a:b", "pipewire:a:b", "pipewire:a:b"),
        ] as [(String, Bool, String?, String, String)])
    func addresses(text: String, usesPortal: Bool, query: String?, name: String, label: String) throws {
        let address = try #require(PipeWireAddress(text))
        #expect(address.usesPortal == usesPortal && address.query == query)
        #expect(address.name == name && address.label == label)
    }

    @Test(
        "other texts are no addresses",
        arguments: ["", "pipewires", "Portal:", "pipe wire:", "/dev/video0", "portals:x"])
    func others(text: String) { #expect(PipeWireAddress(text) == nil) }

    @Test(
        "by name, number, description, device, and a part of these",
        arguments: [
            ("v4l2_input.platform-vhci_hcd.0-usb-0_1_1.0", 40), ("51", 40), ("desk camera (v4l2)", 40),
            ("/dev/video0", 40),
            ("obs", 60), ("virtual", 60), ("libcamera_input", 41),
            // The plain description is one camera's whole name, although the other's begins with it.
            ("Desk Camera", 41),
        ] as [(String, UInt32)])
    func found(query: String, id: UInt32) {
        let cameras = [Self.screen, Self.virtual, Self.deskAgain, Self.desk]
        guard case .one(let camera) = PipeWireSelection.choose(query, from: cameras) else {
            Issue.record("not found: \(query)")
            return
        }
        #expect(camera.id == id)
    }

    @Test("one device that is there through V4L2 and libcamera is no ambiguity; two devices are one")
    func several() {
        #expect(PipeWireSelection.choose("desk", from: [Self.deskAgain, Self.desk]) == .one(Self.desk))
        var second = Self.desk
        (second.id, second.serial, second.name) = (44, 90, "v4l2_input.other")
        #expect(PipeWireSelection.choose("desk", from: [Self.desk, second]) == .several([Self.desk, second]))
        #expect(PipeWireSelection.choose("nothing", from: [Self.desk]) == PipeWireSelection.Choice.none)
    }

    @Test("without a name: a device before a program, V4L2 first, what failed last; a picture of the screen never")
    func best() {
        #expect(
            PipeWireSelection.ranked([Self.screen, Self.virtual, Self.deskAgain, Self.desk]).map(\.id) == [
                40, 41, 60, 30,
            ])
        var broken = Self.desk
        broken.state = .error
        #expect(PipeWireSelection.choose(nil, from: [broken, Self.virtual]) == .one(Self.virtual))
        #expect(PipeWireSelection.choose(nil, from: [Self.screen]) == PipeWireSelection.Choice.none)
    }

    @Test("a daemon is looked for where its library looks, and only there")
    func socket() {
        func has(_ variables: [String: String], _ files: Set<String>) -> Bool {
            PipeWirePresence.hasSocket(environment: { variables[$0] }, exists: { files.contains($0) })
        }
        #expect(has(["XDG_RUNTIME_DIR": "/run/user/1"], ["/run/user/1/pipewire-0"]))
        #expect(!has(["XDG_RUNTIME_DIR": "/run/user/1"], ["/run/user/2/pipewire-0"]))
        #expect(has(["PIPEWIRE_RUNTIME_DIR": "/x", "XDG_RUNTIME_DIR": "/y"], ["/x/pipewire-0"]))
        #expect(has(["PIPEWIRE_REMOTE": "other", "XDG_RUNTIME_DIR": "/y"], ["/y/other"]))
        #expect(has(["PIPEWIRE_REMOTE": "/s"], ["/s"]) && !has(["PIPEWIRE_REMOTE": "/s"], ["/run/pipewire/pipewire-0"]))
        #expect(has([:], ["/run/pipewire/pipewire-0"]) && !has([:], []))
    }

    @Test("a device's time is believed if it is a recent one of this clock; a program's has no meaning")
    func time() {
        func moment(_ told: Int64, isDevice: Bool = true) -> Bool {
            let (time, origin) = PictureMoment.of(told: told, arrival: 50_000_000_000, isDevice: isDevice)
            #expect((origin == .frameEnd) == (time.nanoseconds == told), "\(told)")
            return origin == .frameEnd
        }
        #expect(moment(49_990_000_000) && moment(50_001_000_000))
        #expect(!moment(0) && !moment(-5) && !moment(30_000_000_000) && !moment(51_000_000_000))
        #expect(!moment(49_990_000_000, isDevice: false))
    }
}
