// SPDX-License-Identifier: Apache-2.0

import Testing

extension DoctorLaboratory {
    @Suite("the device and its driver")
    struct Device {
        @Test("no camera at all is device.none, for every user")
        func none() async throws {
            let laboratory = try await Laboratory.shared()
            for user in [GuestUser.root, .stranger] {
                try await laboratory.doctor(as: user).expect(
                    "device.none", evidence: ["/sys/class/video4linux: no node"])
            }
        }

        @Test("a camera without its driver: unbound, not loaded, disabled in two ways, not authorised")
        func driver() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let name = camera.node.dropFirst("/dev/".count)
                let interface = try await laboratory.require(
                    "basename $(readlink -f /sys/class/video4linux/\(name)/device)"
                ).trimmed
                let device = "/sys/bus/usb/devices/\(interface.prefix { $0 != ":" })"
                try await laboratory.require("echo \(interface) >/sys/bus/usb/drivers/uvcvideo/unbind")
                try await laboratory.doctor(as: .stranger).expect(
                    "device.no-driver", evidence: ["\(interface)/driver: none", "uvcvideo: loaded"], "unbound")

                try await laboratory.require("echo 0 >\(device)/authorized")
                try await laboratory.doctor(camera.node, as: .stranger).expect(
                    "device.driver-refused", evidence: ["\(device)/authorized: 0"], "not authorised")
                try await laboratory.require("echo 1 >\(device)/authorized")
                try await camera.waitForNode(present: true)

                try await laboratory.require("modprobe -r uvcvideo")
                try await laboratory.doctor().expect(
                    "device.no-driver", evidence: ["uvcvideo: on disk, not loaded"], "not loaded")
                for line in ["blacklist uvcvideo", "install uvcvideo /bin/false"] {
                    let file = "/etc/modprobe.d/no-camera.conf"
                    try await laboratory.require("echo '\(line)' >\(file)")
                    let answer = try await laboratory.doctor()
                    try await laboratory.require("rm \(file)")
                    answer.expect("device.driver-refused", evidence: ["\(file): \(line)"], line)
                }
                try await laboratory.require("modprobe uvcvideo")
                try await camera.waitForNode(present: true)
                try await laboratory.doctor("--size", "320x240").expectHealthy()
            }
        }

        @Test("unplugged during the check: only device.dropped is reported")
        func unplugged() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(arguments: ["--at", "12:unplug"]) { camera in
                let answer = try await laboratory.doctor("--size", "320x240")
                answer.expect("device.dropped", evidence: ["ENODEV"])
                #expect(answer.finding("device.controls-silent") == nil)
            }
        }

        @Test("a driver unbound while it streams: device.dropped, then device.no-driver")
        func unbound() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let interface = try await laboratory.require(
                    "basename $(readlink -f /sys/class/video4linux/\(camera.node.dropFirst(5))/device)"
                ).trimmed
                let doctor = try laboratory.startDoctor([camera.node, "--size", "320x240"])
                try await camera.waitForJournal("stream") { $0.contains { $0["event"].string == "stream_on" } }
                try await laboratory.require("echo \(interface) >/sys/bus/usb/drivers/uvcvideo/unbind")
                try await laboratory.end(doctor).expect("device.dropped", evidence: ["ENODEV"])
                try await laboratory.doctor().expect("device.no-driver")
            }
        }

        @Test("a camera on a USB 1 link that still streams: device.slow-link")
        func slowLink() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(arguments: ["--speed", "full"]) { camera in
                try await laboratory.doctor(camera.byID, "--size", "320x240").expect(
                    "device.slow-link", "degraded", evidence: ["speed: 12 Mb/s"])
            }
        }

        @Test("a camera that streams but answers no control request: device.controls-silent")
        func controlsSilent() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                for control in ["auto_exposure", "exposure_time_absolute", "gain", "focus_absolute", "brightness"] {
                    try await camera.obey("stall \(control)")
                }
                try await laboratory.doctor("--size", "320x240").expect(
                    "device.controls-silent", "degraded", evidence: ["VIDIOC_G_EXT_CTRLS", "EIO"])
            }
        }
    }
}
