// SPDX-License-Identifier: Apache-2.0

package import SignedFiles
internal import StoredFiles

/// The last good central file of a station, on disk with its signature, so that the station starts with it when nothing can be
/// reached.
///
/// It is verified each time it is read: who can write the folder cannot make one.
package struct CentralFile: Hashable, Sendable {
    /// The most bytes of a signed file.
    package static let longest = 256 << 10

    package let path: String
    package let key: SigningKey

    package init(_ path: String, key: SigningKey) {
        self.path = path
        self.key = key
    }

    /// Verifies received bytes.
    ///
    /// - Parameter last: the file in force. An older one is refused: a stranger could send the file of last year again.
    package func accept(_ bytes: [UInt8], after last: SignedFile?) throws(StationFileError) -> SignedFile {
        let file: SignedFile
        do throws(SignedFile.Refusal) { file = try SignedFile(bytes, by: key) } catch {
            throw StationFileError(line: 0, error.description)
        }
        if let last, file.time < last.time || file.time == last.time && file.content != last.content {
            throw StationFileError(line: 0, "it was not signed after the one in force")
        }
        return file
    }

    /// The stored file; `nil` if there is none yet.
    package func read() throws(StationFileError) -> SignedFile? {
        let bytes: [UInt8]?
        do throws(StoreError) { bytes = try StoredFile.read(path, limit: Self.longest) } catch {
            throw StationFileError(line: 0, error.description)
        }
        return try bytes.map { (bytes) throws(StationFileError) in try accept(bytes, after: nil) }
    }

    /// Stores received bytes that were accepted. When this returns, they are on disk.
    package func write(_ bytes: [UInt8]) throws(StationFileError) {
        do throws(StoreError) { try StoredFile.write(bytes, to: path) } catch {
            throw StationFileError(line: 0, error.description)
        }
    }
}

extension StationFile {
    /// Reads a central file. It cannot say where the next one comes from: a mistake there could be corrected only at the station.
    package static func central(_ content: [UInt8]) throws(StationFileError) -> Self {
        let file = try Self(content)
        let section = file[.central]
        guard section.entries.isEmpty else {
            throw StationFileError(line: section.line, "a central file has no [central]: each station has its own")
        }
        return file
    }
}
