// SPDX-License-Identifier: Apache-2.0

internal import Calibration
package import CameraControls
package import Frames
package import LightGoverning
internal import Measurement
internal import Output
internal import SettingsStore
internal import StoredFiles

/// Who sets the exposure while a camera scans.
package enum LightChoice: String, Hashable, Sendable, CaseIterable {
    /// The governor.
    case auto
    /// Nobody: settings stay as they are.
    case fixed
    /// The camera's own automatic.
    case camera
}

/// The exposure of a scanning camera: follows the light, or is left to the camera. It restores nothing: the caller's surface
/// does. For the thread that takes frames.
package final class LightFollower {
    /// `nil` if the camera's own automatic sets the exposure.
    package let keeper: LightKeeper?
    /// The profile whose calibration is used, not escaped.
    package let profile: String?
    /// What earlier runs learned was used.
    package let hasPast: Bool
    /// When the profile was saved.
    private let calibration: String?
    private let file: LearnedLightFile?

    /// - Parameters:
    ///   - choice: `nil` for the default, which is `auto` while a calibrated profile is in force, else `fixed`.
    ///   - controls: the camera's controls.
    ///   - lamp: opens the lamp that `auto` may switch, if there is one and nobody has switched it on. It is asked if the user
    ///     asked for `auto`, or if the calibration found the light in which the code no longer reads; then the lamp goes on
    ///     only below that light.
    ///   - borrowed: the same controls, which remember what is changed; asked for at the first change.
    ///   - region: the part of the frame that is read.
    /// - Returns: `nil` if nothing is to be done.
    /// - Throws: if the camera cannot do what was requested.
    package init?(
        _ choice: LightChoice?, identity: String, controls: (any ControlSurface)?, format: StreamFormat,
        region: FrameRegion?, lamp: () throws(ControlError) -> (any GovernedLamp)?,
        borrowed: () -> (any ControlSurface)?
    ) throws(ControlError) {
        guard choice != .fixed else { return nil }
        let found = controls.flatMap { controls in
            ProfileInForce.find(identity, controls) { $0.isCalibratedForLight }
        }
        // Nobody asked: only a calibration tells how the camera responds, and with what it has read.
        guard choice != nil || found != nil else { return nil }
        guard let surface = borrowed() else {
            guard choice != nil else { return nil }
            throw ControlError(
                .unknownControl, id: .exposureTimeAbsolute,
                "cannot set the exposure of this camera: it has no controls; omit --light")
        }
        profile = found?.name.text
        let calibration = found?.profile.saved
        self.calibration = calibration
        if choice == .camera {
            (keeper, file, hasPast) = (nil, nil, false)
            try Self.giveToCamera(surface)
            return
        }
        var knowledge =
            found.map { LightKnowledge($0.profile, sensor: AmbientLightSensor.read()?.lux) } ?? LightKnowledge()
        file = (try? StateFolders()).map { LearnedLightFile(identity, in: $0) }
        // Lights that were measured by another calibration have another scale.
        let past = file?.read().flatMap { $0.calibration == calibration ? $0 : nil }
        hasPast = past != nil
        if let past { knowledge.take(past, atMilliseconds: WallTime.now.milliseconds) }
        if choice == nil { knowledge.lampBelow = knowledge.darkest }
        keeper = try LightKeeper(
            surface, interval: format.interval.map { $0.duration.milliseconds / 1000 }, region: region,
            knowledge: knowledge, lamp: choice == .auto || knowledge.darkest != nil ? try lamp() : nil)
        guard keeper != nil else {
            guard choice != nil else { return nil }
            throw ControlError(
                .unknownControl, id: .exposureTimeAbsolute,
                "cannot follow the light: the camera has no manual exposure; use --light camera, or omit --light")
        }
    }

    /// Keeps what was learned for the next start. Restores nothing.
    package func end() {
        guard let keeper, let file, keeper.governor.hasLearned else { return }
        // Without the file the next run starts without it.
        try? file.write(
            .init(keeper.governor.learned, calibration: calibration, saved: WallTime.now.milliseconds))
    }

    private static func giveToCamera(_ surface: any ControlSurface) throws(ControlError) {
        let can = CameraAbilities(try surface.controls())
        guard let automatic = can.automaticExposure else {
            throw ControlError(
                .unknownControl, id: .autoExposure,
                "cannot use automatic exposure: the camera has none; omit --light")
        }
        if try surface.value(of: .autoExposure) != .integer(automatic) {
            try surface.set([ControlSetting(.autoExposure, .integer(automatic))])
        }
        if can.hasAutogain { try surface.set([ControlSetting(.autogain, .integer(1))]) }
    }
}
