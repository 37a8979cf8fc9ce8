// SPDX-License-Identifier: Apache-2.0

package import UserSession

extension SystemFiles {
    /// The folders for libraries of one architecture each, as Debian has them: `/usr/lib/x86_64-linux-gnu`.
    ///
    /// - Parameter folder: what they are in, `/usr/lib` or `/usr/local/lib`.
    package func architectureFolders(in folder: String = "/usr/lib") -> [String] {
        (names(folder) ?? []).filter { $0.contains("-linux-") }.map { "\(folder)/\($0)" }
    }
}
