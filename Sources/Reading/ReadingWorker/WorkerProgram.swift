// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The program that runs `WorkerService`.
public struct WorkerProgram: Hashable, Sendable {
    public var path: String
    /// After the program's name.
    public var arguments: [String]

    public init(path: String, arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// This very executable, even when its file has been replaced since it started.
    public static func ownExecutable(arguments: [String]) -> WorkerProgram {
        WorkerProgram(path: "/proc/self/exe", arguments: arguments)
    }

    /// What a worker inherits: where libraries are, and that a crash is not written about.
    static var environment: [String] {
        let kept = ["CANDELA_PLUGIN_DIR", "LD_LIBRARY_PATH"].compactMap { name in
            unsafe getenv(name).map { value in name + "=" + (unsafe String(cString: value)) }
        }
        return kept + ["SWIFT_BACKTRACE=enable=no"]
    }
}
