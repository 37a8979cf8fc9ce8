// SPDX-License-Identifier: Apache-2.0

import Foundation
import FrameMetrics
import Testing

@Suite("Edges")
struct EdgeTests {
    @Test("a step between two pixels is 0.8 pixels wide, and stands between them")
    func step() throws {
        let profile = (0..<40).map { Float($0 < 20 ? 30 : 210) }
        let edge = try #require(ProfileEdges.find(in: profile, tolerance: 5).first)
        #expect(abs(edge.width - 0.8) < 1e-3)
        #expect(abs(edge.position - 19.5) < 1e-3)
        #expect(edge.height == 180)
    }

    // Samples one pixel apart are joined by straight lines, which widens edges of one or two pixels.
    @Test("a step blurred by σ is 2.56 σ wide, wherever it stands between pixels", arguments: [1.0, 1.7, 3, 8])
    func blurred(_ sigma: Double) throws {
        for shift in [0.0, 0.25, 0.5, 0.8] {
            let middle = 60 + shift
            let profile = (0..<120).map { Float(240 - 200 * blurredStep(Double($0) - middle, sigma: sigma)) }
            let edge = try #require(ProfileEdges.find(in: profile, tolerance: 5).first)
            #expect(abs(edge.width - 2.563 * sigma) < 0.06 + 0.26 / sigma)
            #expect(abs(edge.position - middle) < 0.05)
            #expect(edge.height < -195)
        }
    }

    @Test("each side of a bar gives an edge, at the right distances")
    func bars() {
        let profile = (0..<120).map { Float($0 / 3 % 2 == 0 ? 40 : 200) }
        let edges = ProfileEdges.find(in: profile, tolerance: 10)
        #expect(edges.count == 39)
        #expect(zip(edges, edges.dropFirst()).allSatisfy { abs($1.position - $0.position - 3) < 1e-3 })
    }

    @Test("fluctuations below the tolerance do not break an edge")
    func tolerance() {
        let profile: [Float] = [10, 10, 60, 57, 120, 118, 180, 180]
        #expect(ProfileEdges.find(in: profile, tolerance: 6).count == 1)
        #expect(ProfileEdges.find(in: profile, tolerance: 2).count > 1)
        #expect(ProfileEdges.find(in: [], tolerance: 1).isEmpty)
        #expect(ProfileEdges.find(in: [5, 5, 5], tolerance: 1).isEmpty)
    }

    @Test("the sharpest edges of a picture have the width of its blur, at any angle", arguments: [0.0, 20, 45, 80])
    func figures(_ degrees: Double) throws {
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let image = picture(240, 240) { x, y in
            let across = (Double(x) - 120) * c + (Double(y) - 120) * s
            return 30 + 190 * blurredStep(across, sigma: 2)
        }
        let figures = FrameFigures(image).edges
        #expect(abs(try #require(figures.width) - 5.13) < 0.6)
    }

    @Test("a profile has the values along its line, and repeats the border outside the picture")
    func profile() {
        let image = picture(50, 50) { x, _ in Double(4 * x) }
        let line = image.profile(x0: 10.5, y0: 5.5, x1: 30.5, y1: 5.5)
        #expect(line.count == 21)
        #expect(line.first == 40 && line.last == 120)
        let down = padded(image).profile(x0: 20.5, y0: -5, x1: 20.5, y1: 60, halfBreadth: 2)
        #expect(down.allSatisfy { abs($0 - 80) < 0.01 })
        #expect(image.profile(x0: 3, y0: 3, x1: 3.2, y1: 3).isEmpty)
    }

    @Test("sharpness falls with blur and does not depend on the stride")
    func tenengrad() {
        let energies = [1.0, 2, 4].map { sigma in
            picture(120, 80) { x, _ in 255 * blurredStep(Double(x) - 60, sigma: sigma) }.tenengrad()
        }
        #expect(energies[0] > energies[1] && energies[1] > energies[2])
        let image = picture(61, 43) { x, y in Double((x * x + 5 * y) % 256) }
        #expect(image.tenengrad() == padded(image).tenengrad())
        #expect(picture(2, 9) { _, _ in 1 }.tenengrad() == 0)
    }
}
