// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that has run to its end.
struct ProgramRun {
    /// As in a shell: 128 + n for signal n.
    var status: Int32
    /// Standard output and standard error, up to 64 KiB.
    var output: String

    /// The directories of system programs. The caller's PATH is ignored, because the programs run as root.
    private static let folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin"]
    private static let outputLimit = 65536

    static func run(_ name: String, _ arguments: [String]) throws(UdevActionError) -> ProgramRun {
        guard let path = folders.map({ $0 + "/" + name }).first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw UdevActionError("cannot run \(name): it is not installed")
        }
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw UdevActionError("cannot run \(name)", errno: errno)
        }
        defer { close(ends[0]) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        // English messages, and nothing else from our environment.
        let environment: [String] = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8"]
        let variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let failure = unsafe posix_spawn(&process, path, &actions, nil, words, variables)
        close(ends[1])
        guard failure == 0 else { throw UdevActionError("cannot run \(path)", errno: failure) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(ends[0], &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { break }
            if bytes.count < outputLimit { bytes += buffer[..<count] }
        }
        var word: CInt = 0
        while unsafe waitpid(process, &word, 0) < 0 {
            guard errno == EINTR else { throw UdevActionError("cannot wait for \(path)", errno: errno) }
        }
        let status = word & 0x7f == 0 ? word >> 8 & 0xff : 128 + (word & 0x7f)
        return ProgramRun(status: status, output: String(decoding: bytes, as: UTF8.self))
    }
}
