// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing
import UserSession

/// What programs beside candela need, and do not have: libraries, modules, plug-ins.
@Suite("Surroundings of other programs")
struct ProgramSurroundingsTests {
    private func collect(
        _ files: [String: String], folders: [String] = [], links: [String: String] = [:], ask: @escaping MachineCollector.Ask = { _ in nil }
    ) throws -> MachineRecord {
        let tree = try MachineTree(files, folders: ["/sys/bus/usb/devices", "/sys/bus/pci/devices"] + folders, links: links)
        return withExtendedLifetime(tree) { MachineCollector(files: tree.files, ask: ask).collect(release: "6.8.0-45-generic") }
    }

    private static let pyzbar = "/home/ada/.local/lib/python3.10/site-packages/pyzbar"
    private static let environment = "PATH=/usr/local/bin:/usr/bin:/bin\0HOME=/home/ada\0"

    private func zbar(_ cache: String?, _ others: [String: String] = [:], environment: String = Self.environment) throws -> UnloadableZBar? {
        let files = ["/proc/self/environ": environment, "\(Self.pyzbar)/__init__.py": ""].merging(others) { $1 }
        return try collect(files) { $0 == ["/sbin/ldconfig", "-p"] ? cache : nil }.unloadableZBar
    }

    @Test("pyzbar cannot load what the loader's cache does not have")
    func pyzbarWithoutLibrary() throws {
        let other = "\tlibz.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libz.so.1\n"
        let file = "/usr/lib/x86_64-linux-gnu/libzbar.so.0.3.0"
        #expect(try zbar(other) == UnloadableZBar(package: Self.pyzbar))
        #expect(try zbar(other + "\tlibzbar.so.0 (libc6,x86-64) => /lib/x86_64-linux-gnu/libzbar.so.0\n") == nil)
        // A cache that cannot be read, or that is none, tells nothing.
        #expect(try zbar(nil) == nil && zbar("ldconfig: can't open cache\n") == nil)
        #expect(try zbar(other, [file: ""]) == UnloadableZBar(package: Self.pyzbar, library: file, isInListedFolder: false))
        let listed = ["/etc/ld.so.conf.d/x86_64-linux-gnu.conf": "# Multiarch support\n/lib/x86_64-linux-gnu\n"]
        #expect(try zbar(other, [file: ""].merging(listed) { $1 })?.isInListedFolder == true)
        // A compiler finds it by this link.
        #expect(try zbar(other, [file: "", "/usr/lib/x86_64-linux-gnu/libzbar.so": ""]) == nil)
        // Another user's packages are not ours.
        #expect(try zbar(other, environment: "HOME=/home/bob\0PATH=/usr/bin\0") == nil)
    }

    @Test("pyzbar of a virtual environment is found by its path, and conda brings the library along")
    func environments() throws {
        let environ = ["/proc/self/environ": "PATH=/workspace/.venv/bin:/usr/bin\0HOME=/root\0"]
        let package = "/workspace/.venv/lib/python3.11/site-packages/pyzbar"
        let files = environ.merging(["\(package)/__init__.py": ""]) { $1 }
        let ask: MachineCollector.Ask = { $0.last == "-p" ? "\tlibz.so.1 => /lib/libz.so.1\n" : nil }
        #expect(try collect(files, ask: ask).unloadableZBar?.package == package)
        #expect(try collect(files.merging(["/workspace/.venv/lib/libzbar.so.0": ""]) { $1 }, ask: ask).unloadableZBar == nil)
        // Nothing is asked where nothing is installed.
        let silent: MachineCollector.Ask = { words in
            #expect(!words.contains("-p"))
            return nil
        }
        #expect(try collect(environ, ask: silent).unloadableZBar == nil)
    }

    @Test("the missing library is a note beside a camera, and the answer on a machine without one")
    func pyzbarFinding() {
        func report(_ library: UnloadableZBar, hasCamera: Bool) -> DoctorReport {
            var machine = MachineRecord(platform: Platform())
            machine.unloadableZBar = library
            return Doctor.judge(hasCamera ? .healthy { $0.host.value?.machine = machine } : .withoutCamera([], machine))
        }
        let lacking = UnloadableZBar(package: "/usr/lib/python3/dist-packages/pyzbar")
        #expect(report(lacking, hasCamera: true).headline == nil)
        #expect(report(lacking, hasCamera: true).notes.contains { $0.id == .readerLibraryMissing })
        let headline = report(lacking, hasCamera: false).headline
        #expect(headline?.id == .readerLibraryMissing && headline?.severity == .fail)
        let stale = report(UnloadableZBar(package: "/x/pyzbar", library: "/usr/lib/libzbar.so.0", isInListedFolder: true), hasCamera: false).headline
        #expect(stale?.fixes.first?.commands == ["sudo ldconfig"])
        let apart = report(UnloadableZBar(package: "/x/pyzbar", library: "/usr/local/my lib/libzbar.so.0", isInListedFolder: false), hasCamera: false).headline
        #expect(apart?.fixes.first?.commands.first == "echo '/usr/local/my lib' | sudo tee /etc/ld.so.conf.d/zbar.conf")
        // A folder that need not be root's is not put before the system's.
        let own = report(UnloadableZBar(package: "/x/pyzbar", library: "/home/ada/lib/libzbar.so.0", isInListedFolder: false), hasCamera: false).headline
        #expect(own?.fixes.contains { $0.commands.contains { $0.contains("ld.so.conf.d") } } == false)
    }

    @Test("a capture card with its maker's driver makes no video node; one that waits for a driver is another trouble")
    func studioCards() throws {
        let card = "/sys/bus/pci/devices/0000:03:00.0"
        let files = ["\(card)/vendor": "0xbdbd\n", "\(card)/device": "0xa117\n", "/usr/lib/libDeckLinkAPI.so": ""]
        let bound = try collect(files, links: ["\(card)/driver": "../../../bus/pci/drivers/blackmagic"]).studioCard
        #expect(bound == StudioCard(name: "0000:03:00.0", identifier: "bdbd:a117", driver: "blackmagic", library: "/usr/lib/libDeckLinkAPI.so"))
        #expect(try collect(files).studioCard == nil)
        #expect(try collect(files, links: ["\(card)/driver": "../../../bus/pci/drivers/vfio-pci"]).studioCard == nil)
    }

    @Test("akvcam's cameras are missed where they are described; a file that loads the module is told")
    func akvcam() throws {
        let configuration = "/etc/akvcam/config.ini"
        #expect(try collect([configuration: "[Cameras]\n"]).akvcam == AkvcamSetup(configuration: configuration))
        let loader = "/etc/modules-load.d/akvcam.conf"
        #expect(try collect([configuration: "", loader: "akvcam\n"]).akvcam?.loader == loader)
        #expect(try collect([configuration: "", "/etc/modules": "# akvcam\n"]).akvcam?.loader == nil)
        #expect(try collect(["/etc/modules": "akvcam\n"]).akvcam == nil)
    }

    // MARK: Units

    private static let shown = "Id=webcam.service\nLoadState=loaded\nActiveState=active\nMainPID=0\nResult=success\n"
    private static let journal =
        "Jul 20 21:28:23 voron crowsnest[1188]: camera-streamer: error while loading shared libraries: libcamera.so.0.0.4: cannot open shared object file: No such file or directory\n"

    private func units(_ files: [String: String], _ journal: String, except asked: String? = nil) throws -> [String] {
        let tree = try MachineTree(files)
        let ask: DesktopCollector.Ask = { words in
            if words.starts(with: ["systemctl", "show"]) { return Self.shown.replacing("webcam.service", with: words.last ?? "") }
            return words.first == "journalctl" && !words.contains("_TRANSPORT=audit") ? journal : nil
        }
        return withExtendedLifetime(tree) {
            ClientCollector(files: tree.files, ask: ask).troubledUnits(path: nil, home: "/home/ada", except: asked).map(\.name)
        }
    }

    @Test("units of well-known programs, and own ones that speak of a camera, are asked what their trouble is")
    func troubledUnits() throws {
        let crowsnest = "/etc/systemd/system/crowsnest.service"
        #expect(try units([crowsnest: "[Service]\n"], Self.journal) == ["crowsnest.service"])
        #expect(try units(["/lib/systemd/system/motion.service": ""], Self.journal) == ["motion.service"])
        #expect(try units(["/home/ada/.config/systemd/user/mine.service": "ExecStart=/usr/bin/rpicam-vid\n"], Self.journal) == ["mine.service"])
        // Not those that say nothing, that have nothing to do with cameras, or that are asked about anyway.
        #expect(try units([crowsnest: "[Service]\n"], "Jul 20 21:28:23 voron crowsnest[1188]: ready\n").isEmpty)
        #expect(try units(["/etc/systemd/system/backup.service": "ExecStart=/usr/bin/restic\n"], Self.journal).isEmpty)
        #expect(try units([crowsnest: "[Service]\n"], Self.journal, except: "crowsnest.service").isEmpty)
    }

    @Test("their trouble is a note beside a camera that works, and comes first beside one that is libcamera's")
    func unaskedUnits() {
        var unit = CameraClientRecord(.unit, name: "crowsnest.service")
        unit.childTrouble = "camera-streamer: error while loading shared libraries: libcamera.so.0.0.4: cannot open shared object file"
        let beside = Doctor.judge(.healthy { $0.units = [unit] })
        #expect(beside.headline == nil && beside.notes.contains { $0.message.contains("crowsnest.service") && $0.severity == .note })
        let raw = Doctor.judge(
            .healthy { snapshot in
                snapshot.units = [unit]
                snapshot.nodes.value?[0].nodeClass = "needs-libcamera"
                snapshot.nodes.value?[0].yieldsPictures = false
                snapshot.stopBefore()
            })
        #expect(raw.headline?.message.contains("libcamera.so.0.0.4") == true)
        #expect(raw.notes.contains { $0.id == .deviceNeedsLibcamera })
    }

    // MARK: Settings

    /// A motion with this configuration, as the system's service.
    private func motion(_ configuration: String, video: [String] = ["/dev/video1"]) throws -> [CameraClientRecord.NamedDevice]? {
        var files = [
            "/proc/431/comm": "motion\n", "/proc/431/cmdline": "/usr/bin/motion\0-n\0", "/proc/431/status": "Name:\tmotion\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n",
            "/proc/431/cgroup": "0::/system.slice/motion.service\n", "/etc/motion/motion.conf": configuration,
        ]
        for node in video { files[node] = "" }
        let tree = try MachineTree(files)
        let shown = "Id=motion.service\nLoadState=loaded\nActiveState=active\nMainPID=431\nExecStart={ path=/usr/bin/motion ; argv[]=/usr/bin/motion -n ; ignore_errors=no }\n"
        return try withExtendedLifetime(tree) {
            try ClientCollector(files: tree.files, ask: { $0.starts(with: ["systemctl", "show"]) ? shown : nil })
                .collect(.unit("motion"), path: "/dev/video1").namedDevices
        }
    }

    @Test("the device of a motion is that of its settings")
    func motionDevices() throws {
        let found = try motion("# videodevice /dev/video7\nvideodevice /dev/video0\nwidth 640\n")
        #expect(found?.map(\.path) == ["/dev/video0"] && found?.first?.target == nil && found?.first?.file == "/etc/motion/motion.conf")
        #expect(try motion("video_device /dev/video1\n")?.first?.target == "/dev/video1")
        // One that reads a camera of the network, or none that is named.
        #expect(try motion("videodevice /dev/video0\nnetcam_url rtsp://10.0.0.2/\n") == nil)
        #expect(try motion("width 640\n") == nil)
    }

    @Test("in a virtual machine of Qubes, the camera is attached from another one")
    func qubes() throws {
        let marker = "/usr/share/qubes/marker-vm"
        #expect(try collect([marker: "3.1\n"]).isQubes == true && collect([:]).isQubes == nil)
        var machine = MachineRecord(platform: Platform())
        machine.isQubes = true
        let headline = Doctor.judge(.withoutCamera([], machine)).headline
        #expect(headline?.id == .deviceNone && headline?.fixes.first?.commands.last?.contains("qvm-device usb attach") == true)
    }

    @Test("the Cam Link 4K sends its first format on old kernels, whatever is chosen")
    func firstFormat() {
        func notes(_ release: String, product: String = "0066") -> [Finding] {
            Doctor.judge(
                .healthy { snapshot in
                    snapshot.host.value?.kernelRelease = release
                    snapshot.host.value?.usbCameras[0].vendorID = "0fd9"
                    snapshot.host.value?.usbCameras[0].productID = product
                    snapshot.nodes.value?[0].formats = ["NV12", "YU12"]
                }
            ).notes.filter { $0.message.contains("sends NV12 whatever format is chosen") }
        }
        #expect(notes("5.9.0-2-amd64").count == 1)
        #expect(notes("5.15.0-91-generic").isEmpty && notes("5.9.0-2-amd64", product: "007b").isEmpty)
    }
}
