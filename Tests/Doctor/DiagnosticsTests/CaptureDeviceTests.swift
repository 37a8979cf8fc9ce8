// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FrameMetrics
import Testing

/// Screens that a capture device shows, and cameras behind one.
@Suite("Capture devices")
struct CaptureDeviceTests {
    private static let stick = "USB Video: USB Video"

    /// A screen that is mostly a white page, without noise: a camera that sent it would be overexposed.
    private static var page: PictureEvidence {
        PictureSnapshots.live().changed { picture in
            picture.settings = nil
            picture.candidates = []
            for index in picture.frames.indices {
                picture.frames[index].mean = 225
                picture.frames[index].clippedShare = 0.6
                picture.frames[index].noise = 0
            }
            picture.temporal?.noise = 0
            picture.temporal?.isStill = nil
        }
    }

    private func report(_ title: String, _ picture: PictureEvidence = page, _ change: (inout Snapshot) -> Void = { _ in }) -> DoctorReport {
        Doctor.judge(
            .healthy {
                $0.node.title = title
                $0.picture = .seen(picture)
                change(&$0)
            })
    }

    /// The findings about light and lens: a capture device has neither.
    private func ofLens(_ report: DoctorReport) -> [FindingID] {
        (report.findings + report.notes).map(\.id).filter { ["light.", "focus."].contains(where: $0.rawValue.hasPrefix) || $0 == .symbolGlare }
    }

    @Test("a white page on the screen that a stick for HDMI shows is not overexposed, and the report says why that is not judged")
    func page() throws {
        #expect(ofLens(report("HD Pro Webcam C920")) == [.lightClipped])
        let screen = report(Self.stick)
        #expect(ofLens(screen).isEmpty)
        for id in [CheckID.light, .focus] {
            let check = try #require(screen.checks.first { $0.id == id })
            #expect(check.state == .skip && check.summary.contains("capture device"))
        }
        // Its own brightness can be set wrongly.
        let bright = report(
            Self.stick,
            Self.page.changed {
                var settings = CameraSettings()
                settings.altered = [.init(control: "brightness", value: 127, standard: 0)]
                $0.settings = settings
            })
        #expect(ofLens(bright) == [.lightSettings])
    }

    @Test("a camera at its input, a grabber of analog video and a camera that is called after its plug are judged as cameras")
    func cameras() {
        let sensor = Self.page.changed {
            $0.temporal?.noise = 1.5
            $0.temporal?.isStill = true
        }
        #expect(ofLens(report(Self.stick, sensor)) == [.lightClipped])
        #expect(ofLens(report("AV TO USB2.0: AV TO USB2.0")) == [.lightClipped])
        #expect(ofLens(report("usbtv") { $0.node.driver = "usbtv" }) == [.lightClipped])
        let microscope = report("HDMI USB Camera") { $0.stream.value?.settings?.exposureMode = 3 }
        #expect(ofLens(microscope).contains(.lightClipped))
        #expect(ofLens(report("HDMI USB Camera")).isEmpty)
    }

    @Test("a screen without a sharp edge has lost its detail in the device; a sharp one, noise and a webcam are something else")
    func soft() throws {
        func finding(_ title: String = Self.stick, _ change: (inout PictureEvidence) -> Void = { _ in }) -> Finding? {
            let soft = Self.page.changed { picture in
                for index in picture.frames.indices { picture.frames[index].edges.width = 4.3 }
                change(&picture)
            }
            let report = report(title, soft)
            return (report.findings + report.notes).first { $0.id == .streamCoarse }
        }
        let found = try #require(finding())
        #expect(found.severity == .warn && found.message.contains("4.3 px"))
        #expect(found.fixes.contains { $0.commands == ["candela scan /dev/video0 --format YUYV --size 1280x720"] })
        // It scans nevertheless.
        #expect(finding { $0.attempts = PictureSnapshots.read().attempts }?.severity == .note)
        #expect(finding { picture in for index in picture.frames.indices { picture.frames[index].edges.width = 1.6 } } == nil)
        #expect(finding { picture in for index in picture.frames.indices { picture.frames[index].noise = 0.6 } } == nil)
        #expect(finding { $0.temporal?.noise = 0.5 } == nil)
        #expect(finding { $0.temporal = nil } == nil)
        #expect(finding { picture in for index in picture.frames.indices { picture.frames[index].edges.count = 40 } } == nil)
        #expect(finding("HD Pro Webcam C920") == nil)
    }
}
