// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import MachineFacts
import UdevRules
import UserSession

extension Snapshot {
    /// A machine on which the kernel has found no camera, and what the kernel log and the machine's other facts say.
    static func withoutCamera(_ lines: [String], _ machine: MachineRecord) -> Snapshot {
        healthy {
            $0.host.value?.usbCameras = []
            $0.host.value?.videoNames = []
            $0.host.value?.mediaDevices = machine.sensors.isEmpty ? 0 : 1
            $0.host.value?.kernelLog = .seen(lines)
            $0.host.value?.machine = machine
            $0.nodes = .seen([])
            $0.selection = .seen(SelectionRecord(sysname: nil))
            $0.subject.isNamed = false
        }
    }

    /// A desktop with a webcam that the user at the screen may open, and that streams well. Each test breaks one thing.
    static func healthy(_ change: (inout Snapshot) -> Void = { _ in }) -> Snapshot {
        var snapshot = Snapshot(
            program: "0.0.0", time: "2026-11-21T03:00:00.000Z",
            subject: .init(kind: .camera, name: "/dev/video0", isNamed: true))
        var host = HostRecord(
            kernelRelease: "6.1.0-56-amd64", hasModulesFolder: true, uvcDriver: .loaded, hasUdev: true)
        var camera = USBCameraRecord(interface: "1-1:1.0")
        camera.driver = "uvcvideo"
        camera.vendorID = "046d"
        camera.productID = "082d"
        camera.product = "HD Pro Webcam C920"
        camera.isAuthorized = true
        host.usbCameras = [camera]
        host.videoNames = ["video0", "video1"]
        host.mediaDevices = 1
        host.videoGroup = 44
        host.kernelLog = .unknown("only root can read the kernel log (EPERM)")
        snapshot.host = .seen(host)
        snapshot.user = .seen(.ada(groups: [1000]))
        snapshot.sessions = .seen(
            SessionSurvey(
                hasLogind: true,
                sessions: [
                    SeatSession(id: "2", userID: 1000, userName: "ada", seat: "seat0", isActive: true, state: "active")
                ],
                ownSession: "2"))
        snapshot.surroundings = .seen(ContainerSigns())
        snapshot.rules = .seen(RuleSurvey())
        snapshot.nodes = .seen([.picture, .metadata])
        snapshot.selection = .seen(SelectionRecord(sysname: "video0"))
        snapshot.holders = .seen(
            HoldersRecord(
                holders: [], limitation: "212 processes of other users could not be checked; run as root to check them")
        )
        snapshot.stream = .seen(.flowing)
        snapshot.torches = .seen([])
        var picture = PictureEvidence(width: 1280, height: 720, isLive: true, frames: [])
        picture.attempts = [
            ReadingAttempt(
                .asked, milliseconds: 8,
                codes: [CodeEvidence(symbology: "ean-13", text: "4006381333931", byteCount: 13, reader: "zbar")])
        ]
        snapshot.picture = .seen(picture)
        change(&snapshot)
        return snapshot
    }

    var node: NodeRecord {
        get { nodes.value![0] }
        set { nodes.value![0] = newValue }
    }

    /// As a user who got EACCES sees it: what comes after was not reached.
    mutating func refuse(_ errno: String) {
        node.open = .refused(errno)
        node.access?.mayOpen = errno == "EPERM"
        stopBefore()
    }

    /// Nothing was looked at beyond the node.
    mutating func stopBefore() {
        holders = .notReached
        stream = .notReached
        picture = .notReached
    }

    /// The stream broke before a picture came.
    mutating func breakStream(_ change: (inout StreamRecord) -> Void) {
        var record = StreamRecord()
        record.format = stream.value?.format
        record.offered = stream.value?.offered ?? []
        change(&record)
        stream = .seen(record)
        picture = .notReached
    }
}

extension UserRecord {
    /// Her account's groups; the session has them too unless others are given.
    static func ada(groups: [UInt32], session: [UInt32]? = nil) -> UserRecord {
        func records(_ ids: [UInt32]) -> [GroupRecord] {
            ids.map { GroupRecord(id: $0, name: $0 == 44 ? "video" : "ada") }
        }
        return UserRecord(
            id: 1000, name: "ada", accountGroups: records(groups), sessionGroups: records(session ?? groups))
    }
}

extension NodeRecord {
    static var picture: NodeRecord {
        var node = NodeRecord(
            sysname: "video0", path: "/dev/video0", title: "HD Pro Webcam C920", nodeClass: "capture",
            classReason: "device_caps 0x4200001 has VIDEO_CAPTURE; formats YUYV, MJPG", yieldsPictures: true,
            cameraKey: "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1", bus: "usb")
        node.driver = "uvcvideo"
        node.serial = "3F2A8B1C"
        node.identity = "usb-046d_HD_Pro_Webcam_C920_3F2A8B1C"
        node.byID = ["/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_3F2A8B1C-video-index0"]
        node.usbSpeed = 480
        node.usbRelease = 0x0200
        node.tags = ["uaccess"]
        node.udevCapabilities = ":capture:"
        node.access = NodeAccess(
            mode: 0o660, ownerID: 0, groupID: 44, owner: "root", group: "video",
            mayOpen: true)
        node.open = .opened
        node.formats = ["YUYV", "MJPG"]
        return node
    }

    static var metadata: NodeRecord {
        var node = NodeRecord(
            sysname: "video1", path: "/dev/video1", title: "HD Pro Webcam C920", nodeClass: "metadata",
            classReason: "device_caps 0x4a00000 has META_CAPTURE and not VIDEO_CAPTURE", yieldsPictures: false,
            cameraKey: NodeRecord.picture.cameraKey, bus: "usb")
        node.driver = "uvcvideo"
        node.udevCapabilities = ":"
        node.open = .opened
        return node
    }
}

extension StreamRecord {
    static var flowing: StreamRecord {
        var record = StreamRecord()
        record.format = .init(fourCC: "MJPG", width: 1280, height: 720, framesPerSecond: 30, isCompressed: true)
        record.offered = [
            .init(fourCC: "YUYV", width: 640, height: 480, framesPerSecond: 30, isCompressed: false),
            .init(fourCC: "YUYV", width: 1280, height: 720, framesPerSecond: 10, isCompressed: false),
            .init(fourCC: "MJPG", width: 1280, height: 720, framesPerSecond: 30, isCompressed: true),
        ]
        record.firstFrameMs = 210
        record.watchedMs = 1800
        record.frames = 40
        record.captured = 48
        record.intervalsMs = Array(repeating: 33.3, count: 39)
        record.identicalRun = 1
        record.decodeMs = Array(repeating: 9, count: 30)
        record.settings = CameraSettings()
        return record
    }
}
