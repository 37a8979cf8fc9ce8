// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hooks
import Output
import ScanStore
import Scanning
import Testing

@Suite("keeping the scans of a run")
struct ScanKeeperTests {
    /// What was reported, without the summaries' numbers.
    private final class Said {
        var reports: [KeepingReport] = []
        var words: [String] {
            reports.compactMap { report -> String? in
                switch report {
                case .note(let text): text
                case .saving(let trouble): trouble
                case .deleted(let count, _): "deleted \(count)"
                case .session(let name, let state, let summary): "\(name) \(state) \(summary.scans)"
                }
            }
        }
    }

    private static func all(_ scratch: Scratch) throws -> [ScanEvent.Scan] {
        var scans: [ScanEvent.Scan] = []
        try ScanHistory(scratch.history).scans(HistoryFilter()) {
            scans.append($0)
            return true
        }
        return scans
    }

    private func keeper(_ plan: KeepingPlan, _ scratch: Scratch, _ said: Said) -> ScanKeeper {
        ScanKeeper(
            plan, catalogue: nil, hooks: nil, openHistory: { try ScanHistory(scratch.history) },
            report: { said.reports.append($0) })
    }

    @Test("a session goes on in the next run")
    func session() throws {
        let (scratch, said) = (Scratch(), Said())
        for text in ["a", "b"] {
            let keeper = keeper(KeepingPlan(session: "May"), scratch, said)
            keeper.begin(ofPictures: false)
            let kept = keeper.keep(scan(text))
            #expect(kept.session == "May" && kept.id != nil)
            keeper.end()
            #expect(!keeper.hasFailed)
        }
        #expect(said.words == ["May begun 0", "May done 1", "May resumed 1", "May done 2"])
    }

    @Test("a scan is shown once, with its id, whether it can be saved or not", arguments: [true, false])
    func shown(canBeSaved: Bool) throws {
        let (scratch, said) = (Scratch(), Said())
        if !canBeSaved { try FileManager.default.createDirectory(atPath: scratch.history, withIntermediateDirectories: true) }
        let keeper = keeper(KeepingPlan(history: true), scratch, said)
        keeper.begin(ofPictures: false)
        var shown: [ScanEvent.Scan] = []
        let kept = keeper.keep(scan("a")) { shown.append($0) }
        #expect(shown.count == 1 && shown.first?.id == kept.id && kept.id != nil)
        keeper.end()
    }

    @Test("a history that cannot be written is reported once; scans go on and are saved again when it can")
    func lost() throws {
        let (scratch, said) = (Scratch(), Said())
        // A folder in the place of the history.
        try FileManager.default.createDirectory(atPath: scratch.history, withIntermediateDirectories: true)
        let keeper = keeper(KeepingPlan(history: true), scratch, said)
        keeper.begin(ofPictures: false)
        let unsaved = [keeper.keep(scan("a")).id, keeper.keep(scan("b")).id]
        #expect(keeper.lost == 2 && Set(unsaved).count == 2 && !unsaved.contains(nil))
        #expect(said.words.count == 1)
        #expect(said.words.first?.hasPrefix("scans are printed but not saved: ") == true)
        try FileManager.default.removeItem(atPath: scratch.history)
        #expect(keeper.keep(scan("c")).id != nil)
        keeper.end()
        #expect(said.words.dropFirst() == ["scans are saved again, and 2 that waited in memory"])
        #expect(!keeper.hasFailed)
        let kept = try Self.all(scratch)
        #expect(Set(kept.compactMap(\.finalText)) == ["a", "b", "c"])
        #expect(Set(unsaved).isSubset(of: Set(kept.map(\.id))))
    }

    @Test("a scan that could not be saved is saved at the end of the run, if it can be then")
    func lateSaved() throws {
        let (scratch, said) = (Scratch(), Said())
        try FileManager.default.createDirectory(atPath: scratch.history, withIntermediateDirectories: true)
        let keeper = keeper(KeepingPlan(history: true), scratch, said)
        keeper.begin(ofPictures: false)
        let id = keeper.keep(scan("a")).id
        try FileManager.default.removeItem(atPath: scratch.history)
        keeper.end()
        #expect(!keeper.hasFailed && keeper.lost == 0)
        #expect(try Self.all(scratch).map(\.id) == [id])
    }

    @Test("the codes of pictures are saved only if asked for, and nothing in a dry run")
    func pictures() throws {
        var picture = scan("a")
        picture.camera = nil
        for (plan, isKept) in [
            (KeepingPlan(), false), (KeepingPlan(history: true), true), (KeepingPlan(session: "s"), true),
            (KeepingPlan(history: true, isDryRun: true), false),
        ] {
            let keeper = keeper(plan, Scratch(), Said())
            keeper.begin(ofPictures: true)
            #expect((keeper.keep(picture).id != nil) == isKept, "\(plan)")
        }
    }

    @Test("scans older than the plan keeps are deleted at the start")
    func old() throws {
        let (scratch, said) = (Scratch(), Said())
        let past = WallTime(milliseconds: WallTime.now.milliseconds - 3 * 86_400_000)
        var ancient = scan("old")
        ancient.time = past
        _ = try ScanHistory(scratch.history, clock: { past }).keep(ancient)
        keeper(KeepingPlan(keep: .seconds(2 * 86_400)), scratch, said).begin(ofPictures: false)
        #expect(said.words == ["deleted 1"])
        #expect(try ScanHistory(scratch.history).summary().scans == 0)
    }
}
