// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The program that is a worker's process: the one that serves its socket (`ConfinedService`).
public struct WorkerProgram: Hashable, Sendable {
    public var path: String
    /// Without the program's name.
    public var arguments: [String]

    public init(path: String, arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// This executable, even if its file has been replaced since it started.
    public static func ownExecutable(arguments: [String]) -> WorkerProgram {
        WorkerProgram(path: "/proc/self/exe", arguments: arguments)
    }

    /// The worker's environment: library paths, and no crash backtraces.
    static var environment: [String] {
        let kept = ["CANDELA_PLUGIN_DIR", "LD_LIBRARY_PATH"].compactMap { name in
            unsafe getenv(name).map { value in name + "=" + (unsafe String(cString: value)) }
        }
        return kept + ["SWIFT_BACKTRACE=enable=no"]
    }
}
