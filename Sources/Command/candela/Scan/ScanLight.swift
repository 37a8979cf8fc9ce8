// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import CameraCalibration
internal import CameraControls
internal import Cameras
internal import Frames
internal import LightGoverning
internal import Output
internal import Scanning
internal import Terminal
internal import Torch

extension LightChoice: ExpressibleByArgument {}

/// The exposure of a camera during a scan, restored with the loan.
final class ScanLight {
    private let name: String
    private let follower: LightFollower
    /// The torch that is governed, too.
    private let lamp: FollowedLamp?
    private let isVerbose: Bool
    private var hasToldTrouble = false

    /// Whether the torch follows the light, too.
    var hasLamp: Bool { lamp != nil }

    /// - Parameters:
    ///   - choice: `nil` for the default.
    ///   - torch: opens the torch that may be switched, if there is one; `nil` if none may.
    /// - Returns: `nil` if nothing is to be done.
    init?(
        _ choice: LightChoice?, _ camera: OpenCamera, _ loan: ControlLoan, region: ScanRegion, isVerbose: Bool,
        torch: (() throws(CommandFailure) -> FollowedLamp?)?
    ) throws(CommandFailure) {
        name = VisibleText.escape(CameraAddress(camera.name).label)
        self.isVerbose = isVerbose
        var part: FrameRegion?
        if case .fixed(let fixed) = region { part = fixed }
        lamp = try choice == .auto ? torch?() : nil
        let found: LightFollower?
        do throws(ControlError) {
            found = try LightFollower(
                choice, identity: camera.identity, controls: camera.controls, format: camera.source.format,
                region: part,
                lamp: lamp
            ) { loan.surface }
        } catch {
            throw CommandFailure("\(name): " + VisibleText.escape(error.description))
        }
        guard let found else { return nil }
        follower = found
        if isVerbose, found.keeper != nil {
            let source = found.profile.map { "the profile \(VisibleText.escape($0))" } ?? "no profile: it learns"
            Console.note("\(name): exposure and gain follow the light (\(source))")
        }
    }

    /// Shows each frame to the governor before it is read.
    func watching(_ source: any FrameSource) -> any FrameSource {
        guard let keeper = follower.keeper else { return source }
        return WatchedFrameSource(source) { keeper.take($0) }
    }

    /// Takes the codes read in a frame; called on the reading thread.
    func observe(_ image: LumaImage, _ codes: [Barcode]) {
        guard let keeper = follower.keeper else { return }
        keeper.note(codes, in: image)
        guard let trouble = keeper.trouble, trouble.kind != .gone, !hasToldTrouble else { return }
        hasToldTrouble = true
        Console.note("\(name): the light is no longer followed: \(VisibleText.escape(trouble.description))")
    }

    func end() {
        lamp?.end()
        guard isVerbose, let keeper = follower.keeper else { return }
        let setting = keeper.governor.setting
        Console.note(
            "\(name): exposure and gain were changed \(keeper.changes) times, last to "
                + "\(Double(setting.exposure) / 10) ms and gain \(setting.gain)")
    }
}
