// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import SimulatedCamera

/// The modes of a simulated webcam.
struct SimulatedModeSwitch: ModeSwitching {
    let simulation: CameraSimulation
    let modes: [CaptureMode]
    let mode: CaptureMode
    let settles: Bool

    static func modes(of scene: SimulatedScene) -> [CaptureMode] {
        SimulatedMode.webcam(fastest: scene.interval).compactMap { mode in
            guard let fourCC = mode.fourCC else { return nil }
            return CaptureMode(
                fourCC: fourCC, size: mode.size, fastest: mode.interval,
                slowest: FrameInterval(numerator: 1, denominator: 5), path: mode.isCompressed ? .motionJPEG : .extracted
            )
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
            return settles ? SettledFrameSource(source) : source
        } catch {
            throw CameraError(error)
        }
    }

    /// Nothing to do: the simulated camera ends with the process.
    func putBack() throws(CameraError) {}
}
