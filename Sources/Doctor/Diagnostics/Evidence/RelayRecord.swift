// SPDX-License-Identifier: Apache-2.0

/// The relay that feeds a virtual camera with what a laptop's built-in camera sees (v4l2-relayd), where it takes that from libcamera, and
/// not from the maker's camera software.
package struct RelayRecord: Codable, Hashable, Sendable {
    /// The unit that it is of; `nil` if it has none.
    package var unit: String?
    /// What its unit lets it open, as systemd names it, if nothing of that gives memory for pictures to libcamera's software image
    /// processing; `nil` otherwise.
    package var allowedDevices: [String]?

    package init() {}
}
