// SPDX-License-Identifier: Apache-2.0

/// What sysfs keeps of a USB device's descriptors, raw: also of one that is not authorised, which has no interfaces there.
///
/// Source: USB 2.0, table 9-5, "Descriptor Types", and chapter 9.6.
package enum USBDescriptors {
    /// The control interface of the first camera function, by the end of its name in sysfs, `1.0` for interface 0 of
    /// configuration 1; `nil` when the device is no camera.
    package static func cameraInterface(_ bytes: [UInt8]) -> String? {
        var configuration: UInt8 = 1
        var rest = bytes[...]
        while let length = rest.first, length >= 2, Int(length) <= rest.count {
            let descriptor = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
            switch descriptor[1] {
            case 2 where descriptor.count > 5: configuration = descriptor[5]
            // Class 0x0e is video, its subclass 1 video control.
            case 4 where descriptor.count > 6 && descriptor[5] == 0x0e && descriptor[6] == 0x01:
                return "\(configuration).\(descriptor[2])"
            default: break
            }
        }
        return nil
    }
}
