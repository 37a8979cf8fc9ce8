// SPDX-License-Identifier: Apache-2.0

/// A request from the kernel's virtual host controller: a transfer, or to cancel one.
///
/// Source: Documentation/usb/usbip_protocol.rst, "USBIP_CMD_SUBMIT" and "USBIP_CMD_UNLINK". All numbers big endian.
package enum USBIPRequest: Hashable, Sendable {
    case submit(USBIPTransfer)
    /// Cancel transfer `target`; the reply goes to `sequence`.
    case unlink(sequence: UInt32, target: UInt32)

    package static let headerSize = 48

    /// Reads a header. A transfer's data and packets follow it on the wire: see `USBIPTransfer.bodySize`.
    package init(header: [UInt8]) throws(USBIPError) {
        guard header.count == Self.headerSize else { throw USBIPError("a header has \(header.count) bytes, not 48") }
        let sequence = header.big(at: 4)
        switch header.big(at: 0) {
        case 1:
            self = .submit(try USBIPTransfer(header: header, sequence: sequence))
        case 2:
            self = .unlink(sequence: sequence, target: header.big(at: 20))
        case let command:
            throw USBIPError("command \(command) is neither a transfer nor an unlink")
        }
    }
}

/// One USB transfer from the host controller.
package struct USBIPTransfer: Hashable, Sendable {
    package var sequence: UInt32
    /// Whether the device sends (`IN`).
    package var isInput: Bool
    package var endpoint: Int
    /// The size of the host's buffer: the data of an `OUT` transfer, or the most that an `IN` transfer may return.
    package var length: Int
    package var startFrame: UInt32
    package var setup: SetupPacket
    /// The data of an `OUT` transfer.
    package var data: [UInt8] = []
    /// The packets of an isochronous transfer, in order; empty for every other kind.
    package var packets: [IsochronousPacket] = []
    package var packetCount: Int

    init(header: [UInt8], sequence: UInt32) throws(USBIPError) {
        self.sequence = sequence
        isInput = header.big(at: 12) != 0
        endpoint = Int(header.big(at: 16))
        length = Int(header.big(at: 24))
        startFrame = header.big(at: 28)
        // Other kinds of transfer have 0 here, or -1 according to the protocol's text.
        packetCount = header.big(at: 32) == .max ? 0 : Int(header.big(at: 32))
        setup = SetupPacket(bytes: Array(header[40..<48]))
        guard endpoint < 16, length <= 16 << 20, packetCount <= 1024 else {
            throw USBIPError("a transfer of \(length) bytes in \(packetCount) packets to endpoint \(endpoint)")
        }
    }

    /// Bytes that follow the header.
    package var bodySize: Int { (isInput ? 0 : length) + packetCount * IsochronousPacket.size }

    /// Parses the body that follows the header.
    package mutating func read(body: [UInt8]) throws(USBIPError) {
        guard body.count == bodySize else { throw USBIPError("a body has \(body.count) bytes, not \(bodySize)") }
        let dataSize = isInput ? 0 : length
        data = Array(body[..<dataSize])
        packets = (0..<packetCount).map { IsochronousPacket(bytes: body, at: dataSize + $0 * IsochronousPacket.size) }
    }
}

/// A packet of an isochronous transfer: its offset in the host's buffer, and its length.
package struct IsochronousPacket: Hashable, Sendable {
    package var offset: UInt32
    package var length: UInt32
    package var actualLength: UInt32
    package var status: Int32

    package static let size = 16

    package init(offset: UInt32, length: UInt32, actualLength: UInt32 = 0, status: Int32 = 0) {
        self.offset = offset
        self.length = length
        self.actualLength = actualLength
        self.status = status
    }

    init(bytes: [UInt8], at start: Int) {
        self.init(
            offset: bytes.big(at: start), length: bytes.big(at: start + 4),
            actualLength: bytes.big(at: start + 8), status: Int32(bitPattern: bytes.big(at: start + 12)))
    }
}

/// The host controller sent something that is not USB/IP. The next message cannot be found after it.
package struct USBIPError: Error, Hashable, CustomStringConvertible {
    package var description: String
    init(_ description: String) { self.description = "cannot read from the host controller: \(description)." }
}
