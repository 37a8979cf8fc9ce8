// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Glibc
import UserSession

/// A machine's files in a temporary directory, deleted with the object.
final class MachineTree {
    let root: String
    private var made: Set<String> = []

    /// In memory where the machine allows it: a thousand trees of small files keep a disk's file system busy.
    private static let place = unsafe access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"

    init(_ files: [String: String] = [:], folders: [String] = [], links: [String: String] = [:]) throws {
        var template = Array("\(Self.place)/candela-tree-XXXXXX".utf8CString)
        root = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe String(cString: mkdtemp(buffer.baseAddress!))
        }
        for folder in folders { makeFolder(folder) }
        for (path, text) in files { write(path, text) }
        for (path, target) in links {
            makeFolder(parent(path))
            unsafe symlink(target, root + path)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    var files: SystemFiles { SystemFiles(root: root) }

    func write(_ path: String, _ text: String) {
        makeFolder(parent(path))
        let file = unsafe open(root + path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        let bytes = Array(text.utf8)
        unsafe _ = bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
    }

    private func makeFolder(_ path: String) {
        var built = root
        for part in path.split(separator: "/") {
            built += "/" + part
            if made.insert(built).inserted { unsafe mkdir(built, 0o755) }
        }
    }

    private func parent(_ path: String) -> String {
        path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }
}
