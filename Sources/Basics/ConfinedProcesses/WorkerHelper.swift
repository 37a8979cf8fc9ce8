// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Chooses the program that runs the workers of this process.
///
/// The command runs itself again. A program of somebody else that uses the library must never do that, because it would
/// start its own `main`: it needs a helper program, unless its `main` serves workers, too.
package enum WorkerHelper {
    /// The helper programs, by what they serve.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Readers of codes and decoders of pictures.
        case reading = "candela-worker"
        /// Readers of video and XML from the network.
        case network = "candela-network-worker"
    }

    private struct State {
        var isLibrary = false
        var servesItself: Set<Kind> = []
        var paths: [Kind: String] = [:]
    }

    private static let state = Mutex(State())
    private static let ownExecutable = "/proc/self/exe"

    /// Where helpers are installed, for programs that are elsewhere.
    private static let installed = ["/usr/local/libexec/candela", "/usr/libexec/candela"]
    /// Where they are in relation to the folder of a program: next to it, as SwiftPM builds them, or installed with it.
    private static let beside = ["", "/../libexec/candela"]

    /// Says that this program's `main` serves these workers.
    package static func servesItself(_ kinds: Set<Kind>) { state.withLock { $0.servesItself.formUnion(kinds) } }

    /// Uses this program instead of looking for one.
    package static func use(_ path: String, for kind: Kind) {
        state.withLock {
            $0.isLibrary = true
            $0.paths[kind] = path
        }
    }

    /// Says that this process is a program that uses the library. From now on it does not run itself again, unless it
    /// serves itself.
    package static func beginAsLibrary() { state.withLock { $0.isLibrary = true } }

    /// Finds the helper.
    ///
    /// - Throws: if there is none; a sentence.
    package static func find(_ kind: Kind) throws(WorkerFailure) {
        beginAsLibrary()
        guard program(kind) == nil else { return }
        throw WorkerFailure(
            "cannot start the helper \(kind.rawValue): there is none next to this program or in "
                + "\(installed.joined(separator: ", ")); install candela, add the product \(kind.rawValue) to the package, or "
                + "call Workers.serveIfAsked() first in main")
    }

    /// `nil` if there is none.
    private static func program(_ kind: Kind) -> String? {
        state.withLock { state in
            if state.servesItself.contains(kind) || !state.isLibrary { return ownExecutable }
            if state.paths[kind] == nil { state.paths[kind] = search(kind) }
            return state.paths[kind]
        }
    }

    /// The path to execute. Without a helper it is one that does not exist, so that starting it fails.
    static func path(_ kind: Kind) -> String { program(kind) ?? installed[0] + "/" + kind.rawValue }

    private static func search(_ kind: Kind) -> String? {
        let folder = ownFolder
        let places = beside.compactMap { place in folder.map { $0 + place } } + installed
        return places.map { $0 + "/" + kind.rawValue }.first { unsafe access($0, X_OK) == 0 }
    }

    private static var ownFolder: String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(ownExecutable, &path, path.count - 1)
        guard count > 0 else { return nil }
        let text = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.lastIndex(of: "/").map { String(text[..<$0]) }
    }
}
