// SPDX-License-Identifier: Apache-2.0

/// Splits frames into payloads with a header each: packets of an isochronous transfer, or bulk transfers.
///
/// Source: UVC 1.0, section 2.4.3.3, "Video and Still Image Payload Headers". The header has a presentation time and no
/// source clock: with one, the driver would ask the virtual host controller for its frame number, which it lacks.
package struct PayloadStream {
    package static let headerSize = 6

    private var frame: [UInt8] = []
    private var position = 0
    /// Toggles with each frame, so that the host sees where one starts.
    private var frameID: UInt8 = 0
    private var presentationTime: UInt32 = 0
    private var isDamaged = false

    package init() {}

    /// Whether bytes of the current frame are left to send.
    package var hasMore: Bool { position < frame.count }

    /// Starts the next frame and drops the rest of the current one.
    ///
    /// - Parameters:
    ///   - presentationTime: in ticks of the descriptors' dwClockFrequency.
    ///   - isDamaged: whether to set the error bit in the headers.
    package mutating func begin(frame: [UInt8], presentationTime: UInt32, isDamaged: Bool) {
        self.frame = frame
        self.presentationTime = presentationTime
        self.isDamaged = isDamaged
        position = 0
        frameID ^= 1
    }

    /// Appends the next payload with its header to `packet`; nothing if the frame has been sent.
    ///
    /// - Parameter capacity: the most bytes of the payload, more than `headerSize`.
    /// - Returns: the number of bytes appended.
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
