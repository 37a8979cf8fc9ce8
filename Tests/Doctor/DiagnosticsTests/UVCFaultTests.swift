// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing

@Suite("cameras that break the rules of their class")
struct UVCFaultTests {
    /// The headline for a camera with these ids on a kernel whose list names some.
    private func headline(
        _ ids: (String, String), listed: [String]? = [], quirks: UInt32? = nil, log: [String] = [], kernel: String = "4.0.4",
        _ change: (inout Snapshot) -> Void
    ) -> Finding? {
        Doctor.judge(
            .healthy { snapshot in
                var machine = MachineRecord(platform: Platform())
                (machine.uvcListed, machine.uvcQuirks) = (listed, quirks)
                snapshot.host.value?.machine = machine
                snapshot.host.value?.kernelRelease = kernel
                snapshot.host.value?.usbCameras[0].vendorID = ids.0
                snapshot.host.value?.usbCameras[0].productID = ids.1
                snapshot.host.value?.kernelLog = .seen(
                    ["[   10.1] usb 1-1: New USB device found, idVendor=\(ids.0), idProduct=\(ids.1)"] + log)
                snapshot.node.usbPowerControl = "auto"
                change(&snapshot)
            }
        ).headline
    }

    private func silent(_ snapshot: inout Snapshot) {
        snapshot.breakStream { $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms") }
    }

    private func failed(_ request: String) -> (inout Snapshot) -> Void {
        { $0.breakStream { $0.failure = .init(request: request, errno: "EIO", message: "input/output error") } }
    }

    @Test("a model that only newer kernels name is told where it fails in its own way")
    func unlisted() {
        let words = "newer kernels know"
        #expect(headline(("1de1", "f105"), silent)?.message.contains(words) == true)
        #expect(headline(("1de1", "f105"), listed: ["1de1:f105"], silent)?.message.contains(words) == false)
        #expect(headline(("1de1", "f105"), listed: nil, silent)?.message.contains(words) == false)
        #expect(headline(("1de1", "f105"), quirks: 0x8000, silent)?.message.contains(words) == false)
        #expect(headline(("046d", "082d"), silent)?.message.contains(words) == false)
        // It has never been suspended, or is kept awake.
        #expect(headline(("1de1", "f105")) { silent(&$0); $0.node.usbSuspendedMs = 0 }?.message.contains(words) == false)
        #expect(headline(("1de1", "f105")) { silent(&$0); $0.node.usbPowerControl = "on" }?.message.contains(words) == false)
    }

    @Test("a question that the camera refuses is told, and not one that broke on its way", arguments: [("-32", true), ("8", true), ("-71", false)])
    func question(answer: String, isRefused: Bool) {
        let log = ["[   20.1] uvcvideo: Failed to query (130) UVC probe control : \(answer) (exp. 26)."]
        let finding = headline(("1234", "5678"), log: log, failed("VIDIOC_S_FMT"))
        #expect(finding?.message.contains("GET_MIN") == isRefused)
        #expect(finding?.fixes.contains { $0.commands.contains { $0.contains("quirks=0x2") } } == isRefused)
    }

    @Test("older kernels do not name the camera, and the line may be another one's", arguments: [1, 2])
    func nameless(cameras: Int) {
        let log = ["[   20.1] uvcvideo: Failed to query (130) UVC probe control : -32 (exp. 26)."]
        func finding(_ log: [String]) -> Finding? {
            headline(("1234", "5678"), log: log) {
                failed("VIDIOC_S_FMT")(&$0)
                guard cameras == 2 else { return }
                var other = USBCameraRecord(interface: "11-1:1.0")
                other.driver = "uvcvideo"
                $0.host.value?.usbCameras.append(other)
            }
        }
        #expect(finding(log)?.message.contains("GET_MIN") == (cameras == 1))
        #expect(finding(["[   20.1] usb 1-1: Failed to query (130) UVC probe control : -32 (exp. 26)."])?.message.contains("GET_MIN") == true)
        #expect(finding(["[   20.1] usb 11-1: Failed to query (130) UVC probe control : -32 (exp. 26)."])?.message.contains("GET_MIN") == false)
    }

    @Test("a value of the parameter that somebody has set stays in the new one, and the undo brings it back")
    func presentValue() throws {
        let log = ["[   20.1] usb 1-1: Failed to query (130) UVC probe control : -32 (exp. 26)."]
        let loaded = try #require(headline(("1234", "5678"), quirks: 0x80, log: log, failed("VIDIOC_S_FMT"))?.fixes)
        #expect(loaded[0].commands.last == "sudo modprobe uvcvideo quirks=0x82" && loaded[0].undo.last == "sudo modprobe uvcvideo quirks=0x80")
        #expect(loaded[1].commands.allSatisfy { $0.hasPrefix("grep ") } && loaded[1].title.contains("quirks=0x82"))
        let builtIn = try #require(
            headline(("1234", "5678"), quirks: 0x80, log: log) {
                failed("VIDIOC_S_FMT")(&$0)
                $0.host.value?.uvcDriver = .builtIn
            }?.fixes.first)
        let interface = "echo 1-1:1.0 | sudo tee /sys/bus/usb/drivers/uvcvideo/"
        #expect(builtIn.commands == ["echo 0x82 | sudo tee /sys/module/uvcvideo/parameters/quirks", interface + "unbind", interface + "bind"])
        #expect(builtIn.undo.first == "echo 0x80 | sudo tee /sys/module/uvcvideo/parameters/quirks")
        // What the model needs, and what it has refused.
        let both = headline(("05a9", "2640"), log: log, failed("VIDIOC_S_FMT"))
        #expect(both?.fixes.first?.commands.last == "sudo modprobe uvcvideo quirks=0x102")
        #expect(both?.message.contains("newer kernels know") == false)
    }

    @Test("a camera that does not mark its frames sends at most one that counts", arguments: [(0, 0), (1, 0), (1, 1), (9, 0)])
    func unmarked(captured: Int, corrupt: Int) {
        let finding = headline(("174f", "5212")) {
            silent(&$0)
            $0.stream.value?.captured = captured
            $0.stream.value?.frames = captured - corrupt
            $0.stream.value?.corrupt = corrupt
            $0.stream.value?.firstFrameMs = captured == 0 ? nil : 200
        }
        #expect(finding?.message.contains("mark where a frame begins") == (captured <= 1))
        #expect(finding?.message.contains("after the first frame") == (captured == 1))
    }

    @Test("a model with another fault than the bandwidth is not told to ask for too much")
    func otherFault() {
        func finding(_ sleeps: Bool) -> Finding? {
            headline(("07ca", "1570"), log: sleeps ? ["[   30.1] PM: suspend exit"] : [], failed("VIDIOC_STREAMON"))
        }
        #expect(finding(true)?.message.contains("has slept") == true)
        #expect(finding(false)?.id == .streamNone && finding(false)?.message.contains("suspends it") == true)
    }

    @Test("EIO at the start without a failed request: more bandwidth than the camera has settings for")
    func bandwidth() {
        func confidence(_ kernel: String, _ log: [String] = []) -> Finding.Confidence? {
            let finding = headline(("1234", "5678"), log: log, kernel: kernel, failed("VIDIOC_STREAMON"))
            return finding?.id == .streamBandwidth ? finding?.confidence : nil
        }
        #expect(confidence("4.0.4-301.fc22.x86_64") == .likely)
        #expect(confidence("6.1.0-30-amd64") == .possible)
        #expect(confidence("6.17.1-arch1-1") == nil)
        // Series by series, where the name has the number of the update.
        #expect(confidence("6.12.42+deb13-amd64") == .possible && confidence("6.12.57+deb13-amd64") == nil)
        #expect(confidence("6.11.9-200.fc40.x86_64") == .possible && confidence("6.16.3-arch1-1") == nil)
        #expect(confidence("6.12.0-124.el10.x86_64") == .possible)
        #expect(confidence("6.1.0-30-amd64", ["[   20.1] usb 1-1: No fast enough alt setting for requested bandwidth."]) == .certain)
        #expect(confidence("4.0.4", ["[   20.1] uvcvideo: Failed to set UVC commit control : -71 (exp. 26)."]) == nil)
    }

    @Test("a camera that leaves after the same time, again and again, may leave because it is suspended")
    func idle() {
        func log(_ stays: [Double]) -> [String] {
            var (lines, time): ([String], Double) = ([], 100)
            for stay in stays {
                lines += [
                    "[  \(time)] usb 1-1: New USB device found, idVendor=1234, idProduct=5678",
                    "[  \(time + stay)] usb 1-1: USB disconnect, device number 4",
                ]
                time += stay + 1
            }
            return lines + ["[  \(time)] usb 1-1: New USB device found, idVendor=1234, idProduct=5678"]
        }
        func finding(_ stays: [Double], control: String = "auto", _ ids: (String, String) = ("1234", "5678")) -> Finding? {
            headline(ids, log: log(stays)) { $0.node.usbPowerControl = control }
        }
        #expect(finding([300, 3, 3.25, 3])?.message.contains("suspended") == true)
        #expect(finding([300, 3, 3.25, 3])?.confidence == .possible)
        #expect(finding([3, 3.25, 3], control: "on")?.message.contains("suspended") != true)
        #expect(finding([3, 40, 3])?.message.contains("suspended") != true)
        #expect(finding([3, 3.25])?.message.contains("suspended") != true)
        // A known model that was replugged twice.
        #expect(finding([40, 90], ("1de1", "f105"))?.message.contains("suspended") != true)
        #expect(finding([3, 3.25, 3], ("07ca", "1570"))?.message.contains("newer kernels know") == true)
    }
}
