// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Calibration
import CameraControls
import Foundation
import Frames
import Scanning
import SimulatedCamera

/// A simulated room: a scene and the request of its user.
struct Room: Sendable {
    var name: String
    var specification: String
    var motion: Double?
    var torch = false

    /// Frames as fast as they are drawn: the camera's time is simulated.
    func scene() throws -> SimulatedScene {
        var scene = try SimulatedScene(specification: specification)
        scene.pace = .free
        return scene
    }
}

/// One calibration in a room, and the decode rates possible there.
struct RoomRun {
    let room: Room
    let scene: SimulatedScene

    init(_ room: Room) throws {
        self.room = room
        scene = try room.scene()
    }

    var expected: String { scene.codes.first?.symbol.content ?? "" }
    /// Only the symbologies in the scene: it costs less and reads the same.
    var symbologies: Set<Symbology> {
        guard let code = scene.codes.first?.symbol.symbology else { return SymbologySelection.standard }
        return SymbologySelection.standard.filter { $0.isLinear == code.isLinear }
    }

    func reader() throws -> StreamReader {
        StreamReader(readers: try RecallBenchmark.readers(), effort: .normal, use: .frames)
    }

    func calibrate() throws -> (report: CalibrationReport, camera: SimulatedFrameSource) {
        let source = try SimulatedFrameSource(scene: scene)
        var request = CalibrationRequest(symbologies: symbologies)
        request.expected = expected
        request.motion = room.motion
        request.module = scene.codes.first?.module
        request.mayUseTorch = room.torch
        let calibrator = try Calibrator(
            source: source, controls: source.simulation, reader: try reader(), request: request)
        return (try calibrator.run(), source)
    }

    /// The decode rate of a camera with its current settings. The reader sees some frames first, because its votes have a
    /// memory.
    ///
    /// - Parameter every: 4 reads one frame in four.
    func rate(_ source: SimulatedFrameSource, frames: Int, every: Int = 1, hopeless: Int = .max) throws -> Double {
        let reader = try reader()
        let warmUp = min(6, frames / 4)
        var reads = 0
        var isSeen = false
        for index in 0..<frames + warmUp {
            for _ in 1..<every { source.simulation.skip() }
            guard let frame = try source.nextFrame(timeout: .seconds(1)) else { break }
            let isRead = reader.read(frame.luma, symbologies: symbologies).contains { $0.text == expected }
            isSeen = isSeen || isRead
            if index >= warmUp, isRead { reads += 1 }
            if !isSeen, index + 1 >= hopeless { return 0 }
        }
        return Double(reads) / Double(frames)
    }

    /// Whether each frame decodes, from the reader's first frame on.
    func reads(_ source: SimulatedFrameSource, frames: Int) throws -> [Bool] {
        let reader = try reader()
        var reads: [Bool] = []
        for _ in 0..<frames {
            guard let frame = try source.nextFrame(timeout: .seconds(1)) else { break }
            reads.append(reader.read(frame.luma, symbologies: symbologies).contains { $0.text == expected })
        }
        return reads
    }

    /// Automatic exposure with the lens focused on the code: in the dark, autofocus fails before automatic exposure does.
    func focusedAutomaticRate(frames: Int) throws -> Double {
        let source = try SimulatedFrameSource(scene: scene)
        let focus = min(250, Int64((17_500 / scene.distance / 5).rounded()) * 5)
        try source.simulation.set([
            ControlSetting(.focusAutomaticContinuous, .integer(0)), ControlSetting(.focusAbsolute, .integer(focus)),
        ])
        for _ in 0..<60 { source.simulation.skip() }
        return try rate(source, frames: frames)
    }

    /// The camera's automatic modes, once they have settled.
    func automaticRate(frames: Int) throws -> Double {
        let source = try SimulatedFrameSource(scene: scene)
        for _ in 0..<90 { source.simulation.skip() }
        return try rate(source, frames: frames)
    }
}

extension CalibrationReport {
    /// Prints the report of one room.
    func print() {
        func line(_ name: String, _ r: ProbeResult) -> String {
            String(
                format:
                    "%@ rate %.2f (%d) frame %.0f ms decode %.1f mean %.0f dark %.0f light %.0f noise %.1f cnr %.1f edge %.2f module %.2f clip %.2f",
                name, r.rate, r.frames, r.frameDuration, r.decodeP95 ?? -1, r.mean, r.dark, r.light, r.noise ?? -1,
                r.contrastToNoise ?? -1, r.edgeWidth ?? -1, r.modulePixels ?? -1, r.clipped)
        }
        Swift.print(line("before", before))
        for t in tries {
            let s = t.setting
            Swift.print(
                line("  try", t.result),
                "\(t.reason.rawValue): e \(s.exposure ?? -1) g \(s.gain ?? -1) s \(s.sharpness ?? -1) c \(s.contrast ?? -1) t \(s.torch ?? -1) effect \(t.result.tookEffect)"
            )
        }
        Swift.print(line("after", after))
        Swift.print(
            "focus \(focus) lamp \(lamp) swing \(flickerSwing ?? -1) blur \(blurBudget ?? -1) auto \(keepsAutomaticExposure) probes \(probes) frames \(frames) time \(cameraTime)"
        )
        for l in limits { Swift.print("limit \(l.kind): \(l.sentence)") }
        for r in remarks { Swift.print("remark \(r)") }
        Swift.print("set", chosen.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
    }
}
