// SPDX-License-Identifier: Apache-2.0

/// The serial port of a board's pins that the command of a service names, as for a scanner that is wired to them.
package struct PinPort: Codable, Hashable, Sendable {
    /// As the command has it: `/dev/serial0`.
    package var path: String
    /// The kernel's name of what that is: `ttyS0`; `nil` if it does not exist.
    package var name: String?
    /// The kernel writes its messages there (`console=` of its command line).
    package var isConsole = false
    /// A login prompt reads it.
    package var hasLogin = false

    package init(path: String) { self.path = path }
}
