// SPDX-License-Identifier: Apache-2.0

extension HoldersRecord {
    /// The size of the pictures that a program writes into a virtual camera, by its own settings.
    package struct FedSize: Codable, Hashable, Sendable {
        package var width: Int
        package var height: Int
        /// What says so, for evidence: `OBS's log`.
        package var source: String

        package init(width: Int, height: Int, source: String) {
            self.width = width
            self.height = height
            self.source = source
        }

        var text: String { "\(width)x\(height)" }
    }
}
