// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Diagnostics
import PublishedCameras
import Testing

/// Every command that the doctor prints for a picture or a stream is one that the camera accepts: on each published camera,
/// as it was found and as somebody may have left it.
@Suite("Remedies on published cameras")
struct RemedyTests {
    /// Ways in which people and programs leave cameras.
    enum Condition: String, CaseIterable {
        /// As it was published.
        case found
        /// The exposure by hand, at its longest, and everything as bright as it goes.
        case brightest
        /// The exposure by hand, at its shortest, everything as dark as it goes, and the focus by hand.
        case darkest

        func apply(_ surface: PublishedSurface) throws {
            guard self != .found else { return }
            let isBright = self == .brightest
            for control in try surface.controls() where control.minimum <= control.maximum {
                let value: Int64? =
                    switch control.id {
                    case .autoExposure: [1, 2].first { manual in control.menu.contains { $0.index == manual } }
                    case .focusAutomaticContinuous, .exposureDynamicFramerate: isBright ? 1 : 0
                    case .exposureTimeAbsolute, .exposure, .gain, .brightness, .contrast, .gamma,
                        .backlightCompensation:
                        isBright ? control.maximum : control.minimum
                    default: nil
                    }
                guard let value else { continue }
                // One that refuses stays as it was.
                try? surface.set([ControlSetting(control.id, .integer(value))])
            }
        }
    }

    /// What a camera may be seen with: every picture that fails, and streams that are slow.
    private func findings(_ settings: CameraSettings) -> [Finding] {
        var findings = PictureCase.fails.flatMap { picture in
            PictureSnapshots.live().changed {
                $0.settings = settings
                picture.change(&$0)
                // The case may set values, but the camera is this one.
                $0.settings?.limits = settings.limits
                $0.camera = "/dev/video0"
            }.findings
        }
        for rate in [30.0, 12, 5] {
            let snapshot = Snapshot.healthy {
                $0.stream.value?.settings = settings
                $0.stream.value?.intervalsMs = Array(repeating: 1000 / rate, count: 39)
                $0.watch = .seen(Self.hunting(settings))
            }
            findings += Doctor.judge(snapshot).checks.flatMap { $0.findings + $0.notes }
        }
        return findings
    }

    /// A minute in which the lens wanders through its range.
    private static func hunting(_ settings: CameraSettings) -> WatchRecord {
        var watch = WatchRecord(seconds: 60)
        let (near, far) = (Double(settings.focusMaximum ?? 250), Double(settings.focusMinimum ?? 0))
        for index in 0..<240 where settings.focusMaximum != nil {
            let time = Double(index) / 4
            watch.focus.append([time, index % 20 < 4 ? near : far])
            watch.sharpness.append([time, index % 20 < 4 ? 100 : 900])
        }
        return watch
    }

    @Test("there are cameras with controls, and one as it was published")
    func cameras() throws {
        #expect(PublishedCamera.all.count >= 61)
        #expect(PublishedCamera.controllable.count >= 35)
        let camera = try #require(PublishedCamera.all.first { $0.name == "elgato-facecam" })
        let exposure = try #require(camera.controls.first { $0.description.id == .autoExposure }?.description)
        #expect(exposure.menu.map(\.index) == [0, 2] && exposure.defaultValue == 0 && exposure.kind == .menu)
        let zoom = try #require(camera.controls.first { $0.description.id == .zoomAbsolute }?.description)
        #expect(zoom.minimum == 1 && zoom.maximum == 31 && zoom.key == "zoom_absolute")
    }

    @Test("every command is accepted as it is printed", arguments: PublishedCamera.controllable.map(\.name))
    func accepted(name: String) throws {
        let camera = try #require(PublishedCamera.all.first { $0.name == name })
        #expect(try refusals(camera) == [])
    }

    /// The commands that the camera does not accept, with the reason.
    func refusals(_ camera: PublishedCamera) throws -> [String] {
        var refusals: [String] = []
        for condition in Condition.allCases {
            let surface = PublishedSurface(camera)
            try condition.apply(surface)
            let settings = try SettingsReader(surface).read().settings
            for finding in findings(settings) {
                for fix in finding.fixes {
                    for command in fix.commands + fix.undo where command.hasPrefix("candela set ") {
                        if let problem = problem(command, surface) {
                            refusals.append("\(condition): \(finding.id): \(command): \(problem)")
                        }
                    }
                }
            }
        }
        return refusals
    }

    /// Whether most cameras still get a command: a doctor that says nothing would pass the other test.
    @Test("cameras with an exposure get a command for a picture that is too bright")
    func helped() throws {
        for camera in PublishedCamera.controllable {
            let surface = PublishedSurface(camera)
            try Condition.brightest.apply(surface)
            let settings = try SettingsReader(surface).read().settings
            guard settings.isExposureManual == true, settings.automaticExposure != nil else { continue }
            let commands = findings(settings).flatMap { $0.fixes.flatMap(\.commands) }
            #expect(commands.contains { $0.contains("auto_exposure=") }, "\(camera)")
        }
    }

    /// uvcvideo can have the switch on a sub-device of its own: hp-5m-camera-privacy-gpio.
    @Test("a privacy switch on a sub-device counts as the camera's")
    func privacySwitch() throws {
        let camera = try #require(PublishedCamera.all.first { $0.name == "logitech-c270" })
        let device = try #require(PublishedCamera.all.first { $0.name == "hp-5m-camera-privacy-gpio" })
        #expect(try SettingsReader(PublishedSurface(camera)).read().settings.isPrivate == nil)
        let reader = try SettingsReader(PublishedSurface(camera), switches: [PublishedSurface(device)])
        #expect(reader.read().settings.isPrivate == false)
    }

    @Test("limits out of evidence that somebody made up give no command and no crash")
    func absurd() {
        for (minimum, maximum, step) in [
            (Int.min, Int.max, 7), (0, Int.max, Int.max), (5, 1, 1), (Int.max, Int.max, 2), (-3, 3, Int.min),
        ] {
            var settings = CameraSettings()
            (settings.exposureMode, settings.exposureTime, settings.zoom, settings.zoomMaximum) = (1, 600, 100, 400)
            settings.limits = ["exposure_time_absolute", "zoom_absolute", "gain"].map {
                .init(control: $0, minimum: minimum, maximum: maximum, step: step)
            }
            let commands = findings(settings).flatMap { $0.fixes.flatMap(\.commands) }
            #expect(!commands.contains { $0.contains("zoom_absolute=") }, "\(minimum) \(maximum) \(step)")
        }
    }

    /// Why `candela set` would refuse or change what the command says; `nil` if it does exactly that.
    private func problem(_ command: String, _ surface: PublishedSurface) -> String? {
        let words = command.split(separator: " ").dropFirst(2).prefix { $0 != "--camera" }
        do {
            let lookup = ControlLookup(try surface.controls())
            let wanted = try words.map { word in
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { throw ControlError(.invalidValue, id: nil, "\(word) is no setting") }
                return try WantedSetting(parts[0], parts[1], lookup: lookup, clamps: false, current: surface.number)
            }
            // A remark that the value is rounded: the command does not do what it says.
            if let note = wanted.compactMap(\.note).first { return note }
            let plan = try SettingsPlan(wanted, controls: try surface.controls(), current: surface.number)
            for step in plan.steps where step.control.menu.isEmpty == false {
                guard case .integer(let value) = step.value else { continue }
                if !step.control.menu.contains(where: { $0.index == value }) { return "no item \(value)" }
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
