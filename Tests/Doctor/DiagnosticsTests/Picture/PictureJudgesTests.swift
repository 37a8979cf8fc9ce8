// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Diagnostics
import Foundation
import FrameMetrics
import SymbolFinding
import Testing

/// A picture with one problem, and the expected finding.
struct PictureCase: CustomTestStringConvertible, Sendable {
    var id: FindingID
    var name: String
    var isLive = false
    var change: @Sendable (inout PictureEvidence) -> Void

    var testDescription: String { "\(id): \(name)" }

    static let fails: [PictureCase] = [
        .init(id: .lightCovered, name: "the privacy control is on", isLive: true) {
            $0.settings?.isPrivate = true
            $0.frames[0].mean = 6
            $0.temporal?.structure = 0.4
            $0.candidates = []
        },
        .init(id: .lightCovered, name: "black, and no light or shade even in the mean of frames", isLive: true) {
            $0.frames[0].mean = 6
            $0.frames[0].p99 = 29
            $0.temporal?.structure = 0.4
            $0.candidates = []
        },
        .init(id: .lightCovered, name: "white all over under an own lamp", isLive: true) {
            $0.frames[0].mean = 254
            $0.frames[0].standardDeviation = 1
            $0.temporal?.structure = 0.5
            $0.candidates = []
        },
        .init(id: .lightDark, name: "the lightest parts are dark") {
            $0.frames[0].p99 = 30
            $0.frames[0].p1 = 2
            $0.frames[0].mean = 8
            $0.frames[0].linearMean = 0.003
        },
        .init(id: .lightClipped, name: "white everywhere, and hardly any contrast") {
            $0.frames[0].clippedShare = 0.9
            $0.frames[0].p5 = 240
            $0.frames[0].p1 = 230
            $0.candidates = []
        },
        .init(id: .lightBacklit, name: "the symbol is a silhouette") {
            $0.frames[0].clippedShare = 0.3
            $0.frames[0].p99 = 255
            $0.candidates[0].figures.light = 70
            $0.candidates[0].figures.dark = 12
        },
        .init(id: .lightMotion, name: "it goes four bars in an exposure", isLive: true) {
            $0.temporal?.speed = 600
            $0.candidates[0].figures.edgeWidthAcross = 6
        },
        .init(id: .lightMotion, name: "edges are drawn out one way") {
            $0.candidates[0].figures.edgeWidthAcross = 9
            $0.candidates[0].figures.edgeWidthDown = 2
        },
        .init(id: .lightNoise, name: "the deviation is a tenth of the contrast") { $0.frames[0].noise = 18 },
        .init(id: .lightFlicker, name: "bands of 40 % move on", isLive: true) {
            $0.temporal?.banding = Banding(amplitude: 0.4, bandsPerFrame: 2.8, advance: 0.333, steadiness: 1)
        },
        .init(id: .lightManualExposure, name: "dark, and set by hand", isLive: true) {
            $0.settings?.exposureMode = 1
            $0.settings?.exposureTime = 10
            $0.frames[0].mean = 9
            $0.frames[0].p99 = 32
            $0.frames[0].p1 = 1
        },
        .init(id: .focusBlurred, name: "edges are wider than bars") { $0.candidates[0].figures.edgeWidth = 6 },
        .init(id: .focusUnresolved, name: "edges are as wide as bars, as cameras draw them") {
            $0.candidates[0].figures.edgeWidth = 3.6
            $0.candidates[0].figures.module = 3.6
        },
        .init(id: .focusBlurred, name: "no edge is sharp, and nothing like a symbol is seen") {
            $0.candidates = []
            $0.frames[0].edges.width = 9
        },
        .init(id: .focusHunting, name: "the lens goes to and fro", isLive: true) {
            $0.settings?.focusReadings = [0, 60, 120, 60, 10, 70, 130, 60, 5, 70]
        },
        .init(id: .symbolSmall, name: "1.2 pixels a module") { $0.candidates[0].figures.module = 1.2 },
        .init(id: .symbolSmall, name: "the whole picture is 50 pixels wide") {
            $0.frames[0].width = 50
            $0.frames[0].height = 40
            $0.candidates[0].figures.module = 3.5
        },
        .init(id: .symbolQuietZone, name: "it runs out of the picture") {
            $0.candidates[0].corners = [530, 150, 640, 150, 640, 270, 530, 270]
        },
        .init(id: .symbolContrast, name: "dark and light differ by 30") {
            $0.candidates[0].figures.dark = 150
            $0.candidates[0].figures.light = 180
        },
        .init(id: .symbolGlare, name: "a fading patch of white lies on it") {
            $0.spots = [
                ClippedSpot(
                    x: 230, y: 180, width: 60, height: 60, share: 0.01, fill: 0.75, halo: 1, border: 0)
            ]
        },
        .init(id: .symbolInverted, name: "it reads with black for white") {
            $0.attempts.append(ReadingAttempt(.inverted, milliseconds: 30, codes: [PictureSnapshots.code()]))
        },
        .init(id: .symbolDisabled, name: "it reads with every symbology") {
            $0.attempts.append(
                ReadingAttempt(.everySymbology, milliseconds: 30, codes: [PictureSnapshots.code("aztec")]))
        },
        .init(id: .symbolOutsideRegion, name: "it reads in the whole frame") {
            $0.region = RegionEvidence(text: "0,0,100,100", x: 0, y: 0, width: 100, height: 100)
            $0.attempts.append(ReadingAttempt(.wholeFrame, milliseconds: 30, codes: [PictureSnapshots.code()]))
        },
        .init(id: .symbolNone, name: "there is nothing like a symbol") { $0.candidates = [] },
    ]
}

@Suite("The judges of a picture")
struct PictureJudgesTests {
    @Test("a single problem is the headline", arguments: PictureCase.fails)
    func fails(_ example: PictureCase) throws {
        let plain = example.isLive ? PictureSnapshots.live() : PictureSnapshots.unread()
        #expect(!plain.findings.map(\.id).contains(example.id))
        let spoilt = plain.changed(example.change)
        #expect(PictureDiagnosis.headline(spoilt) == example.id)
        let finding = try #require(spoilt.findings.first { $0.id == example.id })
        #expect(finding.severity == .fail)
        #expect(!finding.evidence.isEmpty && !finding.message.hasSuffix(".") && !finding.effect.hasSuffix("."))
    }

    @Test("nothing fails on a picture that reads, whatever its figures", arguments: PictureCase.fails)
    func readable(_ example: PictureCase) {
        let read = [ReadingAttempt(.asked, milliseconds: 5, codes: [PictureSnapshots.code()])]
        let plain = example.isLive ? PictureSnapshots.live() : PictureSnapshots.unread()
        let evidence = plain.changed(example.change).changed { $0.attempts = read }
        #expect(evidence.failures.isEmpty)
        #expect(ReaderJudge.judge(evidence).state == .pass)
    }

    @Test("the judges do not use the texts of codes", arguments: PictureCase.fails)
    func redacted(_ example: PictureCase) throws {
        let plain = example.isLive ? PictureSnapshots.live() : PictureSnapshots.unread()
        let evidence = plain.changed(example.change)
        let bare = evidence.redacted
        #expect(evidence.findings == bare.findings)
        let data = try JSONEncoder().encode(bare)
        #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
        #expect(try JSONDecoder().decode(PictureEvidence.self, from: data) == bare)
    }

    @Test("a symbol without any other problem that does not read has no cause")
    func withoutCause() {
        #expect(PictureSnapshots.unread().failures == [.symbolUnexplained])
        #expect(PictureSnapshots.unread().findings.allSatisfy { $0.confidence == .possible })
        #expect(PictureSnapshots.read().findings.isEmpty)
    }

    @Test("a camera with nothing in view is no failure")
    func liveNone() {
        let evidence = PictureSnapshots.live().changed { $0.candidates = [] }
        #expect(evidence.failures.isEmpty)
        #expect(evidence.findings.map(\.id) == [.symbolNone])
        #expect(PictureSnapshots.live().failures == [.symbolUnexplained])
    }

    @Test("two codes are a warning for a camera, but not for a photograph")
    func several() {
        let codes = [PictureSnapshots.code(), PictureSnapshots.code("ean-13", x: 400)]
        let attempts = [ReadingAttempt(.asked, milliseconds: 5, codes: codes)]
        #expect(PictureSnapshots.live().changed { $0.attempts = attempts }.findings.map(\.id) == [.symbolSeveral])
        #expect(PictureSnapshots.unread().changed { $0.attempts = attempts }.findings.isEmpty)
        #expect(!PictureSnapshots.read().changed { $0.isLive = true }.findings.map(\.id).contains(.symbolSeveral))
    }

    @Test("in the dark focus and symbol are skipped; without a picture no check passes")
    func dark() {
        let evidence = PictureSnapshots.unread().changed(PictureCase.fails.first { $0.id == .lightDark }!.change)
        #expect(FocusJudge.judge(evidence).state == .skip)
        #expect(SymbolJudge.judge(evidence).state == .skip)
        #expect(ReaderJudge.judge(evidence).state == .skip)
        let nothing = PictureEvidence(width: 0, height: 0, frames: [])
        #expect(PictureDiagnosis.reports(nothing).allSatisfy { $0.state == .unknown })
    }

    @Test("a clear cause fails, a possible one next to it is a warning")
    func clearAndPossible() {
        // Two pixels a module are possible, a contrast of 30 is clear.
        let evidence = PictureSnapshots.unread().changed {
            $0.candidates[0].figures.module = 2.2
            $0.candidates[0].figures.dark = 150
            $0.candidates[0].figures.light = 180
        }
        #expect(evidence.failures == [.symbolContrast])
        #expect(evidence.findings.map(\.id).contains(.symbolSmall))
    }

    @Test("bars that begin on dark ground are cut off or covered, unless they only bend away")
    func cutOff() throws {
        let flat = PictureSnapshots.unread().changed {
            $0.candidates = [PictureSnapshots.symbol(.linear)]
            $0.candidates[0].isCutOff = true
        }
        let finding = try #require(flat.findings.first { $0.id == .symbolQuietZone })
        #expect(finding.message.contains("cut off") && finding.message.contains("covers it"))
        let bent = flat.changed { $0.candidates[0].figures.narrowedEnds = 0.3 }
        #expect(!bent.findings.contains { $0.id == .symbolQuietZone })
    }

    @Test("a view without a code is not out of focus: what no blurred symbol has tells it")
    func scenery() {
        // What a lens has blurred: as much in both directions, with edges as high as their width lets them be.
        let blurred = PictureSnapshots.live().changed {
            ($0.candidates[0].score, $0.candidates[0].figures.module, $0.candidates[0].figures.modulation) = (0.3, 8, 0.4)
            ($0.candidates[0].figures.edgeWidth, $0.candidates[0].figures.edgeWidthAcross) = (9, 9)
            $0.candidates[0].figures.edgeWidthDown = 9
        }
        #expect(blurred.failures == [.focusBlurred])
        let others: [(inout CandidateEvidence) -> Void] = [
            // Wide edges in one direction only, and nothing moves.
            { $0.figures.edgeWidthDown = 4 },
            // Narrow edges that are low all the same.
            { ($0.figures.edgeWidth, $0.figures.modulation) = (7, 0.2) },
            // Bars that reach black and white.
            { ($0.score, $0.figures.modulation) = (0.5, 0.9) },
        ]
        for change in others {
            let scenery = blurred.changed { change(&$0.candidates[0]) }
            #expect(!scenery.findings.contains { [.focusBlurred, .lightMotion].contains($0.id) }, "\(scenery.findings)")
        }
        // In a photograph, nothing is known of what moves.
        let photograph = blurred.changed {
            $0.isLive = false
            $0.candidates[0].figures.edgeWidthDown = 4
        }
        #expect(!photograph.failures.isEmpty)
    }

    @Test("a code that is soft in one direction only is smeared, unless the whole picture is")
    func smeared() {
        let smeared = PictureSnapshots.unread().changed {
            $0.candidates = [PictureSnapshots.symbol(.matrix)]
            ($0.candidates[0].figures.module, $0.candidates[0].figures.edgeWidth) = (6, 5.5)
            ($0.candidates[0].figures.edgeWidthAcross, $0.candidates[0].figures.edgeWidthDown) = (8, 4.5)
            ($0.frames[0].edges.width, $0.frames[0].edges.alongRows, $0.frames[0].edges.alongColumns) = (4, 4, 3.8)
        }
        #expect(smeared.failures == [.symbolBarGrowth], "\(smeared.findings)")
        let moved = smeared.changed { $0.frames[0].edges.alongRows = 8 }
        #expect(!moved.findings.contains { $0.message.contains("smeared") }, "\(moved.findings)")
        let blurred = smeared.changed { $0.candidates[0].figures.edgeWidthDown = 7.5 }
        #expect(blurred.failures == [.focusBlurred], "\(blurred.findings)")
    }

    @Test("a label with text, rollers and letters are no code, and bars beside a QR code are not why that is not read")
    func notTheCode() {
        let bars = PictureSnapshots.unread().changed {
            $0.candidates = [PictureSnapshots.symbol(.linear)]
            $0.candidates[0].isCutOff = true
        }
        #expect(bars.findings.contains { $0.id == .symbolQuietZone })
        let text = bars.changed { $0.candidates[0].figures.lineSpread = 0.8 }
        #expect(!text.findings.contains { $0.id == .symbolQuietZone || $0.id == .symbolDamaged }, "\(text.findings)")
        // Two stripes, and a letter, come after what looks less like a code.
        let others: [(inout CandidateEvidence) -> Void] = [
            { $0.figures.edgesPerLine = 3 },
            {
                ($0.kind, $0.figures.width, $0.figures.height) = (.matrix, 28, 32)
                ($0.figures.module, $0.figures.edgesPerLine) = (1.5, 7)
            },
        ]
        for change in others {
            let first = bars.changed { change(&$0.candidates[0]) }
            let second = first.changed { $0.candidates.append(PictureSnapshots.symbol(.linear)) }
            #expect(!second.findings.contains { [.symbolQuietZone, .symbolSmall].contains($0.id) }, "\(second.findings)")
            #expect(first.findings != second.findings)
        }
        // A cut Code 128 explains a picture whose best place is bars, and not one with a QR code.
        let cut = bars.changed { $0.unframedCode128 = 4 }
        #expect(cut.findings.contains { $0.id == .symbolUnframed })
        let beside = cut.changed {
            $0.candidates = [PictureSnapshots.symbol(.matrix)]
            ($0.candidates[0].score, $0.candidates[0].figures.darkShare) = (1, 0.45)
            $0.candidates[0].figures.edgesPerLine = 20
        }
        #expect(!beside.findings.contains { $0.id == .symbolUnframed })
    }

    @Test("a lens that searches at the start and then rests does not hunt")
    func searching() {
        func hunts(_ readings: [Int]) -> Bool {
            PictureSnapshots.live().changed {
                $0.settings?.isFocusAutomatic = true
                $0.settings?.focusReadings = readings
            }.findings.contains { $0.id == .focusHunting }
        }
        #expect(hunts([0, 120, 10, 130, 5, 120, 10, 130, 5]))
        #expect(!hunts([0, 120, 10, 130, 60, 60, 61, 60, 60]))
    }

    @Test("what is far out of focus before a sharp view is held too near; what is sharp in one direction, or has little contrast, is not")
    func tooNear() {
        let near = PictureSnapshots.live().changed {
            ($0.candidates[0].kind, $0.candidates[0].score, $0.candidates[0].figures.module) = (.matrix, 0.27, 9)
            ($0.candidates[0].figures.polarity, $0.candidates[0].figures.modulation) = (nil, 0.4)
            ($0.candidates[0].figures.edgeWidth, $0.candidates[0].figures.edgeWidthAcross) = (12, 12)
            $0.candidates[0].figures.edgeWidthDown = 25
            $0.candidates[0].corners = [520, 200, 968, 200, 968, 456, 520, 456]
            ($0.candidates[0].figures.width, $0.candidates[0].figures.height) = (448, 256)
        }
        #expect(near.failures == [.focusBlurred])
        let others: [(inout PictureEvidence) -> Void] = [
            { $0.candidates[0].figures.edgeWidthAcross = 5 },
            { $0.candidates[0].figures.edgeWidthDown = nil },
            { $0.candidates[0].figures.light = $0.candidates[0].figures.dark + 60 },
        ]
        for change in others {
            let nothing = near.changed { change(&$0) }
            #expect(!nothing.findings.contains { $0.id == .focusBlurred }, "\(nothing.findings)")
        }
    }

    @Test("a view whose edges are drawn out in one direction, and that is another one in the next frame, moves; a still one does not")
    func movingView() throws {
        let moving = PictureSnapshots.live().changed {
            $0.candidates[0].score = 0.1
            for index in $0.frames.indices {
                ($0.frames[index].edges.width, $0.frames[index].edges.alongRows, $0.frames[index].edges.alongColumns) = (6.2, 21, 5)
                $0.frames[index].edges.count = 900
            }
            $0.temporal?.isStill = false
        }
        let finding = try #require(moving.findings.first { $0.id == .lightMotion })
        #expect(finding.message.contains("blurred horizontally, 21 px wide") && !moving.failures.contains(.focusBlurred))
        let still = moving.changed { $0.temporal?.isStill = true }
        #expect(!still.findings.contains { $0.id == .lightMotion })
    }

    @Test("a code that a scan does not read, but effort hard does, is not ready")
    func harder() {
        let evidence = PictureSnapshots.live().changed {
            $0.candidates[0].figures.module = 1.2
            $0.attempts.append(ReadingAttempt(.harder, milliseconds: 200, codes: [PictureSnapshots.code()]))
        }
        #expect(evidence.failures.isEmpty)
        #expect(evidence.findings.map(\.id).contains(.symbolSmall))
        let reader = ReaderJudge.judge(evidence)
        #expect(reader.state == .skip && reader.summary.contains("effort hard"))
        // Edges of 21 pixels are not "sharp enough", although it reads.
        let soft = evidence.changed {
            $0.candidates[0].figures.module = 12
            $0.candidates[0].figures.edgeWidth = 21
            $0.candidates[0].figures.modulation = 0.4
        }
        #expect(FocusJudge.judge(soft).state == .warn)
    }

    @Test("a code that only effort hard reads, without a visible cause, has a finding with that remedy")
    func unexplained() throws {
        let evidence = PictureSnapshots.live().changed {
            $0.attempts = $0.attempts.filter { $0.kind != .asked }
            $0.attempts.append(ReadingAttempt(.asked, milliseconds: 9, codes: []))
            $0.attempts.append(ReadingAttempt(.harder, milliseconds: 200, codes: [PictureSnapshots.code()]))
        }
        let finding = try #require(evidence.findings.first { $0.id == .symbolUnexplained })
        #expect(finding.severity == .warn && finding.message.contains("effort hard"))
        #expect(finding.fixes.last?.commands.first?.hasSuffix("--effort hard") == true)
    }
}
