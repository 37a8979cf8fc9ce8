// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A folder of its own, which everybody may look into, deleted afterwards.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = "/tmp/candela-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, making the folders it lies in, and gives its path.
    @discardableResult
    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path, withIntermediateDirectories: true)
        guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else {
            throw CommandRunner.Failure(description: "cannot write \(file)")
        }
        return file
    }

    @discardableResult
    func write(_ picture: TestPicture, _ name: String) throws -> String { try write(picture.pgm, name) }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }

    func makePipe(_ name: String) throws -> String {
        let file = path + "/" + name
        guard unsafe mkfifo(file, 0o600) == 0 else { throw CommandRunner.Failure(description: "no fifo: \(errno)") }
        return file
    }
}

func removeAccess(_ path: String) -> Bool { unsafe chmod(path, 0) == 0 }

/// What the tests of this machine can and cannot do.
enum Machine {
    static let hasCamera =
        FileManager.default.fileExists(atPath: "/sys/class/video4linux")
        && (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/video4linux").isEmpty) == false
    static let isRoot = getuid() == 0
}
