// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import CameraCalibration
internal import CameraControls
internal import Cameras
internal import Frames
internal import Measurement
internal import Output
internal import Scanning
internal import SettingsStore
internal import Terminal
internal import Torch

/// The torch of a camera during a scan: watches the frames, switches the light, and reports that.
struct ScanTorch {
    private let watch: TorchWatch
    /// The camera's frames, each observed on its way.
    let source: any FrameSource

    /// - Parameters:
    ///   - command: switches a lamp that is not the camera's.
    ///   - isByHand: whether a key can switch the torch too.
    ///   - isOffered: whether a torch that was not asked for is to be mentioned now.
    /// - Returns: `nil` if there is nothing to watch.
    init?(
        _ options: ScanTorchOptions, _ command: CommandTemplate?, _ camera: OpenCamera, _ desk: ScanDesk,
        isByHand: Bool,
        isOffered: @escaping () -> Bool
    ) {
        guard let mode = options.mode(offers: desk.style == .text || isByHand) else { return nil }
        let name = options.source.torchSource
        let meter: any LightMeter =
            options.unit == .meanLuma
            ? MeanLumaMeter()
            : ApexLightMeter(camera.controls, fourCC: camera.source.format.fourCC) { reason in
                Console.note(
                    VisibleText.escape(
                        "cannot measure the light at \(camera.name) as Bv: \(reason); give --torch-dim and "
                            + "--torch-bright without bv"))
            }
        let watch = TorchWatch(
            mode: mode, meter: meter, limits: options.limits, notes: TorchNoteFile(camera: camera.name),
            open: {
                // Opened only when needed: most scans use no torch.
                let finding = TorchFinding(open: camera.lightsAt, camera.controls, command)
                return Result { () throws(TorchError) in try finding.open(name) }
            },
            report: { report in
                let isOffer = options.torch == nil && !isByHand
                if !isOffer || isOffered() { Self.tell(report, camera, desk) }
            })
        self.watch = watch
        source = WatchedFrameSource(camera.source) { watch.observe($0) }
    }

    /// The torch that follows the light; `nil` if the camera has none and none was named, or if somebody has switched it on.
    static func followed(
        _ options: ScanTorchOptions, _ command: CommandTemplate?, _ camera: OpenCamera, _ desk: ScanDesk
    ) throws(ControlError) -> FollowedLamp? {
        let name = options.source.torchSource
        do throws(TorchError) {
            let lamp = try TorchFinding(open: camera.lightsAt, camera.controls, command).open(name)
            guard try lamp.state().isOn != true else { return nil }
            return FollowedLamp(lamp, camera: camera.name) { tell($0, camera, desk) }
        } catch {
            guard command != nil || name != nil else { return nil }
            throw ControlError(.failed, id: .lampBesideCamera, error.description)
        }
    }

    func begin() throws(CommandFailure) {
        try failing { () throws(TorchError) in try watch.begin() }
    }

    /// For the thread that takes the frames.
    func switchByHand() { watch.switchByHand() }

    func end() { watch.end() }

    private static func tell(_ report: TorchWatch.Report, _ camera: OpenCamera, _ desk: ScanDesk) {
        Console.note(VisibleText.escape(report.message))
        guard desk.style == .json else { return }
        let light = report.light.map { light in
            (key: light.unit == .meanLuma ? "mean_luma" : "brightness_bv", value: light.value)
        }
        // A closed output is noticed at the next read.
        desk.take(
            .torch(
                .init(
                    source: camera.name, camera: camera.identity, torch: report.torch, state: report.state.rawValue,
                    reason: report.reason.rawValue, percent: report.percent, light: light, message: report.message)))
    }
}
