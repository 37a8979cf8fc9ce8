// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses

/// The program that runs `VideoService`.
package struct VideoProgram: Hashable, Sendable {
    package var path: String
    package var arguments: [String]

    package init(path: String, arguments: [String] = [VideoService.workerWord]) {
        self.path = path
        self.arguments = arguments
    }

    /// This executable, or the helper of a program that uses the library.
    package static var ownExecutable: VideoProgram {
        let own = WorkerProgram.ownExecutable(arguments: [VideoService.workerWord], .network)
        return VideoProgram(path: own.path, arguments: own.arguments)
    }
}
