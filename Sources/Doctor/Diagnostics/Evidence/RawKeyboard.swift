// SPDX-License-Identifier: Apache-2.0

/// A USB keyboard that is read as a HID device, by `/dev/hidraw*`: a rule of an administrator's opens that node, or a program has it open.
package struct RawKeyboard: Codable, Hashable, Sendable {
    /// From the device: raw.
    package var title: String?
    /// `0581:011a`.
    package var identifier: String
    /// `/dev/hidraw0`.
    package var node: String
    /// Where its keys can be read: `/dev/input/event3`.
    package var input: String?
    /// The file of the rule that opens the node for this device; absent without such.
    package var rule: String?
    /// The program that has the node open; absent if none is seen to have it.
    package var reader: Reader?

    package struct Reader: Codable, Hashable, Sendable {
        package var processID: Int
        /// The kernel's `comm`, raw.
        package var name: String

        package init(processID: Int, name: String) {
            self.processID = processID
            self.name = name
        }
    }

    package init(title: String? = nil, identifier: String, node: String) {
        self.title = title
        self.identifier = identifier
        self.node = node
    }
}
