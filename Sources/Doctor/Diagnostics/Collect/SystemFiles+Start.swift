// SPDX-License-Identifier: Apache-2.0

internal import UserSession

extension SystemFiles {
    /// When the machine started, in seconds since 1970, by the line `btime 1737562000`. Source: proc_stat(5).
    var startOfMachine: Double? {
        (text("/proc/stat") ?? "").split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst("btime ".utf8.count)) }
    }
}
