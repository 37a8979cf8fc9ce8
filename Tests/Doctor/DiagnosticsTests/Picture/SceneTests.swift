// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FrameMetrics
import SymbolFinding
import Testing

@Suite("What a whole picture tells")
struct SceneTests {
    /// A place that hardly resembles a code, with edges far wider than those of the sharp rest.
    private static func scene() -> PictureEvidence {
        PictureSnapshots.unread().changed {
            ($0.candidates[0].score, $0.candidates[0].figures.module, $0.candidates[0].figures.modulation) = (0.28, 3.7, 0.33)
            ($0.candidates[0].figures.edgeWidth, $0.candidates[0].figures.edgeWidthAcross) = (6.9, 6.7)
            $0.candidates[0].figures.edgeWidthDown = 7.3
        }
    }

    @Test("a sharp photograph without a code is not out of focus; one that is not sharp, or has a code, is")
    func scene() {
        let scene = Self.scene()
        #expect(scene.failures == [.symbolNone], "\(scene.findings)")
        let soft = scene.changed { $0.frames[0].edges.width = 4 }
        #expect(soft.failures == [.focusBlurred], "\(soft.findings)")
        let code = scene.changed { $0.candidates[0].score = 0.5 }
        #expect(code.failures == [.focusBlurred], "\(code.findings)")
    }

    @Test("texture is no noise, and small texture no small code")
    func texture() {
        let texture = Self.scene().changed {
            ($0.candidates[0].figures.module, $0.candidates[0].figures.edgeWidth) = (2.1, 3.7)
            $0.frames[0].noise = 6.3
        }
        #expect(texture.failures == [.symbolNone], "\(texture.findings)")
        #expect(texture.findings.contains { $0.id == .symbolSmall && $0.severity == .warn })
    }

    @Test("a photograph whose edges are drawn out in one direction was moved, unless its code is soft in both")
    func drawnOut() throws {
        let moved = PictureSnapshots.unread().changed {
            ($0.candidates[0].figures.module, $0.candidates[0].figures.edgeWidth) = (6, 7)
            ($0.candidates[0].figures.edgeWidthAcross, $0.candidates[0].figures.edgeWidthDown) = (10, 3)
            ($0.frames[0].edges.width, $0.frames[0].edges.alongRows, $0.frames[0].edges.alongColumns) = (2.6, 6, 2.1)
        }
        #expect(moved.failures == [.lightMotion], "\(moved.findings)")
        let finding = try #require(moved.findings.first { $0.id == .lightMotion })
        #expect(finding.message.contains("6.0 px wide horizontally") && finding.confidence == .likely)
        let blurred = moved.changed { $0.candidates[0].figures.edgeWidthDown = 9 }
        #expect(blurred.failures == [.focusBlurred], "\(blurred.findings)")
        let little = moved.changed { $0.frames[0].edges.alongRows = 4 }
        #expect(!little.failures.contains(.lightMotion))
    }

    @Test("a camera's view in which everything moves is not out of focus")
    func changing() {
        let view = PictureSnapshots.live().changed {
            ($0.candidates[0].figures.module, $0.candidates[0].figures.edgeWidth) = (7.3, 7.3)
            ($0.candidates[0].figures.edgeWidthAcross, $0.candidates[0].figures.edgeWidthDown) = (7.3, nil)
            $0.candidates[0].figures.modulation = 0.4
            for index in $0.frames.indices {
                ($0.frames[index].edges.width, $0.frames[index].edges.alongRows, $0.frames[index].edges.alongColumns) = (6.4, 6.6, 4)
                $0.frames[index].noise = 0.3
            }
            $0.temporal?.noise = 10.8
        }
        #expect(view.failures == [.lightMotion], "\(view.findings)")
        let still = view.changed { $0.temporal?.noise = 1.1 }
        #expect(!still.findings.contains { $0.id == .lightMotion }, "\(still.findings)")
    }

    @Test("texture that is found elsewhere in each frame does not move while nothing does")
    func jumping() {
        let wall = PictureSnapshots.live().changed {
            ($0.candidates[0].score, $0.candidates[0].figures.edgeWidthAcross) = (0.29, 8)
            $0.temporal?.speed = 960
        }
        #expect(!wall.findings.contains { $0.id == .lightMotion }, "\(wall.findings)")
        let moving = wall.changed { $0.temporal?.isStill = false }
        #expect(moving.findings.contains { $0.id == .lightMotion })
    }

    @Test("a dark photograph has narrow edges and little noise, too, and is not drawn")
    func dark() {
        let dark = PictureSnapshots.unread().changed {
            ($0.frames[0].p1, $0.frames[0].p5, $0.frames[0].p99, $0.frames[0].mean, $0.frames[0].linearMean) = (0, 2, 20, 8, 0.003)
            ($0.frames[0].edges.width, $0.frames[0].noise) = (0.78, 0.4)
            ($0.candidates[0].figures.dark, $0.candidates[0].figures.light, $0.candidates[0].figures.module) = (2, 18, 2.2)
        }
        #expect(dark.failures.first == .lightDark, "\(dark.findings)")
        #expect(!dark.findings.contains { $0.message.contains("drawn") })
    }

    @Test("a photograph in which nothing is dark and much is pure white is overexposed; a white page with dark print is not")
    func overexposed() throws {
        let bright = PictureSnapshots.unread().changed {
            ($0.frames[0].p1, $0.frames[0].p5, $0.frames[0].p50, $0.frames[0].p95, $0.frames[0].p99) = (102, 131, 255, 255, 255)
            ($0.frames[0].clippedShare, $0.frames[0].mean, $0.frames[0].noise, $0.frames[0].edges.width) = (0.8, 236, 0, 0.8)
            ($0.candidates[0].figures.dark, $0.candidates[0].figures.light, $0.candidates[0].figures.module) = (122, 255, 2.2)
        }
        #expect(bright.failures == [.lightClipped], "\(bright.findings)")
        #expect(!bright.findings.contains { $0.message.contains("drawn") || $0.message.contains("well lit") })
        let page = bright.changed { $0.candidates[0].figures.dark = 40 }
        #expect(!page.failures.contains(.lightClipped), "\(page.findings)")
        // The black of a program is one value.
        let drawn = bright.changed { $0.frames[0].p5 = 102 }
        #expect(drawn.failures == [.symbolSmall], "\(drawn.findings)")
    }

    @Test("few pixels a module are no cause where there are two, and what else may be wrong is told")
    func fewPixels() throws {
        let few = PictureSnapshots.unread().changed {
            ($0.candidates[0].figures.module, $0.candidates[0].figures.edgeWidth) = (2.6, 1.9)
        }
        #expect(few.failures == [.symbolUnexplained], "\(few.findings)")
        let finding = try #require(few.findings.first { $0.id == .symbolUnexplained })
        #expect(finding.message.contains("too small, or not all of it can be seen"))
        #expect(finding.fixes.contains { $0.title.contains("more pixels") })
        #expect(few.findings.contains { $0.id == .symbolSmall && $0.severity == .warn })
    }

    @Test("bars that fade towards both ends are on a can")
    func fading() {
        let bars = PictureSnapshots.unread().changed {
            $0.candidates = [PictureSnapshots.symbol(.linear)]
            ($0.candidates[0].figures.lineSpread, $0.candidates[0].figures.edgesPerLine) = (0.05, 40)
        }
        let faint = bars.changed { $0.candidates[0].figures.faintEnds = 0.55 }
        #expect(faint.failures == [.symbolBent], "\(faint.findings)")
        let even = bars.changed { $0.candidates[0].figures.faintEnds = 0.9 }
        #expect(!even.findings.contains { $0.id == .symbolBent })
    }

    @Test("a reflection hides nothing of a code that it does not touch, and of which nothing is raised")
    func beside() {
        let beside = PictureSnapshots.unread().changed {
            $0.spots = [ClippedSpot(x: 335, y: 180, width: 60, height: 60, share: 0.01, fill: 0.75, halo: 1, border: 0)]
        }
        #expect(!beside.findings.contains { $0.id == .symbolGlare }, "\(beside.findings)")
        let over = beside.changed { $0.spots[0].x = 280 }
        #expect(over.failures == [.symbolGlare], "\(over.findings)")
    }

    @Test("a photograph that does not read and is a JPEG of very low quality was compressed too much")
    func coarse() {
        let coarse = PictureSnapshots.unread().changed { $0.jpegQuality = 4 }
        #expect(coarse.failures == [.streamCoarse], "\(coarse.findings)")
        #expect(!coarse.changed { $0.jpegQuality = 50 }.findings.contains { $0.id == .streamCoarse })
        #expect(!PictureSnapshots.read().changed { $0.jpegQuality = 4 }.findings.contains { $0.id == .streamCoarse })
    }
}
