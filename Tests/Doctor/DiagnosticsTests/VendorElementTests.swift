// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing

@Suite("elements of GStreamer that come with one maker's system")
struct VendorElementTests {
    /// What is to be done about an element that a service lacks, on a board.
    private func remedy(_ element: String, on board: String?) -> String {
        Doctor.judge(
            .healthy { snapshot in
                var machine = MachineRecord(platform: Platform())
                machine.platform.board = board
                snapshot.host.value?.machine = machine
                var client = CameraClientRecord(.unit, name: "watch.service")
                client.hasNode = true
                client.user = snapshot.user.value
                client.missingElement = MissingElement(name: element, line: "WARNING: erroneous pipeline: no element \"\(element)\"")
                snapshot.client = client
            }
        ).headline?.fixes.first.map { ([$0.title] + $0.commands).joined(separator: "\n") } ?? ""
    }

    @Test("on a Jetson, its system has them, or has dropped them")
    func onJetson() {
        let board = "NVIDIA Jetson Orin Nano Developer Kit"
        #expect(remedy("nvarguscamerasrc", on: board).contains("nvidia-l4t-gstreamer"))
        #expect(remedy("nvoverlaysink", on: board).contains("nv3dsink"))
        #expect(remedy("omxh264enc", on: board).contains("nvv4l2h264enc"))
    }

    @Test("elsewhere, nobody is sent to a Jetson's packages")
    func elsewhere() {
        let board = "Raspberry Pi 4 Model B Rev 1.4"
        #expect(remedy("nvarguscamerasrc", on: board).contains("libcamerasrc"))
        #expect(remedy("nvv4l2camerasrc", on: board).contains("libcamerasrc"))
        #expect(remedy("omxh264enc", on: board).contains("v4l2h264enc"))
        for element in ["nvarguscamerasrc", "nvvidconv", "nvv4l2decoder", "omxh264dec"] {
            #expect(!remedy(element, on: board).contains("l4t"), "\(element)")
            #expect(!remedy(element, on: board).isEmpty, "\(element)")
        }
        // DeepStream has it for graphics cards, too.
        #expect(!remedy("nvv4l2decoder", on: "Dell Inc. Precision 5820").contains("this machine is none"))
        #expect(remedy("nvvidconv", on: "Dell Inc. Precision 5820").contains("videoconvert"))
    }

    @Test("a board that is not known can be a Jetson")
    func unknown() {
        #expect(remedy("nvarguscamerasrc", on: nil).contains("If this machine is none"))
        #expect(!remedy("nvarguscamerasrc", on: nil).contains("and this machine is none"))
        #expect(remedy("nvarguscamerasrc", on: "Raspberry Pi 4 Model B Rev 1.4").contains("and this machine is none"))
    }
}
