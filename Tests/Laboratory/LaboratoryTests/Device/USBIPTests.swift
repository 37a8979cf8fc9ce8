// SPDX-License-Identifier: Apache-2.0

import Testing
import uvc_device

@Suite("USB/IP messages of the laboratory's webcam")
struct USBIPTests {
    /// The first transfer of the example in Documentation/usb/usbip_protocol.rst: an interrupt OUT of 64 bytes.
    @Test("a transfer to the device is read as the kernel's documentation shows it")
    func submit() throws {
        let header = bytes(
            "00000001 00000d05 0001000f 00000000 00000001 00000000 00000040 ffffffff 00000000 00000004 00000000 00000000"
        )
        guard case .submit(var transfer) = try USBIPRequest(header: header) else {
            Issue.record("not a transfer")
            return
        }
        #expect(transfer.sequence == 0xd05)
        #expect(!transfer.isInput)
        #expect(transfer.endpoint == 1)
        #expect(transfer.length == 64)
        #expect(transfer.startFrame == 0xffff_ffff)
        #expect(transfer.packetCount == 0)
        #expect(transfer.bodySize == 64)
        try transfer.read(body: [UInt8](repeating: 9, count: 64))
        #expect(transfer.data == [UInt8](repeating: 9, count: 64))
    }

    @Test("a control transfer's setup packet lies in the header's last eight bytes, little endian")
    func setup() throws {
        let header = bytes(
            "00000001 00000001 00010001 00000001 00000000 00000200 00000012 00000000 00000000 00000000 8006000100001200"
        )
        guard case .submit(let transfer) = try USBIPRequest(header: header) else {
            Issue.record("not a transfer")
            return
        }
        #expect(transfer.isInput && transfer.endpoint == 0 && transfer.bodySize == 0)
        #expect(transfer.setup.isInput && transfer.setup.kind == .standard && transfer.setup.recipient == .device)
        #expect(transfer.setup.request == 6)
        #expect(transfer.setup.valueHigh == 1 && transfer.setup.valueLow == 0)
        #expect(transfer.setup.length == 18)
    }

    @Test("packets of an isochronous transfer follow its header, and are returned with their data")
    func isochronous() throws {
        let header = bytes(
            "00000001 00000007 00010001 00000001 00000001 00000002 00001800 00000000 00000002 00000001 0000000000000000"
        )
        guard case .submit(var transfer) = try USBIPRequest(header: header) else {
            Issue.record("not a transfer")
            return
        }
        #expect(transfer.bodySize == 32)
        try transfer.read(body: bytes("00000000 00000c00 00000000 00000000  00000c00 00000c00 00000000 00000000"))
        #expect(
            transfer.packets == [
                IsochronousPacket(offset: 0, length: 3072), IsochronousPacket(offset: 3072, length: 3072),
            ])
        let reply = USBIPTransferReply(to: transfer, data: [1, 2, 3], lengths: [2, 1])
        #expect(
            reply.encoded
                == bytes(
                    """
                    00000003 00000007 00000000 00000000 00000000 00000000 00000003 00000000 00000002 00000000
                    0000000000000000 010203
                    00000000 00000c00 00000002 00000000  00000c00 00000c00 00000001 00000000
                    """))
    }

    @Test("an answer is never longer than the host's buffer, and a stall carries nothing")
    func replies() throws {
        let transfer = try input(length: 2)
        #expect(USBIPTransferReply(to: transfer, data: [1, 2, 3]).encoded.suffix(2) == [1, 2])
        let stall = USBIPTransferReply(to: transfer, status: .stalled).encoded
        #expect(stall.count == USBIPRequest.headerSize)
        #expect(stall[20..<24] == [0xff, 0xff, 0xff, 0xe0])
    }

    @Test("an unlink names its transfer, and the reply says whether that was still waiting")
    func unlink() throws {
        let header = bytes("00000002 00000009 00010001 00000001 00000001 00000007") + [UInt8](repeating: 0, count: 24)
        #expect(try USBIPRequest(header: header) == .unlink(sequence: 9, target: 7))
        let waited = USBIPUnlinkReply(sequence: 9, wasWaiting: true).encoded
        #expect(waited.count == 48 && waited[20..<24] == [0xff, 0xff, 0xff, 0x98])
        #expect(USBIPUnlinkReply(sequence: 9, wasWaiting: false).encoded[20..<24] == [0, 0, 0, 0])
    }

    @Test(
        "what is no message is refused, whatever sizes it claims",
        arguments: [
            "00000005",  // no such command
            "00000001 00000001 00010001 00000000 00000010",  // endpoint 16
            "00000001 00000001 00010001 00000000 00000001 00000000 7fffffff",  // two gigabytes
            "00000001 00000001 00010001 00000001 00000001 00000000 00000400 00000000 00100000",  // a million packets
        ])
    func refused(beginning: String) {
        let start = bytes(beginning)
        let header = start + [UInt8](repeating: 0, count: USBIPRequest.headerSize - start.count)
        #expect(throws: USBIPError.self) { try USBIPRequest(header: header) }
        #expect(throws: USBIPError.self) { try USBIPRequest(header: start) }
    }
}

/// Parses hexadecimal bytes; spaces and line breaks are ignored.
func bytes(_ digits: String) -> [UInt8] {
    let nibbles = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: nibbles.count - 1, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
}

/// A transfer with which the host requests `length` bytes, from endpoint 0 or another.
func input(_ setup: String = "0000000000000000", endpoint: UInt32 = 0, length: UInt32, sequence: UInt32 = 1) throws
    -> USBIPTransfer
{
    var header: [UInt8] = []
    for word in [1, sequence, 0x10001, 1, endpoint, 0, length, 0, 0, 0] { header.append(big: word) }
    guard case .submit(let transfer) = try USBIPRequest(header: header + bytes(setup)) else {
        throw LaboratoryError("not a transfer")
    }
    return transfer
}
