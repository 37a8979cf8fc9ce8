// SPDX-License-Identifier: Apache-2.0

/// Raw USB descriptors from sysfs, which also exist for unauthorised devices, whose interfaces sysfs does not list.
///
/// Source: USB 2.0, table 9-5, "Descriptor Types", and chapter 9.6.
package enum USBDescriptors {
    /// The control interface of the first camera function as in its sysfs name: `1.0` for interface 0 of configuration 1;
    /// `nil` if the device is no camera.
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
