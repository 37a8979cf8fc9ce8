// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZBar
import Calibration
import CameraControls
import CameraListings
import Foundation
import Frames
import PublishedCameras
import SimulatedCamera
import Synchronization
import Testing

/// The whole calibration on simulated cameras that are like published ones: it ends, and codes are read at least as well as
/// before. A sample here; all of them with `make devices-calibrate`.
@Suite("calibration of published cameras")
struct PublishedCalibrationTests {
    private static let sample = [
        "logitech-c920", "elgato-facecam", "mediatek-csi-preview-exposure-in-ns", "sony-playstation-eye-ov534",
        "eyenix-en675-isp",
        "microsoft-lifecam-hd-3000",
    ]

    private static var isForAll: Bool { ProcessInfo.processInfo.environment["CANDELA_CALIBRATE"] == "all" }

    private static var names: [String] {
        !isForAll
            ? sample
            : PublishedCamera.controllable.filter { camera in
                camera.controls.contains { $0.description.key.hasPrefix("exposure") }
            }.map(\.name)
    }

    private struct Outcome {
        var report: CalibrationReport
        var camera: LikeCamera
        /// Values before and after everything was put back.
        var isGivenBack: Bool
    }

    private func calibrate(
        _ name: String, _ scene: String = "bench?lux=20", lies: Set<CameraLie> = [], knowsModel: Bool = true
    ) throws -> Outcome {
        var listing = try #require(PublishedCamera.all.first { $0.name == name }).listing
        if !knowsModel {
            listing.facts = []
            // Exposure is automatic at first, and its control says what was set last.
            for node in listing.nodes.indices {
                for control in listing.nodes[node].controls.indices {
                    switch listing.nodes[node].controls[control].description.id {
                    case .autoExposure: listing.nodes[node].controls[control].value = 3
                    case .exposureTimeAbsolute: listing.nodes[node].controls[control].value = 156
                    default: break
                    }
                }
            }
        }
        var scene = try SimulatedScene(specification: scene)
        scene.pace = .free
        if !listing.controls.contains(where: {
            [.focusAbsolute, .focusAutomaticContinuous].contains($0.description.id)
        }) {
            scene.focus = .fixed(scene.distance)
        }
        let source = try SimulatedFrameSource(scene: scene)
        let camera = try LikeCamera(source.simulation, as: CameraLikeness(listing, lies: lies))
        let before = values(camera)
        let kept = Kept(camera)
        let report = try Calibrator(
            source: source, controls: kept, reader: try ZBarReader(), request: CalibrationRequest(symbologies: [.qr]),
            stopwatch: { FrameTimestamp(nanoseconds: 0) }
        ).run()
        kept.putBack()
        return Outcome(report: report, camera: camera, isGivenBack: values(camera) == before)
    }

    private func values(_ camera: LikeCamera) -> [ControlID: ControlValue] {
        let list = (try? camera.controls()) ?? []
        // What an automatic mode governs is its own.
        return Dictionary(
            uniqueKeysWithValues: list.filter { !$0.flags.contains(.inactive) }.compactMap { control in
                (try? camera.value(of: control.id)).map { (control.id, $0) }
            })
    }

    @Test("it ends, gives everything back, and reads at least as well as before", arguments: names)
    func ends(name: String) throws {
        let outcome = try calibrate(name)
        let report = outcome.report
        if Self.isForAll {
            print(
                "CALIBRATE \(name): \(Int((100 * report.before.rate).rounded())) % -> \(Int((100 * report.after.rate).rounded())) %, "
                    + "\(report.probes) probes, \(Int(report.cameraTime.rounded())) s"
                    + (outcome.isGivenBack ? "" : ", NOT GIVEN BACK")
                    + report.remarks.map { "; \($0)" }.joined())
        }
        #expect(report.after.rate >= report.before.rate - 0.051, "\(name)")
        #expect(outcome.isGivenBack, "\(name)")
    }

    @Test("a camera that obeys only halves of a second is found out by its picture")
    func grid() throws {
        let outcome = try calibrate(
            "microsoft-lifecam-hd-3000", "bench?lux=100", lies: [.grid, .echo], knowsModel: false)
        let chosen = outcome.report.chosen.first { $0.id == .exposureTimeAbsolute }?.value
        #expect(chosen.map { CameraQuirks.halvedSeconds.contains($0) } ?? true, "\(chosen ?? -1)")
        #expect(outcome.report.after.rate >= outcome.report.before.rate)
        #expect(
            outcome.report.remarks.contains { $0.contains("powers of two") || $0.contains("stays automatic") },
            "\(outcome.report.remarks)")
    }

    @Test(
        "a camera that lies is calibrated to the end",
        arguments: [[CameraLie.deaf], [.drifts], [.zoomed], [.fails(.gain)]])
    func lies(_ lies: [CameraLie]) throws {
        let outcome = try calibrate("logitech-c920", lies: Set(lies))
        #expect(outcome.report.after.rate >= outcome.report.before.rate - 0.051)
        #expect(outcome.isGivenBack)
    }
}

/// Remembers what was first in each control, as the command's journal does.
private final class Kept: ControlSurface {
    private let camera: LikeCamera
    private let before = Mutex<[ControlSetting]>([])

    init(_ camera: LikeCamera) { self.camera = camera }

    func controls() throws(ControlError) -> [ControlDescription] { try camera.controls() }
    func value(of id: ControlID) throws(ControlError) -> ControlValue { try camera.value(of: id) }
    func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            if !before.withLock({ $0.contains { $0.id == setting.id } }), let value = try? camera.value(of: setting.id)
            {
                before.withLock { $0.append(ControlSetting(setting.id, value)) }
            }
            try camera.set([setting])
        }
    }

    func putBack() {
        let list = (try? camera.controls()) ?? []
        let controls = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
        _ = SettingRestoration(before.withLock { $0 }, on: camera, controls: controls) { id in
            if case .integer(let number)? = try? camera.value(of: id) { number } else { nil }
        }
    }
}
