// SPDX-License-Identifier: Apache-2.0

/// Cuts frames into payloads: a packet of an isochronous transfer or a bulk transfer, each with a header.
///
/// Source: UVC 1.0, section 2.4.3.3, "Video and Still Image Payload Headers". The header carries a presentation time
/// and no source clock: the driver would then ask the virtual host controller for its frame number, which has none.
package struct PayloadStream {
    package static let headerSize = 6

    private var frame: [UInt8] = []
    private var position = 0
    /// Toggles from frame to frame, so that the host sees where one begins.
    private var frameID: UInt8 = 0
    private var presentationTime: UInt32 = 0
    private var isDamaged = false

    package init() {}

    /// Whether bytes of the present frame are left to send.
    package var hasMore: Bool { position < frame.count }

    /// Begins the next frame; what is left of the present one is dropped.
    ///
    /// - Parameters:
    ///   - presentationTime: of the frame, in ticks of the descriptors' dwClockFrequency.
    ///   - isDamaged: sets the error bit in the headers.
    package mutating func begin(frame: [UInt8], presentationTime: UInt32, isDamaged: Bool) {
        self.frame = frame
        self.presentationTime = presentationTime
        self.isDamaged = isDamaged
        position = 0
        frameID ^= 1
    }

    /// Appends the next payload, header included, to `packet`; none when the frame has been sent.
    ///
    /// - Parameter capacity: the most bytes it may have, more than `headerSize`.
    /// - Returns: the bytes appended.
    package mutating func appendPayload(to packet: inout [UInt8], capacity: Int) -> Int {
        guard hasMore, capacity > Self.headerSize else { return 0 }
        let end = min(frame.count, position + capacity - Self.headerSize)
        var flags: UInt8 = 0x80 | 0x04 | frameID  // end of header, presentation time
        if end == frame.count { flags |= 0x02 }  // end of frame
        if isDamaged { flags |= 0x40 }
        packet.append(UInt8(Self.headerSize))
        packet.append(flags)
        packet.append(little: presentationTime)
        packet += frame[position..<end]
        defer { position = end }
        return Self.headerSize + end - position
    }
}
