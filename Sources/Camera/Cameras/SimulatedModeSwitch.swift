// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Frames
internal import SimulatedCamera

/// The modes of a simulated webcam.
struct SimulatedModeSwitch: ModeSwitching {
    let simulation: CameraSimulation
    let surface: any ControlSurface
    let modes: [CaptureMode]
    let mode: CaptureMode
    let settles: Bool

    static func modes(of scene: SimulatedScene) -> [CaptureMode] {
        let all = scene.likeness?.modes(fastest: scene.interval) ?? SimulatedMode.webcam(fastest: scene.interval)
        let broken = scene.likeness?.quirks?.brokenFormats ?? []
        return all.compactMap { mode in
            guard let fourCC = mode.fourCC, !broken.contains(fourCC.description) else { return nil }
            let path: LumaPath =
                switch PixelFormat(fourCC) {
                case .readable(let layout): layout.luma == .plane ? .lent : .extracted
                default: .motionJPEG
                }
            return CaptureMode(
                fourCC: fourCC, size: mode.size, fastest: mode.interval,
                slowest: FrameInterval(numerator: 1, denominator: 5), path: path)
        }
    }

    func start(_ mode: CaptureMode, framesPerSecond: Double?) throws(CameraError) -> any FrameSource {
        let asked = framesPerSecond.flatMap {
            FrameInterval(numerator: 1000, denominator: UInt32(($0 * 1000).rounded()))
        }
        let fastest = mode.fastest ?? simulation.scene.interval
        do throws(FrameSourceError) {
            simulation.use(
                SimulatedMode(fourCC: mode.fourCC, size: mode.size, interval: max(fastest, asked ?? fastest)))
            let source = try SimulatedFrameSource(simulation)
            if let like = surface as? LikeCamera, (try? like.startStream()) == false {
                return SilentFrameSource(source.format)
            }
            return settles ? SettledFrameSource(source) : source
        } catch {
            throw CameraError(error)
        }
    }

    /// Nothing to do: the simulated camera ends with the process.
    func putBack() throws(CameraError) {}
}
