// SPDX-License-Identifier: Apache-2.0

/// What a USB device says of itself beyond its device descriptor, as the kernel gives it in `bos_descriptors` of sysfs since 6.9.
package enum USBCapabilities {
    /// Whether the device can work at SuperSpeed (5 Gb/s), whatever speed it has now.
    ///
    /// Source: USB 3.2 specification, 9.6.2: the descriptor of the binary object store (BOS) and its device capabilities, of which
    /// number 3 is SuperSpeed.
    ///
    /// - Parameter descriptors: the BOS descriptor, and the capabilities that follow it.
    /// - Returns: `nil` if these are no such descriptors.
    package static func hasSuperSpeed(_ descriptors: [UInt8]) -> Bool? {
        guard descriptors.count >= 5, descriptors[0] == 5, descriptors[1] == 0x0F,
            descriptors.count >= Int(descriptors[2]) | Int(descriptors[3]) << 8
        else { return nil }
        var start = 5
        while start + 3 <= descriptors.count {
            let length = Int(descriptors[start])
            guard length >= 3, start + length <= descriptors.count, descriptors[start + 1] == 0x10 else { return nil }
            // Four bytes follow: attributes, the speeds that it knows, and what works at which.
            if descriptors[start + 2] == 3, length >= 6 { return descriptors[start + 4] & 0b1000 != 0 }
            start += length
        }
        return false
    }
}
