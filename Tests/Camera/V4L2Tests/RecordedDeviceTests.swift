// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Foundation
import Frames
import TestSupport
import Testing
import V4L2

@Suite("Recorded devices")
struct RecordedDeviceTests {
    private func device(_ name: String) throws -> VideoDevice {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings/\(name).txt")
        let recording = try #require(KernelRecording(text: try String(contentsOf: file, encoding: .utf8)))
        #expect(KernelRecording(text: recording.text) == recording)
        return try VideoDevice(path: "/dev/video0", kernel: ReplayKernel(recording, at: "/dev/video0"))
    }

    @Test("a webcam under uvcvideo says what it is")
    func capability() throws {
        let capability = try device("uvc-webcam").capability()
        #expect(capability.driver == "uvcvideo")
        #expect(
            capability.isCapture && capability.canStream && !capability.isMultiPlanar && !capability.isMemoryToMemory)
        #expect(capability.labels == ["video-capture", "ext-pix-format", "streaming"])
        // The whole device also has a metadata node; this node has not.
        #expect(capability.capabilities & 0x0080_0000 != 0 && capability.deviceCaps & 0x0080_0000 == 0)
    }

    @Test("a webcam's formats, sizes and intervals are read to their end")
    func formats() throws {
        let camera = try device("uvc-webcam")
        let formats = try camera.pixelFormats(multiPlanar: false)
        #expect(formats.map(\.fourCC.description) == ["YUYV", "MJPG"])
        #expect(formats.map(\.isCompressed) == [false, true])
        let sizes = [(640, 480), (320, 240), (1280, 720)].map { FrameSize(width: $0.0, height: $0.1) }
        #expect(try camera.frameSizes(FourCC("MJPG")!) == .discrete(sizes))
        let intervals = try camera.frameIntervals(FourCC("YUYV")!, sizes[2])
        #expect(intervals.fastest?.framesPerSecond == 30)
        guard case .discrete(let all) = intervals else { return #expect(Bool(false), "uvcvideo lists its intervals") }
        #expect(all.map { $0.framesPerSecond.rounded() } == [30, 10, 5])
        #expect(try camera.captureFormat(multiPlanar: false).size == sizes[0])
    }

    @Test("a webcam's controls have their kinds, ranges, flags and menus")
    func controls() throws {
        let camera = try device("uvc-webcam")
        let controls = try camera.controls()
        let exposure = try #require(controls.first { $0.id == .exposureTimeAbsolute })
        #expect(exposure.key == "exposure_time_absolute")
        #expect((exposure.minimum, exposure.maximum, exposure.defaultValue) == (1, 5000, 156))
        #expect(exposure.flags.contains(.inactive))
        let mode = try #require(controls.first { $0.id == .autoExposure })
        #expect(mode.kind == .menu)
        #expect(mode.menu.map(\.index) == [1, 3])
        #expect(mode.menu.map(\.label) == ["Manual Mode", "Aperture Priority Mode"])
        #expect(try camera.value(of: .autoExposure) == .integer(3))
        #expect(controls.first?.kind == .controlClass)
        #expect(controls.map(\.id) == controls.map(\.id).sorted())
    }

    @Test("vivid has one control of every type, and each is understood")
    func everyType() throws {
        let camera = try device("vivid-webcam")
        let controls = try camera.controls()
        func control(_ key: String) throws -> ControlDescription { try #require(controls.first { $0.key == key }) }
        #expect(try control("button").kind == .button)
        #expect(try control("boolean").kind == .boolean)
        #expect(try control("integer_32_bits").minimum == Int64(Int32.min))
        #expect(try control("integer_64_bits").maximum == .max)
        #expect(try control("menu").menu.map(\.index) == [1, 3, 4])
        #expect(try control("string").kind == .string)
        #expect(try control("bitmask").kind == .bitmask)
        #expect(try camera.value(of: control("bitmask").id) == .integer(0x8000_2000))
        #expect(try control("integer_menu").menu.map(\.label) == ["2", "3", "5", "8", "13", "21", "42"])
        #expect(try control("u8_2x3x4x5_array").dimensions == [2, 3, 4, 5])
        #expect(try control("area").kind == .compound(0x106))
        #expect(try control("read_only_integer_32_bits").flags.contains(.readOnly))
        #expect(controls.allSatisfy { if case .unknown = $0.kind { false } else { true } })
    }

    @Test("a button has no value to read")
    func button() throws {
        let camera = try device("vivid-webcam")
        let button = try #require(try camera.controls().first { $0.kind == .button })
        let error = #expect(throws: ControlError.self) { try camera.value(of: button.id) }
        #expect(error?.kind == .notPermitted)
    }

    @Test("a control the camera has not is named as such")
    func unknownControl() throws {
        let camera = try device("uvc-webcam")
        let error = #expect(throws: ControlError.self) { try camera.value(of: .flashLEDMode) }
        #expect(error?.kind == .unknownControl || error?.kind == .failed)
        #expect(error?.description.contains("0x009c0901") == true)
    }

    @Test("the multi-planar interface gives the same kinds of answers")
    func multiPlanar() throws {
        let camera = try device("vivid-multiplanar")
        let capability = try camera.capability()
        #expect(capability.isMultiPlanar && capability.isCapture)
        let formats = try camera.pixelFormats(multiPlanar: true)
        #expect(formats.contains { $0.fourCC == FourCC("NM12")! })
        let format = try camera.captureFormat(multiPlanar: true)
        #expect(format.isMultiPlanar && format.sizeImage > 0 && format.bytesPerLine >= format.size.width)
        guard case .discrete(let sizes) = try camera.frameSizes(FourCC("NM12")!) else {
            return #expect(Bool(false), "vivid's webcam lists its sizes")
        }
        #expect(sizes.contains(FrameSize(width: 640, height: 480)))
    }
}
