// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Cameras
import Frames
import TestSupport
import Testing
import V4L2

/// Cameras whose firmware does other than it tells, over a kernel that answers reads from its cache.
@Suite("Cameras that lie, over a fake kernel")
struct LyingCameraTests {
    private static let brightness = ControlDescription(
        id: .brightness, name: "Brightness", kind: .integer, maximum: 255, defaultValue: 128)
    private static let zoom = ControlDescription(
        id: .zoomAbsolute, name: "Zoom, Absolute", kind: .integer, minimum: 100, maximum: 500, defaultValue: 100)
    private static let exposure = ControlDescription(
        id: .exposureTimeAbsolute, name: "Exposure Time, Absolute", kind: .integer, minimum: 5, maximum: 20_000,
        defaultValue: 156)
    private static let mode = ControlDescription(
        id: .autoExposure, name: "Auto Exposure", kind: .menu, maximum: 3, defaultValue: 3,
        menu: [
            ControlMenuItem(index: 1, label: "Manual Mode"), ControlMenuItem(index: 3, label: "Aperture Priority Mode"),
        ])

    private func camera(
        _ lies: LyingControls.Lies, _ formats: String...
    ) -> (kernel: FakeStreamKernel, controls: LyingControls) {
        let sizes = DescribedCamera.Sizes.discrete([(small, [30])])
        let controls = LyingControls(
            DescribedCamera(formats.map { (FourCC($0)!, sizes) }),
            [Self.brightness, Self.zoom, Self.exposure, Self.mode],
            lies)
        let kernel = FakeStreamKernel(description: controls, bufferLength: 8192)
        kernel.play(
            settling([UInt8](repeating: 9, count: 2 * small.area))
                + settling([UInt8](repeating: 9, count: 2 * small.area)))
        return (kernel, controls)
    }

    private func wish(_ settings: [ControlSetting]) -> StreamWish {
        var wish = StreamWish(source: "the profile bench")
        wish.settings = settings
        return wish
    }

    @Test("settings of the profile in force are written again once the stream runs, although they read back")
    func forgets() throws {
        let (kernel, controls) = camera(.forgets, "GREY")
        let device = try VideoDevice(path: "/dev/video7", kernel: kernel)
        let settings: [ControlSetting] = [
            ControlSetting(.exposureTimeAbsolute, .integer(80)), ControlSetting(.brightness, .integer(200)),
            ControlSetting(.autoExposure, .integer(1)),
        ]
        try device.set(settings)
        let camera = try kernel.opener.open(.query("7"), request: CaptureRequest()) { _, _ in wish(settings) }
        // The camera has lost them, and the kernel does not know.
        #expect(controls.held(.brightness) == 128)
        #expect(try camera.controls?.value(of: .brightness) == .integer(200))
        _ = try #require(try camera.source.nextFrame(timeout: .seconds(60)))
        #expect(controls.held(.brightness) == 200)
        #expect(controls.held(.exposureTimeAbsolute) == 80 && controls.held(.autoExposure) == 1)
    }

    @Test("what this program has set since the start is not overwritten")
    func ownSettings() throws {
        let (kernel, controls) = camera(.forgets, "GREY")
        let settings = [ControlSetting(.brightness, .integer(200)), ControlSetting(.zoomAbsolute, .integer(100))]
        let camera = try kernel.opener.open(.query("7"), request: CaptureRequest()) { _, controls in
            try? controls.set(settings)
            return wish(settings)
        }
        // As `scan --zoom 2x` does.
        try camera.controls?.set([ControlSetting(.zoomAbsolute, .integer(200))])
        _ = try #require(try camera.source.nextFrame(timeout: .seconds(60)))
        #expect(controls.held(.brightness) == 200 && controls.held(.zoomAbsolute) == 200)
    }

    @Test("a camera that is known to lose its settings keeps those that somebody set, without a profile")
    func known() throws {
        let (kernel, controls) = camera(.forgets, "GREY")
        let device = try VideoDevice(path: "/dev/video7", kernel: kernel)
        try device.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.exposureTimeAbsolute, .integer(156)),
        ])
        let quirks = try #require(CameraQuirks.of(model: nil, name: "Anker PowerConf C200: Anker Pow"))
        let opener = CameraOpener(locator: QuirkyCamera(known: quirks), kernel: kernel)
        let camera = try opener.open(.query("7"), request: CaptureRequest())
        #expect(controls.held(.autoExposure) == 3)
        _ = try #require(try camera.source.nextFrame(timeout: .seconds(60)))
        #expect(controls.held(.autoExposure) == 1 && controls.held(.exposureTimeAbsolute) == 156)
    }

    @Test("formats that a model only announces are left out, unless the user names one; it is started once")
    func broken() throws {
        var quirks = try #require(CameraQuirks.of(model: "0fd9:0078", name: nil))
        #expect(quirks.brokenFormats == ["NV12", "YU12"] && quirks.startsOnce)
        quirks.brokenFormats = ["GREY"]
        let (kernel, _) = camera(.hangs, "GREY", "YUYV")
        let opener = CameraOpener(locator: QuirkyCamera(known: quirks), kernel: kernel)
        let camera = try opener.open(.query("7"), request: CaptureRequest())
        #expect(camera.source.format.fourCC == FourCC("YUYV"))
        #expect(camera.notes.contains { $0.contains("GREY") && $0.contains("broken pictures") })
        #expect(camera.switching == nil)
        let (other, _) = self.camera([], "GREY", "YUYV")
        let named = CameraOpener(locator: QuirkyCamera(known: quirks), kernel: other)
        let asked = try named.open(.query("7"), request: CaptureRequest(fourCC: FourCC("GREY")))
        #expect(asked.source.format.fourCC == FourCC("GREY"))
    }

    @Test("a camera that obeys only some exposure times is set to one of them")
    func grid() throws {
        let (kernel, controls) = camera(.grid, "GREY")
        let quirks = try #require(CameraQuirks.of(model: "045e:0779", name: nil))
        let opener = CameraOpener(locator: QuirkyCamera(known: quirks), kernel: kernel)
        let device = try opener.node("7").device
        try device.set([ControlSetting(.exposureTimeAbsolute, .integer(100))])
        #expect(controls.held(.exposureTimeAbsolute) == 20_000)
        let wanted = try WantedSetting(
            "exposure", "10ms", lookup: ControlLookup(try device.controls()), clamps: false
        ) { _ in nil }
        try device.set([ControlSetting(wanted.control.id, wanted.value)])
        #expect(controls.held(.exposureTimeAbsolute) == 78)
    }

    @Test("one control that answers EIO leaves the others; a timeout is told apart")
    func failing() throws {
        let (kernel, controls) = camera([], "GREY")
        controls.fail(.brightness, with: .inputOutput)
        let device = try VideoDevice(path: "/dev/video7", kernel: kernel)
        #expect(try device.value(of: .zoomAbsolute) == .integer(100))
        let failure = #expect(throws: ControlError.self) { try device.value(of: .brightness) }
        #expect(failure?.isTimeout == false)
        controls.fail(.brightness, with: .timedOut)
        let slow = #expect(throws: ControlError.self) { try device.value(of: .brightness) }
        #expect(slow?.isTimeout == true)
    }
}

/// A camera of a model of which something is known.
private struct QuirkyCamera: NodeLocator {
    var known: CameraQuirks

    func locate(_ query: String?) throws(CameraError) -> (path: String, identity: String, reason: String?) {
        ("/dev/video7", "usb-lab_camera_1", nil)
    }

    func quirks(ofNodeAt path: String) -> CameraQuirks? { known }
}
