// SPDX-License-Identifier: Apache-2.0

import CBenchmarkKernels
import Foundation
import FrameMetrics
import Frames
import SimulatedCamera

/// Times the loops over pixels against the same loops in C at -O3, on the same frame, alternately.
struct KernelsBenchmark {
    private static let rounds = 400

    func run() throws {
        print(
            "Loops over a grey frame: microseconds, minimum and median of \(Self.rounds) rounds, against C at -O3"
        )
        for size in [
            FrameSize(width: 640, height: 480), FrameSize(width: 1280, height: 720),
            FrameSize(width: 1920, height: 1080),
        ] {
            var scene = try SimulatedScene(specification: "bench")
            scene.frameSize = size
            let simulation = CameraSimulation(scene: scene)
            for _ in 0..<12 { simulation.skip() }
            measure(simulation.step().luma)
        }
    }

    private func measure(_ image: LumaImage) {
        print("\n\(image.size)             candela          C -O3      ratio (fastest, median)")
        let (width, height, stride) = (image.width, image.height, image.rowStride)
        var counts = [UInt32](repeating: 0, count: 256)
        var sums = [Int64](repeating: 0, count: 4096)
        unsafe image.withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            row("mean", { image.mean() }, { unsafe peer_mean(first, width, height, stride) })
            row(
                "clipping", { Double(image.count(from: 250)) },
                { unsafe Double(peer_clipped(first, width, height, stride, 250)) })
            row(
                "histogram", { Double(LumaHistogram(image).counts[128]) },
                {
                    unsafe peer_histogram(first, width, height, stride, &counts)
                    return Double(counts[128])
                })
            row(
                "Laplacian variance", { image.laplacianVariance() },
                { unsafe peer_laplacian_variance(first, width, height, stride) })
            row("Tenengrad", { image.tenengrad() }, { unsafe peer_tenengrad(first, width, height, stride) })
            row(
                "noise", { image.noiseDeviation() },
                {
                    let count = unsafe peer_noise_blocks(first, width, height, stride, &sums)
                    // What is left is ours alone as well: the tenth of the blocks that is quietest.
                    let sorted = sums[0..<count].sorted()
                    return 1.27 * (Double.pi / 2).squareRoot() / 6 * Double(sorted[count / 10]) / 36
                })
        }
    }

    private func row(_ name: String, _ ours: () -> Double, _ peers: () -> Double) {
        let (mine, theirs) = (ours(), peers())
        let agree = abs(mine - theirs) <= 1e-6 * max(1, abs(theirs))
        var times: (ours: [Double], peers: [Double]) = ([], [])
        var kept = 0.0
        // Alternate, so that other load of the machine affects both.
        for _ in 0..<Self.rounds {
            times.ours.append(Self.microseconds { kept += ours() })
            times.peers.append(Self.microseconds { kept += peers() })
        }
        times.ours.sort()
        times.peers.sort()
        precondition(kept.isFinite)
        let (a, b) = (times.ours[times.ours.count / 2], times.peers[times.peers.count / 2])
        let label = name.padding(toLength: 20, withPad: " ", startingAt: 0)
        print(
            label
                + String(
                    format: "%7.0f %7.0f %7.0f %7.0f   %5.2f %5.2f%@", times.ours[0], a, times.peers[0], b,
                    times.ours[0] / times.peers[0], a / b, agree ? "" : "   DIFFERENT: \(mine) and \(theirs)"))
    }

    private static func microseconds(_ work: () -> Void) -> Double {
        let began = FrameTimestamp.now
        work()
        return FrameTimestamp.now.since(began).milliseconds * 1000
    }
}
