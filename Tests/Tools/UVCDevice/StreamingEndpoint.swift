// SPDX-License-Identifier: Apache-2.0

/// The endpoint that sends frames: the host's transfers wait here for data.
package struct StreamingEndpoint {
    private var waiting: [USBIPTransfer] = []
    private var payloads = PayloadStream()

    package init() {}

    /// Whether a frame would be sent at once: the host waits and the current frame is sent.
    package var wantsFrame: Bool { !waiting.isEmpty && !payloads.hasMore }

    package mutating func begin(frame: [UInt8], presentationTime: UInt32, isDamaged: Bool) {
        payloads.begin(frame: frame, presentationTime: presentationTime, isDamaged: isDamaged)
    }

    package mutating func enqueue(_ transfer: USBIPTransfer) { waiting.append(transfer) }

    /// Forgets a transfer; `false` if it is not waiting.
    package mutating func remove(_ sequence: UInt32) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.sequence == sequence }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Drops the rest of the current frame.
    package mutating func reset() { payloads = PayloadStream() }

    /// Fills the next waiting transfer; `nil` if none waits or no bytes are left.
    ///
    /// A transfer never has bytes of two frames: its last packets stay empty, as between frames on a real bus.
    package mutating func nextReply() -> USBIPTransferReply? {
        guard !waiting.isEmpty, payloads.hasMore else { return nil }
        let transfer = waiting.removeFirst()
        var data: [UInt8] = []
        data.reserveCapacity(transfer.length)
        guard !transfer.packets.isEmpty else {
            _ = payloads.appendPayload(to: &data, capacity: transfer.length)
            return USBIPTransferReply(to: transfer, data: data)
        }
        var lengths: [Int] = []
        for packet in transfer.packets {
            lengths.append(payloads.appendPayload(to: &data, capacity: Int(packet.length)))
        }
        return USBIPTransferReply(to: transfer, data: data, lengths: lengths)
    }
}
