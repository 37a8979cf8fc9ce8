// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Diagnostics
import Foundation
import FrameMetrics
import Frames
import Scanning
import SimulatedCamera
import SymbolFinding

/// Prints the doctor's findings for the simulated camera's scenes, and the time of a live examination.
struct ScenesBenchmark {
    var specifications: [String]

    static let usual = [
        "bench", "dim", "dark", "far", "blurred", "glare", "flicker", "inverted", "two-codes", "empty",
        "bench?lux=0", "bench?contrast=0.12", "bench?motion=400", "bench?distance=300", "bench?rotation=30",
        "bench?frame=1280x720", "bench?frame=1920x1080", "bench?tilt=40",
    ]

    func run() throws {
        for text in specifications.isEmpty ? Self.usual : specifications {
            let scene = try SimulatedScene(specification: text)
            let simulation = CameraSimulation(scene: scene)
            for _ in 0..<60 { simulation.skip() }
            var frames: [(luma: LumaImage, timestamp: FrameTimestamp)] = []
            var settings = CameraSettings()
            for _ in 0..<24 {
                let frame = simulation.step()
                frames.append((frame.luma, frame.timestamp))
                if let focus = try? simulation.value(of: .focusAbsolute), case .integer(let value) = focus {
                    settings.focusReadings.append(Int(value))
                }
            }
            settings.exposureMode = value(simulation, .autoExposure)
            settings.exposureTime = value(simulation, .exposureTimeAbsolute)
            settings.powerLineFrequency = value(simulation, .powerLineFrequency)
            settings.isFocusAutomatic = value(simulation, .focusAutomaticContinuous).map { $0 != 0 }
            settings.zoom = value(simulation, .zoomAbsolute)
            settings.zoomMinimum = 100
            settings.zoomMaximum = 400
            let normal = StreamReader(readers: try RecallBenchmark.readers(), effort: .normal, use: .frames)
            let hard = try RecallBenchmark.ladder(.hard)
            let easy = try RecallBenchmark.ladder(.normal)
            let collector = PictureCollector(effort: .normal) { effort, use -> any BarcodeReader in
                if use == .frames { normal } else if effort == .hard { hard } else { easy }
            }
            let began = threadMilliseconds()
            let evidence = try collector.collect(frames, settings: settings)
            let time = threadMilliseconds() - began
            let figures = evidence.figures!
            print(
                "\(text): \(PictureDiagnosis.headline(evidence)?.rawValue ?? "ready")   \(Int(time)) ms, of which reading \(Int(evidence.attempts.reduce(0) { $0 + $1.milliseconds }))"
            )
            for report in PictureDiagnosis.reports(evidence) {
                print("    \(report.id) \(report.state): \(report.summary)")
                for finding in report.findings.dropFirst() {
                    print("        \(finding.severity) \(finding.id): \(finding.message)")
                }
                for fix in report.findings.flatMap(\.fixes) {
                    print("        → \(fix.title) \(fix.commands.joined(separator: "; "))")
                }
            }
            print(
                String(
                    format: "    mean %.1f p1 %d p99 %d noise %.1f structure %.1f edge %.2f clipped %.2f", figures.mean,
                    figures.p1, figures.p99, figures.noise, figures.structure, figures.edges.width ?? -1,
                    figures.clippedShare),
                evidence.temporal.map { t in
                    "structure \(t.structure ?? -1) banding \(t.banding.map { b in String(format: "%.3f × %.2f +%.2f (%.2f)", b.amplitude, b.bandsPerFrame, b.advance, b.steadiness) } ?? "-") speed \(t.speed ?? -1) noise \(t.noise ?? -1) interval \(t.interval)"
                } ?? "",
                evidence.candidates.first.map { c in
                    "cand \(c.kind) \(c.score) \(c.corners.map { Int($0) }) m \(c.figures.module ?? -1) e \(c.figures.edgeWidth ?? -1) c \(c.figures.contrast)"
                } ?? "")
        }
    }

    private func value(_ simulation: CameraSimulation, _ id: ControlID) -> Int? {
        switch try? simulation.value(of: id) {
        case .integer(let value): Int(value)
        default: nil
        }
    }
}
