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

    /// The numbers of a camera's own unit (its input terminal) and of the one that processes its pictures, by which the driver names the
    /// owner of a control. Source: USB Device Class Definition for Video Devices 1.5, 3.7.2.
    package static func videoUnits(_ bytes: [UInt8]) -> (camera: Int?, processing: Int?) {
        var found: (camera: Int?, processing: Int?)
        var isControl = false
        var rest = bytes[...]
        while let length = rest.first, length >= 2, Int(length) <= rest.count {
            let descriptor = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
            if descriptor[1] == 4, descriptor.count > 6 { isControl = descriptor[5] == 0x0E && descriptor[6] == 1 }
            // A descriptor of the class, of the control interface.
            guard isControl, descriptor[1] == 0x24, descriptor.count > 5 else { continue }
            switch descriptor[2] {
            case 2 where descriptor[4] == 0x01 && descriptor[5] == 0x02: found.camera = found.camera ?? Int(descriptor[3])
            case 5: found.processing = found.processing ?? Int(descriptor[3])
            default: break
            }
        }
        return found
    }
}
