// SPDX-License-Identifier: Apache-2.0

/// The interrupt endpoint: reports controls that changed without the host.
package struct StatusEndpoint {
    private var waiting: [USBIPTransfer] = []
    private var messages: [[UInt8]] = []

    package init() {}

    /// Source: UVC 1.0, table 2-2, "Status Packet Format (VideoControl Interface as the Originator)".
    package mutating func tell(of control: CameraControl, value: [UInt8]) {
        messages.append([1, control.unit.rawValue, 0, control.selector, 0] + value)
    }

    package mutating func enqueue(_ transfer: USBIPTransfer) { waiting.append(transfer) }

    /// Forgets a transfer; `false` if it is not waiting.
    package mutating func remove(_ sequence: UInt32) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.sequence == sequence }) else { return false }
        waiting.remove(at: index)
        return true
    }

    package mutating func nextReply() -> USBIPTransferReply? {
        guard !waiting.isEmpty, !messages.isEmpty else { return nil }
        return USBIPTransferReply(to: waiting.removeFirst(), data: messages.removeFirst())
    }
}
