// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import Calibration
internal import CameraCalibration
internal import CameraControls
internal import Cameras
internal import Frames
internal import LightGoverning
internal import Measurement
internal import Output
internal import Scanning
internal import SettingsStore
internal import Terminal
internal import Torch

/// `--light`: who sets the exposure during a scan.
enum LightChoice: String, ExpressibleByArgument, Hashable, CaseIterable {
    case auto, fixed, camera
}

/// The exposure of a camera during a scan: kept right for the code while the light changes, or left to the camera. Restored
/// with the loan.
final class ScanLight {
    private let name: String
    private let keeper: LightKeeper?
    private let isVerbose: Bool
    private var hasToldTrouble = false

    /// - Parameter choice: `nil` for the default.
    /// - Returns: `nil` if nothing is to be done.
    /// - Throws: if the camera cannot do what was requested.
    init?(
        _ choice: LightChoice?, _ camera: OpenCamera, _ loan: ControlLoan, region: ScanRegion, isVerbose: Bool
    ) throws(CommandFailure) {
        let name = VisibleText.escape(CameraAddress(camera.name).label)
        self.name = name
        self.isVerbose = isVerbose
        if choice == .fixed { return nil }
        let profile = camera.controls.flatMap { controls in
            ProfileInForce.find(camera.identity, controls) { $0.isCalibratedForLight }
        }
        guard choice != nil || profile != nil else { return nil }
        guard let surface = loan.surface else {
            guard choice != nil else { return nil }
            throw CommandFailure("cannot set the exposure of \(name): it has no controls; omit --light")
        }
        if choice == .camera {
            keeper = nil
            try Self.giveToCamera(surface, name)
            return
        }
        var part: FrameRegion?
        if case .fixed(let fixed) = region { part = fixed }
        do throws(ControlError) {
            keeper = try LightKeeper(
                surface, interval: camera.source.format.interval.map { $0.duration.milliseconds / 1000 }, region: part,
                knowledge: profile.map { LightKnowledge($0.profile, sensor: AmbientLightSensor.read()?.lux) }
                    ?? LightKnowledge())
        } catch {
            guard choice != nil else {
                Console.note("\(name): the exposure stays as it is: \(VisibleText.escape(error.description))")
                return nil
            }
            throw CommandFailure(VisibleText.escape(error.description))
        }
        guard keeper != nil else {
            guard choice != nil else { return nil }
            throw CommandFailure(
                "cannot follow the light with \(name): the camera has no manual exposure; use --light camera or omit --light"
            )
        }
        if isVerbose {
            let from = profile.map { "the profile \(VisibleText.escape($0.name.text))" } ?? "no profile: it learns"
            Console.note("\(name): exposure and gain follow the light (\(from))")
        }
    }

    /// Shows each frame to the governor before it is read.
    func watching(_ source: any FrameSource) -> any FrameSource {
        guard let keeper else { return source }
        return WatchedFrameSource(source) { keeper.take($0) }
    }

    /// Takes the codes read in a frame; called on the reading thread.
    func observe(_ image: LumaImage, _ codes: [Barcode]) {
        guard let keeper else { return }
        keeper.note(codes, in: image)
        guard let trouble = keeper.trouble, trouble.kind != .gone, !hasToldTrouble else { return }
        hasToldTrouble = true
        Console.note("\(name): the light is no longer followed: \(VisibleText.escape(trouble.description))")
    }

    func end() {
        guard isVerbose, let keeper else { return }
        let setting = keeper.governor.setting
        Console.note(
            "\(name): exposure and gain were changed \(keeper.changes) times, last to "
                + "\(Double(setting.exposure) / 10) ms and gain \(setting.gain)")
    }

    private static func giveToCamera(_ surface: any ControlSurface, _ name: String) throws(CommandFailure) {
        try failing { () throws(ControlError) in
            let can = CameraAbilities(try surface.controls())
            guard let automatic = can.automaticExposure else {
                throw ControlError(
                    .unknownControl, id: .autoExposure,
                    "cannot use the automatic exposure of \(name): the camera has none; omit --light")
            }
            if try surface.value(of: .autoExposure) != .integer(automatic) {
                try surface.set([ControlSetting(.autoExposure, .integer(automatic))])
            }
            if can.hasAutogain { try surface.set([ControlSetting(.autogain, .integer(1))]) }
        }
    }
}
