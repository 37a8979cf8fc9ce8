// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Output
import Testing

@Suite("evidence recorded from real drivers")
struct RecordedEvidenceTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Evidence")

    static let expected: [String: FindingID?] = [
        "none": .deviceNone, "unbound": .deviceNoDriver, "metadata": .nodeMetadata, "moved": .nodeMoved,
        "not-permitted": .accessNotPermitted, "busy": .nodeBusy, "healthy": nil,
    ]

    private func bundle(_ name: String) throws -> EvidenceBundle {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: name + ".json")))
        return try EvidenceBundle(decoding: bytes, name: name)
    }

    @Test("gives the same headline as when it was recorded", arguments: expected.keys.sorted())
    func headline(name: String) throws {
        let bundle = try bundle(name)
        #expect(bundle.isRedacted && bundle.snapshots.count == 1)
        let report = Doctor.judge(try #require(bundle.snapshots.first))
        #expect(report.headline?.id == Self.expected[name]!, "\(report.headline?.message ?? report.summary)")
        #expect(report.verdict == (name == "healthy" ? .ready : .blocked))
    }

    @Test("every file of the folder is tested")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
        #expect(names.sorted() == Self.expected.keys.sorted())
    }

    /// Truncated files, wrong types, absurd numbers: a report or an error, never a trap.
    @Test("damaged in any place, it is rejected or judged, and nothing crashes")
    func damage() throws {
        let text = String(decoding: try bundle("healthy").encoded(), as: UTF8.self)
        var judged = 0
        let changes = [
            ("320", "-9223372036854775807"), ("true", "7"), ("29", "1e308"), ("\"", ""), ("[", "{"),
            (": 1", ": 99999999999"),
        ]
        for (wanted, instead) in changes {
            for range in text.ranges(of: wanted).prefix(20) {
                let broken = text.replacingCharacters(in: range, with: instead)
                guard let bundle = try? EvidenceBundle(decoding: Array(broken.utf8), name: "broken") else { continue }
                judged += 1
                _ = bundle.snapshots.map { Doctor.judge($0).json.text }
            }
        }
        for length in stride(from: 0, to: text.utf8.count, by: 997) {
            _ = try? EvidenceBundle(decoding: Array(text.utf8.prefix(length)), name: "short")
        }
        #expect(judged > 0)
    }
}
