// SPDX-License-Identifier: Apache-2.0

/// A serial port of a camera or hand-held scanner on USB: some cameras are controlled over one, and some scanners send what they read.
package struct SerialPortRecord: Codable, Hashable, Sendable {
    /// The device's name in sysfs, and the port's node: `/dev/ttyACM0`.
    package var node: USBNodeRecord
    /// The device's ids, four hexadecimal digits each.
    package var vendor: String
    package var product: String
    /// The process of ModemManager, if that runs and nothing tells it that the port is no modem's.
    package var modemManager: Int?

    package init(node: USBNodeRecord, vendor: String, product: String, modemManager: Int?) {
        self.node = node
        self.vendor = vendor
        self.product = product
        self.modemManager = modemManager
    }
}
