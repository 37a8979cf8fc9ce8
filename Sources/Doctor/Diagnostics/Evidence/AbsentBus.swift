// SPDX-License-Identifier: Apache-2.0

/// An I²C bus that a program has looked for under its name in /dev, and that has no such file.
package struct AbsentBus: Codable, Hashable, Sendable {
    /// The number in `/dev/i2c-0`.
    package var number: Int
    /// Whether the kernel has the bus all the same: then it lacks the driver that makes files of buses, i2c-dev.
    package var isKnown: Bool
    /// The numbers of the buses that have a file.
    package var others: [Int]

    package init(number: Int, isKnown: Bool, others: [Int]) {
        self.number = number
        self.isKnown = isKnown
        self.others = others
    }

    package var path: String { "/dev/i2c-\(number)" }
}
