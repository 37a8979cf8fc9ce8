// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics
internal import MachineFacts
internal import Output
internal import WebPage

extension CheckID {
    /// The question of each check, for the page.
    static var questions: JSONValue {
        .object(allCases.map { JSONValue.Member($0.rawValue, .string($0.question)) })
    }
}

/// Judges evidence of another machine that was dropped on the page. Changes nothing here, and opens no camera.
enum EvidenceReading {
    /// One report for each examined subject, with where and when it was examined.
    static func read(_ bytes: [UInt8]) throws(PageFailure) -> JSONValue {
        let bundle: EvidenceBundle
        do throws(EvidenceError) {
            bundle = try EvidenceBundle(decoding: bytes, name: "the file")
        } catch {
            throw PageFailure(422, error.description)
        }
        return [
            "redacted": .bool(bundle.isRedacted),
            "questions": CheckID.questions,
            "examinations": .array(bundle.snapshots.map(examination)),
        ]
    }

    private static func examination(_ snapshot: Snapshot) -> JSONValue {
        let host = snapshot.host.value
        return [
            "report": Doctor.judge(snapshot).json,
            "program": .string(snapshot.program), "time": .string(snapshot.time),
            "system": host?.machine?.platform.title.map { .string($0) } ?? .null,
            "kernel": host.map { .string($0.kernelRelease) } ?? .null,
            "board": host?.machine?.platform.board.map { .string($0) } ?? .null,
        ]
    }
}
