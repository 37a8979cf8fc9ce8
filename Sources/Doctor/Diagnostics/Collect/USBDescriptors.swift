// SPDX-License-Identifier: Apache-2.0

/// Raw USB descriptors from sysfs, which also exist for unauthorised devices, whose interfaces sysfs does not list.
///
/// Source: USB 2.0, table 9-5, "Descriptor Types", and chapter 9.6.
package enum USBDescriptors {
    /// The control interface of the first camera function as in its sysfs name: `1.0` for interface 0 of configuration 1;
    /// `nil` if the device is no camera.
    package static func cameraInterface(_ bytes: [UInt8]) -> String? {
        var configuration: UInt8 = 1
        for descriptor in all(bytes) {
            switch descriptor[1] {
            case 2 where descriptor.count > 5: configuration = descriptor[5]
            case 4 where isControl(descriptor):
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
        var isInControl = false
        for descriptor in all(bytes) {
            if descriptor[1] == 4 { isInControl = isControl(descriptor) }
            // A descriptor of the class, of the control interface.
            guard isInControl, descriptor[1] == 0x24, descriptor.count > 5 else { continue }
            switch descriptor[2] {
            case 2 where descriptor[4] == 0x01 && descriptor[5] == 0x02: found.camera = found.camera ?? Int(descriptor[3])
            case 5: found.processing = found.processing ?? Int(descriptor[3])
            default: break
            }
        }
        return found
    }

    /// The descriptors in order, up to the first that is cut off. Each has its length and its type in front.
    private static func all(_ bytes: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var rest = bytes[...]
        while let length = rest.first, length >= 2, Int(length) <= rest.count {
            found.append(Array(rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        return found
    }

    /// Whether an interface is that of video control: class 0x0e is video, and its subclass 1 control.
    private static func isControl(_ interface: [UInt8]) -> Bool {
        interface.count > 6 && interface[5] == 0x0E && interface[6] == 1
    }
}
