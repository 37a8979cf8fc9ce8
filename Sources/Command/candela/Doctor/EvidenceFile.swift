// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics
internal import Output
internal import StoredFiles
internal import Terminal

/// Reads and writes evidence files.
enum EvidenceFile {
    /// Writes an evidence file that only the user can read.
    static func write(_ snapshots: [Snapshot], to path: String, isRedacted: Bool) throws(CommandFailure) {
        var bundle = EvidenceBundle(snapshots)
        let bytes = try failing { () throws(EvidenceError) -> [UInt8] in
            if isRedacted { bundle = try bundle.redacted() }
            return try bundle.encoded()
        }
        try givenFile { () throws(StoreError) in try StoredFile.write(bytes, to: path, folderMode: nil) }
        let place = VisibleText.escape(path)
        Console.note(
            "evidence saved to \(place)"
                + (isRedacted
                    ? ", without serial numbers, user names and code texts"
                    : "; it contains serial numbers, user names and code texts"))
    }

    static func read(_ path: String) throws(CommandFailure) -> EvidenceBundle {
        let bytes = try ResultFile.read(path, most: EvidenceBundle.largestFile)
        return try failing { () throws(EvidenceError) in try EvidenceBundle(decoding: bytes, name: path) }
    }
}
