// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Foundation
import Frames
import SimulatedCamera

/// Tries every setting of a grid over the controls that a calibration changes, to find the best possible rate in a room.
///
/// It knows where the code is: the lens is at the focus given by geometry, so focus positions do not count as probes. A grid
/// point is given up after five frames without a read. Once a setting decodes all of 60 frames, no other can be better, and
/// the rest is only counted.
struct ExhaustiveSearch {
    let run: RoomRun

    struct Setting: Hashable {
        var exposure: Int64
        var gain: Int64
        var sharpness: Int64
        /// Contrast and brightness together.
        var tone: [Int64]
        var torch: Int64

        var settings: [ControlSetting] {
            [
                ControlSetting(.exposureTimeAbsolute, .integer(exposure)), ControlSetting(.gain, .integer(gain)),
                ControlSetting(.sharpness, .integer(sharpness)), ControlSetting(.contrast, .integer(tone[0])),
                ControlSetting(.brightness, .integer(tone[1])), ControlSetting(.illuminator1, .integer(torch)),
            ]
        }
    }

    /// Exposures in half stops, plus the longest flicker-safe ones for 50 and 60 Hz at 30 fps.
    static let exposures: [Int64] = [
        5, 10, 20, 28, 40, 57, 80, 100, 120, 167, 240, 300, 333, 500, 667, 1000, 1400, 2000, 2047,
    ]
    static let gains: [Int64] = [0, 64, 128, 192, 255]
    static let sharpnesses: [Int64] = [0, 64, 128, 192]
    static let tones: [[Int64]] = [[128, 128], [255, 255], [255, 128], [255, 64]]

    var grid: [Setting] {
        var all: [Setting] = []
        for torch in run.room.torch ? [0, 1] : [Int64(0)] {
            for exposure in Self.exposures {
                for gain in Self.gains {
                    for sharpness in Self.sharpnesses {
                        for tone in Self.tones {
                            all.append(
                                Setting(
                                    exposure: exposure, gain: gain, sharpness: sharpness, tone: tone, torch: torch))
                        }
                    }
                }
            }
        }
        return all
    }

    /// The best decode rate, and the number of settings in the grid.
    func best() throws -> (rate: Double, setting: Setting?, probes: Int) {
        // Likely settings first, so that a perfect one is found early; the order changes nothing else.
        let grid = grid.sorted { cost($0) < cost($1) }
        var promising: [(setting: Setting, rate: Double)] = []
        for setting in grid {
            let first = try rate(setting, frames: 12, hopeless: 5)
            guard first > 0.3, first >= (promising.map(\.rate).max() ?? 0) - 0.25 else { continue }
            promising.append((setting, first))
            if first == 1, try rate(setting, frames: 60) == 1 { return (1, setting, grid.count) }
        }
        // A dozen frames may decode by chance: the twelve best settings get more frames.
        var best: (rate: Double, setting: Setting?) = (0, nil)
        for candidate in promising.sorted(by: { $0.rate > $1.rate }).prefix(12) {
            let rate = try rate(candidate.setting, frames: 120)
            if rate > best.rate { best = (rate, candidate.setting) }
        }
        return (best.rate, best.setting, grid.count)
    }

    private func cost(_ setting: Setting) -> Double {
        let shape = setting.sharpness == 128 ? 0.0 : setting.sharpness == 0 ? 0.5 : 1
        let tone = setting.tone == [128, 128] ? 0.0 : 0.7
        let likely = run.scene.speed > 0 ? 40.0 : setting.torch > 0 ? 100 : 1000
        return abs(log2(Double(setting.exposure) / likely)) + shape + tone
            + abs(Double(setting.gain) - 200) / 100
    }

    private func rate(_ setting: Setting, frames: Int, hopeless: Int = .max) throws -> Double {
        try run.rate(try camera(setting), frames: frames, hopeless: hopeless)
    }

    /// Which of 120 frames decode, 1 or 0 each, including the reader's first frame.
    func pattern(_ values: [Int64]) throws -> String {
        guard values.count == 5 else { throw RoomError("--at takes five numbers, separated by commas") }
        let setting = Setting(
            exposure: values[0], gain: values[1], sharpness: values[2], tone: [values[3], values[4]], torch: 0)
        return try run.reads(try camera(setting), frames: 120).map { $0 ? "1" : "0" }.joined()
    }

    /// A camera at the setting, with the lens focused on the code.
    private func camera(_ setting: Setting) throws -> SimulatedFrameSource {
        let source = try SimulatedFrameSource(scene: run.scene)
        var all = [ControlSetting(.autoExposure, .integer(1))]
        if try source.simulation.controls().contains(where: { $0.id == .focusAbsolute }) {
            let focus = Int64((17_500 / run.scene.distance / 5).rounded()) * 5
            all.append(ControlSetting(.focusAutomaticContinuous, .integer(0)))
            all.append(ControlSetting(.focusAbsolute, .integer(min(250, focus))))
        }
        try source.simulation.set(all + setting.settings)
        for _ in 0..<3 { source.simulation.skip() }
        return source
    }
}

/// Why a room cannot be measured, as a sentence.
struct RoomError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
