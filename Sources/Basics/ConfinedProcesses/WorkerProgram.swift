// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The program that is a worker's process: the one that serves its socket (`ConfinedService`).
package struct WorkerProgram: Hashable, Sendable {
    package var path: String
    /// Without the program's name.
    package var arguments: [String]

    package init(path: String, arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// This executable, even if its file has been replaced since it started; for a program that uses the library, its
    /// helper (`WorkerHelper`).
    package static func ownExecutable(
        arguments: [String], _ kind: WorkerHelper.Kind = .reading
    ) -> WorkerProgram {
        WorkerProgram(path: WorkerHelper.path(kind), arguments: arguments)
    }

    /// The variable that tells a worker the version of the program that started it.
    package static let versionVariable = "CANDELA_WORKER_VERSION"

    /// The worker's environment: our version, library paths, and no crash backtraces.
    static var environment: [String] {
        let kept = ["CANDELA_PLUGIN_DIR", "LD_LIBRARY_PATH"].compactMap { name in
            unsafe getenv(name).map { value in name + "=" + (unsafe String(cString: value)) }
        }
        return kept + ["SWIFT_BACKTRACE=enable=no", "\(versionVariable)=\(CandelaVersion.current)"]
    }
}
