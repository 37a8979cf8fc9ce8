// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing
import UserSession

@Suite("a RealSense camera that the installed librealsense does not support")
struct UnsupportedRealSenseTests {
    private func note(_ product: String, _ libraries: [String], vendor: String = "8086") -> Finding? {
        let report = Doctor.judge(
            .healthy { snapshot in
                var machine = MachineRecord(platform: Platform())
                machine.realSenseLibraries = libraries
                snapshot.host.value?.machine = machine
                snapshot.host.value?.usbCameras[0].vendorID = vendor
                snapshot.host.value?.usbCameras[0].productID = product
            }
        )
        return (report.findings + report.notes).first { $0.message.contains("librealsense") }
    }

    private func library(_ version: String) -> String { "/usr/lib/x86_64-linux-gnu/librealsense2.so.\(version)" }

    @Test("F200, R200 and ZR300 need version 1, whatever version 2 is installed")
    func legacy() throws {
        for product in ["0a66", "0a80", "0ABF", "0acb", "0ad0"] {
            let finding = try #require(note(product, [library("2.25.0"), library("2.50.0")]))
            #expect(finding.severity == .note && finding.message.contains("(2.50.0) does not support"), "\(finding)")
            #expect(finding.fixes.contains { $0.commands.contains { $0.contains("v1.12.1") } }, "\(finding)")
        }
    }

    @Test("SR300, SR305 and L515 are supported up to 2.54")
    func dropped() {
        for product in ["0aa5", "0b48", "0b64"] {
            #expect(note(product, [library("2.55.1")])?.message.contains("no longer supports") == true)
            #expect(note(product, [library("2.54.2")]) == nil)
            // Two versions, of which a program may use either.
            #expect(note(product, [library("2.56.4"), "/usr/local/lib/librealsense2.so.2.50.0"]) == nil)
        }
    }

    @Test("there is no finding without librealsense 2, with a camera that it supports, or with damaged evidence")
    func others() {
        #expect(note("0a66", []) == nil)
        #expect(note("0b07", [library("2.25.0")]) == nil)
        #expect(note("0a66", [library("2.25.0")], vendor: "046d") == nil)
        for version in ["", "2", "2.25", "2..0", "1.12.1", "2.99999999999999999999.0", "2.25.0.1"] { #expect(note("0a66", [library(version)]) == nil) }
    }

    @Test("the library is found in the system's folders and ROS', by its full version, and only beside such a camera")
    func found() throws {
        let names = [library("2.25.0"), library("2.25"), "/opt/ros/noetic/lib/x86_64-linux-gnu/librealsense2.so.2.50.0"], legacy = "/usr/local/lib/librealsense.so.1.12.1"
        for (product, count) in [("0a66", 2), ("0b07", 0)] {
            var files = ["/sys/bus/usb/devices/2-4/idVendor": "8086", "/sys/bus/usb/devices/2-4/idProduct": product]
            for name in names { files[name] = "" }
            let tree = try MachineTree(files)
            withExtendedLifetime(tree) { #expect(RealSenseLibrary.find(tree.files).count == count) }
            tree.write(legacy, "")
            withExtendedLifetime(tree) { #expect(RealSenseLibrary.find(tree.files).isEmpty) }
        }
    }
}
