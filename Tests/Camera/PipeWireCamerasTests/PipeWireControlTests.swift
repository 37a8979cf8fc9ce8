// SPDX-License-Identifier: Apache-2.0

import CameraControls
import PipeWireCameras
import Testing

@Suite("Controls of PipeWire's cameras")
struct PipeWireControlTests {
    private func property(
        _ id: UInt32, _ kind: PipeWireProperty.Kind = .integer, _ name: String? = "x", _ low: Double = 0,
        _ high: Double = 255,
        _ initial: Double = 128, step: Double = 1, menu: [ControlMenuItem] = []
    ) -> PipeWireProperty {
        PipeWireProperty(
            id: id, kind: kind, name: name, minimum: low, maximum: high, initial: initial, step: step, menu: menu)
    }

    @Test("a V4L2 camera's properties have V4L2's numbers, SPA's own those of their twins")
    func numbers() {
        let (order, known) = PipeWireControls.controls(
            of: [
                property(0x20001), property(0x20008), property(0x0198_090c, .boolean), property(0x019a_0902),
                property(0x019a_090a), property(0x20006),
            ], api: "v4l2")
        #expect(
            order == [
                .brightness, .sharpness, .autoWhiteBalance, .exposureTimeAbsolute, .focusAbsolute, .exposure,
            ])
        #expect(known[.focusAbsolute]?.id == 0x019a_090a)
    }

    @Test("SPA's exposure is the absolute one where there is no other, as since PipeWire 0.3.66")
    func exposure() {
        #expect(PipeWireControls.controls(of: [property(0x20006)], api: "v4l2").order == [.exposureTimeAbsolute])
        #expect(PipeWireControls.controls(of: [property(0x20006)], api: "libcamera").order == [.exposure])
    }

    @Test("numbers of libcamera's are not taken for V4L2's")
    func libcamera() {
        // The number of a control of libcamera's that, as a V4L2 number, would be another control.
        let id = PipeWireProperty.custom + ControlID.gain.rawValue
        let order = PipeWireControls.controls(of: [property(id), property(0x100_0001)], api: "libcamera").order
        #expect(!order.contains(.gain))
        #expect(order.allSatisfy { $0.rawValue >= 0x7c00_0000 } && Set(order).count == 2)
    }

    @Test("kinds, ranges and menus; parts of a whole are thousandths, and come back unchanged")
    func descriptions() throws {
        let menu = [ControlMenuItem(index: 1, label: "Manual"), ControlMenuItem(index: 3, label: "Automatic")]
        let mode = property(0x019a_0901, .integer, "Auto Exposure", 1, 3, 3, step: 0, menu: menu).description(
            as: .autoExposure)
        #expect(mode.kind == .menu && mode.menu == menu && mode.defaultValue == 3 && mode.step == 1)
        let flag = property(0x0198_090c, .boolean, nil, 1, 1, 1).description(as: .autoWhiteBalance)
        #expect(flag.kind == .boolean && flag.minimum == 0 && flag.maximum == 1 && !flag.name.isEmpty)
        let real = property(0x20001, .float, "Brightness", -1, 1, 0.25, step: 0)
        let described = real.description(as: .brightness)
        #expect(described.minimum == -1000 && described.maximum == 1000 && described.defaultValue == 250)
        #expect(real.number(real.whole(0.125)) == 0.125)
        #expect(property(1, .double, "n", -.infinity, .nan, 1e300).description(as: .gamma).minimum == 0)
    }
}
