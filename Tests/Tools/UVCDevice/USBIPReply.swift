// SPDX-License-Identifier: Apache-2.0

/// The end of a transfer. Source: Documentation/usb/usbip_protocol.rst, "USBIP_RET_SUBMIT".
package struct USBIPTransferReply: Hashable, Sendable {
    package var sequence: UInt32
    package var status: USBIPStatus
    /// The data of an `IN` transfer; for an isochronous one the packets' contents without gaps.
    package var data: [UInt8]
    /// The bytes that an `OUT` transfer consumed.
    package var consumed: Int
    package var startFrame: UInt32
    /// The packets of an isochronous transfer, each with its actual length.
    package var packets: [IsochronousPacket]

    /// Ends `transfer`, which is not isochronous.
    package init(to transfer: USBIPTransfer, status: USBIPStatus = .done, data: [UInt8] = []) {
        sequence = transfer.sequence
        self.status = status
        self.data = data.count > transfer.length ? Array(data[..<transfer.length]) : data
        consumed = transfer.isInput || status != .done ? 0 : transfer.data.count
        startFrame = 0
        packets = []
    }

    /// Ends `transfer`, which is isochronous: `lengths` are the bytes of each packet in `data`.
    package init(to transfer: USBIPTransfer, data: [UInt8], lengths: [Int]) {
        precondition(lengths.count == transfer.packets.count, "one length for each packet")
        precondition(lengths.reduce(0, +) == data.count, "the lengths add up")
        sequence = transfer.sequence
        status = .done
        self.data = data
        consumed = 0
        startFrame = transfer.startFrame
        packets = zip(transfer.packets, lengths).map { packet, length in
            IsochronousPacket(offset: packet.offset, length: packet.length, actualLength: UInt32(length))
        }
    }

    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(USBIPRequest.headerSize + data.count + packets.count * IsochronousPacket.size)
        bytes.append(big: UInt32(3))
        bytes.append(big: sequence)
        // Device, direction and endpoint are 0: the sequence number identifies the transfer.
        for _ in 0..<3 { bytes.append(big: UInt32(0)) }
        bytes.append(big: status.rawValue)
        bytes.append(big: UInt32(data.isEmpty ? consumed : data.count))
        bytes.append(big: startFrame)
        bytes.append(big: UInt32(packets.count))
        bytes.append(big: UInt32(0))  // packets in error
        bytes.append(big: UInt64(0))
        bytes += data
        for packet in packets {
            bytes.append(big: packet.offset)
            bytes.append(big: packet.length)
            bytes.append(big: packet.actualLength)
            bytes.append(big: packet.status)
        }
        return bytes
    }
}

/// The answer to an unlink. Source: Documentation/usb/usbip_protocol.rst, "USBIP_RET_UNLINK".
package struct USBIPUnlinkReply: Hashable, Sendable {
    package var sequence: UInt32
    /// Whether the transfer was still waiting. If not, its reply was sent before, and the host uses that.
    package var wasWaiting: Bool

    package init(sequence: UInt32, wasWaiting: Bool) {
        self.sequence = sequence
        self.wasWaiting = wasWaiting
    }

    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(big: UInt32(4))
        bytes.append(big: sequence)
        for _ in 0..<3 { bytes.append(big: UInt32(0)) }
        bytes.append(big: wasWaiting ? USBIPStatus.unlinked.rawValue : USBIPStatus.done.rawValue)
        return bytes + [UInt8](repeating: 0, count: USBIPRequest.headerSize - bytes.count)
    }
}

/// The status of a transfer in Linux: a negated errno.
package struct USBIPStatus: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let done = Self(rawValue: 0)
    /// The endpoint refused the transfer: `EPIPE`.
    package static let stalled = Self(rawValue: -32)
    /// The host cancelled the transfer: `ECONNRESET`.
    package static let unlinked = Self(rawValue: -104)
}
