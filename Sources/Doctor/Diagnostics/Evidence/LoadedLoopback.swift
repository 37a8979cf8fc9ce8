// SPDX-License-Identifier: Apache-2.0

/// The module of virtual cameras, v4l2loopback, as it is loaded.
package struct LoadedLoopback: Codable, Hashable, Sendable {
    /// `0.12.5`, by `/sys/module/v4l2loopback/version`; absent if that cannot be read.
    package var version: String?
    /// Its option exclusive_caps, a value for each virtual camera: whether it shows its capture side only while a program feeds it. Empty if it
    /// cannot be read.
    package var exclusiveCaps: [Bool]

    package init(version: String?, exclusiveCaps: [Bool]) {
        self.version = version
        self.exclusiveCaps = exclusiveCaps
    }

    /// Whether it is older than 0.`minor`; `nil` if its version is not known.
    func isOlder(minor: Int) -> Bool? {
        let numbers = (version ?? "").split(separator: ".", omittingEmptySubsequences: false).prefix(2).map { Int($0) }
        guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
        return (first, second) < (0, minor)
    }
}
