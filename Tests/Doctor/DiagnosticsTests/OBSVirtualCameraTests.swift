// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing
import UserSession

@Suite("OBS's virtual camera")
struct OBSVirtualCameraTests {
    private static let refused =
        "Dec 27 13:03:44 arch pkexec[4472]: ann: Error executing command as another user: Not authorized [USER=root] [TTY=/dev/pts/0] [CWD=/home/ann] [COMMAND=/usr/bin/modprobe v4l2loopback exclusive_caps=1]\n"

    private func record(
        _ lines: [String], folder: String = ".config/obs-studio", more: [String: String] = [:], journal: String? = nil
    ) throws -> OBSRecord {
        let log = (["10:00:00.118: OBS 27.1.3-2 (linux)"] + lines.map { "10:00:01.230: " + $0 }).joined(separator: "\n") + "\n"
        let tree = try MachineTree(
            ["/home/ann/\(folder)/logs/2021-12-27 13-02-51.txt": log, "/proc/77/comm": "obs\n"].merging(more) { $1 })
        return try #require(OBSSigns.find(tree.files) { $0.contains("pkexec") ? journal : nil })
    }

    @Test("its log tells what became of the last attempt to start it")
    func state() throws {
        let (started, stopped, failed) = ("Virtual camera started", "Virtual camera stopped", "Failed to start virtual camera")
        #expect(try record([]).virtualCamera == nil)
        #expect(try record([started]).virtualCamera == .running)
        #expect(try record([started, stopped]).virtualCamera == .stopped)
        #expect(try record([failed]).virtualCamera == .failed)
        #expect(try record([started, stopped, failed, failed]).virtualCamera == .failedAgain)
        #expect(try record([failed, started]).virtualCamera == .running)
    }

    @Test("what pkexec refused is read from the journal, while the module is not loaded; the snap has its log in a folder of its revision")
    func refusal() throws {
        #expect(try record([], journal: Self.refused).loadRefusal == "Not authorized")
        #expect(try record([], journal: Self.refused.replacing("modprobe v4l2loopback", with: "gparted")).loadRefusal == nil)
        #expect(try record([], more: ["/sys/module/v4l2loopback/initstate": "live\n"], journal: Self.refused).loadRefusal == nil)
        #expect(try record([], folder: "snap/obs-studio/1138/.config/obs-studio").isSnap == true)
        #expect(try record([]).isSnap == nil)
    }

    private func machine(isLoaded: Bool = false, isAvailable: Bool = true) -> MachineRecord {
        var machine = MachineRecord(platform: Platform())
        var module = KernelModule(name: "v4l2loopback")
        module.path = isAvailable ? "updates/dkms/v4l2loopback.ko" : nil
        module.isLoaded = isLoaded
        machine.modules = [module]
        return machine
    }

    @Test("that its module is not loaded explains a machine without a camera, if OBS runs and could not load it")
    func withoutCamera() throws {
        func headline(_ machine: MachineRecord, _ record: OBSRecord) throws -> Finding {
            var snapshot = Snapshot.withoutCamera([], machine)
            snapshot.host.value?.obs = record
            return try #require(Doctor.judge(snapshot).headline)
        }
        let refused = try record([], journal: Self.refused)
        let finding = try headline(machine(), refused)
        #expect(finding.message.contains("v4l2loopback is installed and not loaded") && finding.message.contains("not authorized"), "\(finding)")
        #expect(finding.fixes.first?.commands.first?.hasPrefix("sudo modprobe v4l2loopback") == true, "\(finding)")
        #expect(finding.fixes.contains { $0.title.contains("polkit") }, "\(finding)")
        let failed = try record(["Failed to start virtual camera"])
        #expect(try headline(machine(), failed).message.contains("v4l2loopback"))
        // Nothing says that OBS wanted one, or could not have it.
        var ended = refused
        ended.isRunning = false
        for (machine, record) in [(machine(), try record([])), (machine(), ended), (machine(isAvailable: false), refused)] {
            #expect(try !headline(machine, record).message.contains("OBS has not made"))
        }
    }

    @Test("beside a camera it is a note, and what counts if OBS is asked about; a snap cannot load it at all")
    func besideCamera() throws {
        func report(_ record: OBSRecord?, _ kind: CameraClientRecord.Kind? = nil, isLoaded: Bool = false) -> DoctorReport {
            Doctor.judge(
                .healthy {
                    $0.host.value?.machine = machine(isLoaded: isLoaded)
                    $0.host.value?.obs = record
                    $0.client = kind.map { CameraClientRecord($0, name: "obs-studio") }
                })
        }
        func told(_ report: DoctorReport) -> Finding? {
            (report.findings + report.notes).first { $0.message.contains("OBS has not made its virtual camera") }
        }
        #expect(told(report(try record([], journal: Self.refused)))?.severity == .note)
        let snap = try #require(told(report(nil, .snap)))
        #expect(snap.severity == .note && snap.message.contains("snap") && !snap.fixes.contains { $0.title.contains("polkit") }, "\(snap)")
        let failed = try record(["Failed to start virtual camera"])
        #expect(told(report(failed, .snap))?.severity == .warn)
        for report in [report(nil, .process), report(try record([])), report(failed, .snap, isLoaded: true)] {
            #expect(told(report) == nil)
        }
    }

    /// A virtual camera.
    private func loopback(_ snapshot: inout Snapshot, isFed: Bool) {
        snapshot.nodes = .seen([snapshot.node])
        snapshot.node.nodeClass = "loopback"
        snapshot.node.driver = "v4l2 loopback"
        snapshot.node.title = "OBS Virtual Camera"
        snapshot.node.yieldsPictures = isFed
    }

    @Test("an old module with exclusive_caps that OBS fed once takes no feeder any more")
    func lostOutput() throws {
        let again = try record(["Virtual camera started", "Virtual camera stopped", "Failed to start virtual camera"])
        func message(_ version: String, caps: [Bool] = [true, false], _ record: OBSRecord) throws -> String {
            let report = Doctor.judge(
                .healthy {
                    loopback(&$0, isFed: false)
                    $0.stopBefore()
                    $0.host.value?.obs = record
                    $0.host.value?.loopback = LoadedLoopback(version: version, exclusiveCaps: caps)
                })
            return try #require(report.headline).message
        }
        let found = try message("0.12.5", again)
        #expect(found.contains("does not offer its output again") && found.contains("0.12.5"), "\(found)")
        for version in ["0.13.0", "0.15.4", "1.0", "", "0"] { #expect(try !message(version, again).contains("output again")) }
        #expect(try !message("0.12.5", caps: [false], again).contains("output again"))
        #expect(try !message("0.12.5", try record(["Failed to start virtual camera"])).contains("output again"))
    }

    @Test("OBS writes into the only virtual camera, also if another program feeds it")
    func twoFeeders() throws {
        func find(_ record: OBSRecord, feeds: Bool? = true, nodes: Int = 1) -> Finding? {
            let report = Doctor.judge(
                .healthy {
                    loopback(&$0, isFed: true)
                    if nodes > 1 {
                        var other = $0.node
                        (other.sysname, other.path, other.cameraKey) = ("video9", "/dev/video9", "/sys/devices/virtual/video4linux/video9")
                        $0.nodes.value?.append(other)
                    }
                    var feeder = HoldersRecord.Holder(processID: 78, name: "ffmpeg", user: "ann", isOurs: false)
                    feeder.isFeeder = feeds
                    $0.holders = .seen(
                        HoldersRecord(holders: [feeder, .init(processID: 77, name: "obs", user: "ann", isOurs: false)], limitation: nil))
                    $0.host.value?.obs = record
                    $0.host.value?.loopback = LoadedLoopback(version: "0.12.7", exclusiveCaps: [true])
                })
            return (report.findings + report.notes).first { $0.message.contains("takes the first virtual camera") }
        }
        let running = try record(["Virtual camera started"])
        let found = try #require(find(running))
        #expect(found.severity == .warn && found.message.contains("both write into /dev/video0"), "\(found)")
        #expect(found.fixes.first?.commands.last?.contains("devices=2") == true, "\(found)")
        #expect(find(try record(["Failed to start virtual camera"]))?.severity == .note)
        #expect(find(running, feeds: false) == nil && find(running, feeds: nil) == nil && find(running, nodes: 2) == nil)
        #expect(find(try record(["Virtual camera started", "Virtual camera stopped"])) == nil)
    }
}
