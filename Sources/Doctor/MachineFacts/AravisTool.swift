// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Aravis on this machine, a library with programs for cameras of GenICam (USB3 Vision and GigE Vision).
enum AravisTool {
    /// The path of its command; `nil` if it is not installed.
    static func find(_ files: SystemFiles) -> String? {
        let folders = ["/usr/local/bin", "/usr/bin"]
        return ["0.10", "0.8", "0.6", "0.4"].lazy.flatMap { version in folders.map { "\($0)/arv-tool-\(version)" } }.first(where: files.exists)
    }
}
