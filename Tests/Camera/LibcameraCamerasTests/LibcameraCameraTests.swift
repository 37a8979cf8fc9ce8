// SPDX-License-Identifier: Apache-2.0

import Frames
import LibcameraCameras
import Testing

@Suite("cameras of libcamera")
struct LibcameraCameraTests {
    private static let front = LibcameraCamera(id: "\\_SB_.PCI0.LNK1", model: "ov02c10", location: .front)
    private static let back = LibcameraCamera(id: "/base/soc/i2c0mux/i2c@1/imx708@1a", model: "imx708", location: .back)
    private static let wide = LibcameraCamera(id: "/base/soc/i2c0mux/i2c@0/imx708@1a", model: "imx708_wide")

    @Test(
        "are chosen by id, model or a part of them",
        arguments: [
            (back.id, back), ("imx708", back), ("IMX708_WIDE", wide), ("ov02", front), ("i2c@0", wide),
        ])
    func chosen(text: String, camera: LibcameraCamera) throws {
        #expect(try LibcameraCamera.choose(text, from: [Self.front, Self.back, Self.wide]) == camera)
    }

    @Test("without a name, one that does not look at the user comes first")
    func first() throws {
        #expect(try LibcameraCamera.choose("", from: [Self.front, Self.back]) == Self.back)
        #expect(try LibcameraCamera.choose("", from: [Self.front]) == Self.front)
    }

    @Test("none, several and unknown ones are told apart")
    func refused() {
        func kind(_ text: String, _ cameras: [LibcameraCamera]) -> LibcameraError.Kind? {
            do throws(LibcameraError) {
                _ = try LibcameraCamera.choose(text, from: cameras)
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(kind("", []) == .noCamera)
        #expect(kind("ov5647", [Self.back]) == .noCamera)
        #expect(kind("i2c@", [Self.back, Self.wide]) == .ambiguous)
    }

    @Test("where there is none, the last error of libcamera's log is told, without its time and thread")
    func logged() {
        func told(_ log: [String]) -> String {
            do throws(LibcameraError) {
                return try LibcameraCamera.choose("", from: [], log: log).id
            } catch {
                return error.description
            }
        }
        #expect(told([]) == "cannot find a camera of libcamera: it lists none; run candela doctor libcamera: to see why")
        let error = "[0:05:12.30] [9311] ERROR V4L2 v4l2_device.cpp:94 'uvc[0]': Failed to open: Input/output error"
        let warning = "[0:05:12.31] [9311]  WARN CameraSensor camera_sensor.cpp:1 no size"
        let without = #"it lists none and logs "ERROR V4L2 v4l2_device.cpp:94 'uvc[0]': Failed to open: Input/output error";"#
        #expect(told([error, warning]).contains(without))
        #expect(told([warning]).contains(#"logs "WARN CameraSensor camera_sensor.cpp:1 no size";"#))
    }

    @Test(
        "formats have V4L2's names",
        arguments: [("RG24", "BGR3"), ("BG24", "RGB3"), ("NV12", "NV12"), ("XR24", "XR24"), ("R8", "GREY"), ("MJPG", "MJPG")])
    func formats(drm: String, v4l2: String) throws {
        let code = try #require(FourCC(drm)).rawValue
        let name = try #require(FourCC(v4l2))
        #expect(LibcameraFormat.fourCC(drm: code) == name)
        #expect(LibcameraFormat.drm(name) == code)
        if case .unknown = PixelFormat(name) { Issue.record("\(v4l2) is not in the table of formats") }
    }

    @Test("times of both clocks are understood, and others are not believed")
    func times() {
        let now = FrameTimestamp(nanoseconds: 5_000_000_000_000)
        let asleep: Int64 = 3_600_000_000_000
        func time(_ nanoseconds: Int64) -> (FrameTimestamp, isKnown: Bool) {
            LibcameraFrameSource.monotonic(
                UInt64(nanoseconds), now: now, sinceBoot: now.nanoseconds + asleep)
        }
        let taken = FrameTimestamp(nanoseconds: now.nanoseconds - 20_000_000)
        #expect(time(taken.nanoseconds) == (taken, true))
        #expect(time(taken.nanoseconds + asleep) == (taken, true))
        #expect(time(0) == (now, false))
        #expect(time(now.nanoseconds + 1_000_000_000) == (now, false))
        #expect(time(Int64.max) == (now, false))
    }
}
