// SPDX-License-Identifier: Apache-2.0

import CameraControls
import CameraListings
import Frames
import Testing

@Suite("listings of v4l2-ctl")
struct CameraListingTests {
    @Test("a list of v4l-utils 1.22 and newer")
    func new() throws {
        let listing = CameraListing(
            name: "x",
            text: """
                # usb id: 046d:082d (with H.264)
                Driver Info:
                \tDriver name      : uvcvideo
                \tCard type        : A: B
                \tCapabilities     : 0x84a00001
                \tDevice Caps      : 0x04200001
                Streaming Parameters Video Capture:
                \tCapabilities     : timeperframe

                User Controls

                                     brightness 0x00980900 (int)    : min=-64 max=64 step=1 default=0 value=-3
                                  auto_exposure 0x009a0901 (menu)   : min=0 max=3 default=3 value=1 (Manual Mode)
                \t\t\t\t1: Manual Mode
                \t\t\t\t3: Aperture Priority Mode
                         exposure_time_absolute 0x009a0902 (int)    : min=3 max=2047 step=1 default=250 value=333 flags=inactive, volatile
                ioctl: VIDIOC_ENUM_FMT
                \tType: Video Capture

                \t[0]: 'MJPG' (Motion-JPEG, compressed)
                \t\tSize: Discrete 1920x1080
                \t\t\tInterval: Discrete 0.033s (30.000 fps)
                \t\t\tInterval: Discrete 0.042s (24.000 fps)
                \t[1]: 'NV12' (Y/CbCr 4:2:0)
                \t\tSize: Stepwise 32x32 - 2592x1944 with step 8/8
                """)
        #expect(listing.usbID == "046d:082d" && listing.driver == "uvcvideo")
        let node = try #require(listing.nodes.first)
        #expect(listing.nodes.count == 1 && node.capabilities == 0x84a0_0001 && node.deviceCaps == 0x0420_0001)
        #expect(node.controls.map(\.value) == [-3, 1, 333])
        #expect(node.controls[1].description.menu.map(\.index) == [1, 3])
        #expect(node.controls[2].description.flags == [.inactive, .volatile])
        #expect(node.formats.map(\.fourCC.description) == ["MJPG", "NV12"])
        #expect(node.formats[0].sizes.map(\.rates) == [[30, 24]])
        #expect(node.formats[1].range?.step == FrameSize(width: 8, height: 8))
    }

    @Test("a list of v4l-utils 1.12: names without numbers, formats with an index line")
    func old() throws {
        let listing = CameraListing(
            name: "x",
            text: """
                                 exposure_auto (menu)   : min=0 max=3 default=3 value=3
                                \t1: Manual Mode
                                \t3: Aperture Priority Mode
                             exposure_absolute (int)    : min=5 max=20000 step=1 default=156 value=40
                error 5 getting ext_ctrl Pan (Absolute)
                ioctl: VIDIOC_ENUM_FMT
                \tIndex       : 0
                \tType        : Video Capture
                \tPixel Format: 'YUYV'
                \tName        : YUYV 4:2:2
                \t\tSize: Discrete 640x480
                \t\t\tInterval: Discrete 0.033s (30.000 fps)
                \tIndex       : 1
                \tPixel Format: 'MJPG' (compressed)
                """)
        let node = try #require(listing.nodes.first)
        #expect(node.controls.map(\.description.id) == [.autoExposure, .exposureTimeAbsolute, .panAbsolute])
        #expect(node.controls.last?.failure == 5)
        #expect(node.formats.map(\.fourCC.description) == ["YUYV", "MJPG"])
        #expect(node.formats[0].sizes.first?.rates == [30])
    }

    @Test("several nodes in one text")
    func several() {
        let listing = CameraListing(
            name: "x",
            text: """
                /dev/video0:
                \t[0]: 'Z16 ' (16-bit Depth)
                /dev/video1: no format (metadata)
                /dev/video2 (infrared):
                \t[0]: 'GREY' (8-bit Greyscale)
                Driver Info:
                \tDriver name      : uvcvideo
                Driver Info:
                \tDriver name      : uvcvideo
                """)
        #expect(listing.nodes.map(\.path) == ["/dev/video0", "/dev/video1", "/dev/video2", nil])
        #expect(listing.nodes[1].hasNoFormat)
        #expect(listing.nodes.map { $0.formats.map(\.fourCC.description) } == [["Z16"], [], ["GREY"], []])
    }

    @Test("any text gives a listing")
    func rubbish() {
        for text in [
            "", ":::", "[9]", "[x]: 'YUYV'", "Size: Discrete 9x", "a (int) :", "x 0xzz (int) : min=1", "{", "((",
        ] {
            #expect(CameraListing(name: "x", text: text).controls.isEmpty)
        }
        let extremes = CameraListing(
            name: "x", text: "hue 0x00980903 (int) : min=-9223372036854775808 max=9223372036854775807 step=9 default=5")
        #expect(extremes.controls.first.flatMap { ControlUnit($0.description) } == nil)
    }
}
