// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// One complete run of a program, with its cost as counted by the kernel.
struct MeasuredProcess {
    var output: [UInt8] = []
    /// User and system time of the process and of the children it waited for.
    var milliseconds = 0.0
    /// Wall time.
    var wallMilliseconds = 0.0
    /// The signal that ended it, 0 if none did.
    var signal: Int32 = 0

    /// Runs `words` with standard error discarded; `nil` if the program cannot be started.
    init?(_ words: [String]) {
        guard let name = words.first else { return nil }
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addclose(&actions, ends[0])
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let began = ContinuousClock.now
        let failure = unsafe posix_spawnp(&child, name, &actions, nil, &arguments, environ)
        close(ends[1])
        guard failure == 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe read(ends[0], &buffer, buffer.count)
            if count <= 0 { break }
            output += buffer[..<count]
        }
        var status: Int32 = 0
        var usage = rusage()
        guard unsafe wait4(child, &status, 0, &usage) == child else { return nil }
        signal = status & 0x7f
        wallMilliseconds = (ContinuousClock.now - began) / .milliseconds(1)
        let time = { (value: timeval) in Double(value.tv_sec) * 1e3 + Double(value.tv_usec) / 1e3 }
        milliseconds = time(usage.ru_utime) + time(usage.ru_stime)
    }
}
