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
    private var lamp: FollowedLamp?
    /// Whether the user asked for `auto`.
    private let isAsked: Bool
    private let isVerbose: Bool
    private var hasToldTrouble = false

    /// Whether a torch need not be offered: it follows the light, and goes on in so little light.
    var switchesTorch: Bool { lamp != nil && (isAsked || follower.keeper?.governor.isLampLight == true) }

    /// - Parameters:
    ///   - choice: `nil` for the default.
    ///   - torch: opens the torch that may be switched, if there is one.
    /// - Returns: `nil` if nothing is to be done.
    init?(
        _ choice: LightChoice?, _ camera: OpenCamera, _ loan: ControlLoan, region: ScanRegion, isVerbose: Bool,
        torch: () throws(ControlError) -> FollowedLamp?
    ) throws(CommandFailure) {
        name = VisibleText.escape(CameraAddress(camera.name).label)
        self.isVerbose = isVerbose
        var part: FrameRegion?
        if case .fixed(let fixed) = region { part = fixed }
        isAsked = choice == .auto
        var lamp: FollowedLamp?
        let found: LightFollower?
        do throws(ControlError) {
            found = try LightFollower(
                choice, identity: camera.identity, controls: camera.controls, format: camera.source.format,
                region: part,
                lamp: { () throws(ControlError) in
                    lamp = try torch()
                    return lamp
                }, borrowed: { loan.surface })
        } catch {
            throw CommandFailure("\(name): " + VisibleText.escape(error.description))
        }
        guard let found else { return nil }
        follower = found
        self.lamp = lamp
        if isVerbose, found.keeper != nil {
            let source = found.profile.map { "the profile \(VisibleText.escape($0))" } ?? "no profile: it learns"
            Console.note("\(name): exposure and gain follow the light (\(source))")
            if found.hasPast { Console.note("\(name): it starts with what earlier scans learned") }
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
        follower.end()
        guard isVerbose, let keeper = follower.keeper else { return }
        let setting = keeper.governor.setting
        Console.note(
            "\(name): exposure and gain were changed \(keeper.changes) times, last to "
                + "\(Double(setting.exposure) / 10) ms and gain \(setting.gain)")
    }
}
