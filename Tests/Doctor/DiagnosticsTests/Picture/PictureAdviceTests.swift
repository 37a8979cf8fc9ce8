// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import FrameMetrics
import SymbolFinding
import Testing

@Suite("Advice about a picture")
struct PictureAdviceTests {
    private func finding(_ id: FindingID, _ evidence: PictureEvidence) throws -> Finding {
        try #require(evidence.findings.first { $0.id == id })
    }

    @Test("a small symbol: its size, the size needed, and how much nearer or zoomed")
    func small() throws {
        let evidence = PictureSnapshots.live().changed {
            $0.candidates[0].figures.module = 1.25
            ($0.settings!.zoom, $0.settings!.zoomMaximum) = (100, 400)
            $0.camera = "/dev/video2"
        }
        let finding = try finding(.symbolSmall, evidence)
        #expect(finding.message == "the symbol is too small: its bars are 1.3 px wide, and 2 are needed")
        let zoom = try #require(finding.fixes.first)
        #expect(zoom.title == "Zoom 2.4×")
        #expect(zoom.commands == ["candela set zoom_absolute=240 --camera /dev/video2"])
        #expect(zoom.undo == ["candela set zoom_absolute=100 --camera /dev/video2"])
        #expect(finding.fixes[1].title.contains("to 42 % of the distance"))
    }

    @Test("a proposed zoom stays within the range of the camera")
    func zoomLimit() throws {
        let evidence = PictureSnapshots.live().changed {
            $0.candidates[0].figures.module = 0.9
            ($0.settings!.zoom, $0.settings!.zoomMaximum) = (200, 400)
        }
        #expect(try finding(.symbolSmall, evidence).fixes[0].commands == ["candela set zoom_absolute=400"])
        let atEnd = evidence.changed { $0.settings!.zoom = 400 }
        #expect(try finding(.symbolSmall, atEnd).fixes.allSatisfy { $0.commands.isEmpty })
    }

    @Test("an exposure of 66 ms blurs bars that move faster than 6 mm/s")
    func motion() throws {
        let evidence = PictureSnapshots.live().changed {
            ($0.settings!.exposureMode, $0.settings!.exposureTime) = (1, 660)
            $0.temporal!.interval = 1.0 / 15
            $0.temporal!.speed = 300
            $0.candidates[0].figures.edgeWidthAcross = 8
        }
        let finding = try finding(.lightMotion, evidence)
        #expect(finding.message.contains("66 ms blurs bars of 0.4 mm that move faster than 6 mm/s"))
        // Half a bar of five pixels at 300 pixels a second: 8.3 ms.
        #expect(finding.fixes[0].commands == ["candela set auto_exposure=1 exposure_time_absolute=83"])
        #expect(finding.fixes[0].undo == ["candela set exposure_time_absolute=660 auto_exposure=1"])
    }

    @Test("darkness: how many times the light the picture needs")
    func dark() throws {
        let evidence = PictureSnapshots.unread().changed {
            ($0.frames[0].p1, $0.frames[0].p99, $0.frames[0].mean, $0.frames[0].linearMean) = (1, 30, 8, 0.004)
        }
        #expect(try finding(.lightDark, evidence).message == "the picture is too dark: it needs 40 times the light")
    }

    @Test(
        "flicker: the movement of the bands gives the mains frequency, and the fix sets it",
        arguments: [(30.0, 1.0 / 3, 50), (25.0, 0.8, 60), (15.0, 2.0 / 3, 50)] as [(Double, Double, Int)])
    func flicker(_ rate: Double, _ advance: Double, _ hertz: Int) throws {
        let evidence = PictureSnapshots.live().changed {
            $0.temporal!.interval = 1 / rate
            let bands = 2 * Double(hertz) * 0.028
            $0.temporal!.banding = Banding(amplitude: 0.3, bandsPerFrame: bands, advance: advance, steadiness: 1)
            $0.settings!.powerLineFrequency = hertz == 50 ? 2 : 1
        }
        let finding = try finding(.lightFlicker, evidence)
        #expect(finding.message.contains("\(hertz) Hz mains"))
        #expect(finding.fixes[0].commands == ["candela set power_line_frequency=\(hertz == 50 ? 1 : 2)"])
    }

    @Test("flicker at no mains frequency comes from a screen, and no mains frequency fixes it")
    func screen() throws {
        let evidence = PictureSnapshots.live().changed {
            $0.temporal!.banding = Banding(amplitude: 0.3, bandsPerFrame: 6.7, advance: 0.55, steadiness: 1)
        }
        let finding = try finding(.lightFlicker, evidence)
        #expect(finding.message.contains("a screen"))
        #expect(finding.fixes.allSatisfy { $0.commands.isEmpty })
    }

    @Test("a lens without a focus drive has a smallest bar that it can show, which the advice names")
    func fixedLens() throws {
        let evidence = PictureSnapshots.live().changed {
            $0.settings!.isFocusAutomatic = nil
            $0.settings!.focusMaximum = nil
            $0.candidates[0].figures.module = 1.4
        }
        let width = try #require(evidence.frames.last?.width)
        let fix = try #require(try finding(.symbolSmall, evidence).fixes.last)
        // 2 pixels of a view that is 346 mm wide at 300 mm.
        let least = 2 * 346.41 / Double(width)
        #expect(fix.title.contains("from about \(String(format: "%.2f", least)) mm"), "\(fix.title)")
        // One that focuses can come nearer.
        let focusing = evidence.changed { $0.settings!.focusMaximum = 250 }
        #expect(try finding(.symbolSmall, focusing).fixes.allSatisfy { !$0.title.contains("at no distance") })
    }

    @Test("the camera's name is quoted for a shell")
    func quoted() throws {
        let evidence = PictureSnapshots.live().changed {
            $0.settings!.exposureMode = 1
            ($0.frames[0].mean, $0.frames[0].p99, $0.frames[0].p1) = (9, 40, 1)
            $0.camera = "it's; rm -rf"
        }
        let fix = try #require(try finding(.lightManualExposure, evidence).fixes.first)
        #expect(fix.commands == [#"candela set auto_exposure=3 --camera 'it'\''s; rm -rf'"#])
    }

    @Test("every finding about light, focus and symbol has one page")
    func catalogue() {
        let ids = PictureCatalogue.entries.map(\.id)
        #expect(Set(ids).count == ids.count)
        let others: Set<FindingID> = [
            .symbolDamaged, .symbolSeveral, .lightSettings, .lightPumping, .lightSettling, .lightHazy, .symbolPartial, .symbolDotted,
            .symbolMirrored, .symbolBarGrowth, .symbolUneven, .symbolMaxiCode, .symbolEncoding, .symbolSeparators,
            .symbolTransparent, .symbolCMYK, .symbolStyled, .symbolTilted, .symbolGrain, .symbolSequence, .symbolCovered, .symbolCornerPattern,
            .lightShadow, .symbolCheck, .symbolShort, .symbolUnframed, .symbolForeign, .symbolStretched,
            .symbolBent, .symbolUnexplained, .symbolDemanding,
        ]
        #expect(Set(ids) == Set(PictureCase.fails.map(\.id)).union(others))
        for entry in PictureCatalogue.entries {
            #expect(entry.id.rawValue.hasPrefix(entry.check.rawValue + "."))
            #expect(entry.explanation.split(separator: "\n\n").count >= 2)
        }
    }
}
