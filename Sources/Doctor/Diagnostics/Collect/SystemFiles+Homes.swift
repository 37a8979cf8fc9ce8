// SPDX-License-Identifier: Apache-2.0

internal import UserSession

extension SystemFiles {
    /// The home folder of an account; `nil` for one that `/etc/passwd` does not have. Source: passwd(5).
    func home(of account: String) -> String? {
        let line = (text("/etc/passwd", limit: 1 << 20) ?? "").split(separator: "\n").first { $0.hasPrefix(account + ":") }
        let words = line?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        return words.count > 5 && words[5].hasPrefix("/") ? String(words[5]) : nil
    }
}
