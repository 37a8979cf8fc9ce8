// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why a camera of libcamera cannot be used.
package struct LibcameraError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        case libraryMissing
        /// libcamera lists no such camera.
        case noCamera
        case ambiguous
        /// Another process has it.
        case busy
        case noPermission
        /// It has no mode that was asked for, or none that can be read.
        case noMode
        case failed
    }
    package var kind: Kind
    /// A whole sentence: verb, object, place: cause; next step.
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// - Parameter verb: with its object, "open", "start streaming from".
    init(_ verb: String, _ camera: String, errno: Int32) {
        let start = "cannot \(verb) \(camera): "
        switch errno {
        case ENODEV:
            self.init(.noCamera, start + "libcamera lists it no more; run `candela list`")
        case EBUSY:
            self.init(
                .busy,
                start + "another program uses it; libcamera lets one program have a camera. Close that program: "
                    + "a browser, a video call, or PipeWire for one of them (wpctl status)")
        case EACCES, EPERM:
            self.init(.noPermission, start + "permission denied; run candela doctor libcamera:")
        case ENOMEM:
            self.init(
                .failed, start + "no memory for its pictures (on a Raspberry Pi: the kernel's option cma=256M gives more)")
        default: self.init(.failed, start + (unsafe String(cString: strerror(errno))) + "; run candela doctor")
        }
    }
}
