// SPDX-License-Identifier: Apache-2.0

package import Frames
import Glibc

/// Opens a node briefly to query what it can do. Implemented with `V4L2`; tests provide their own.
package protocol NodeProbe: Sendable {
    /// Opens `path`, queries it, closes it. On UVC cameras with kernels before 6.16, opening powers the camera for a moment.
    func probe(_ path: String) -> Result<NodeCapabilities, NodeOpenFailure>
}

/// What a node reports when opened. Source: `VIDIOC_QUERYCAP` and `VIDIOC_ENUM_FMT`.
package struct NodeCapabilities: Hashable, Sendable {
    /// Text from the driver, raw.
    package var driver: String
    package var card: String
    package var busInfo: String
    /// Of the whole device. If `deviceCaps` is set, do not use this to judge the node.
    package var capabilities: UInt32
    /// Of this node; `nil` if the driver does not set `V4L2_CAP_DEVICE_CAPS`.
    package var deviceCaps: UInt32?
    /// The pixel formats of its capture side, in the driver's order; empty if it has none.
    package var formats: [FourCC]

    package init(
        driver: String, card: String, busInfo: String, capabilities: UInt32, deviceCaps: UInt32?, formats: [FourCC] = []
    ) {
        self.driver = driver
        self.card = card
        self.busInfo = busInfo
        self.capabilities = capabilities
        self.deviceCaps = deviceCaps
        self.formats = formats
    }

    /// The capabilities of this node.
    package var effective: UInt32 { deviceCaps ?? capabilities }
}

/// Why a node could not be opened or queried.
package struct NodeOpenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// EACCES: the mode, the ACL or a security module denies access.
        case accessDenied
        /// EPERM: usually a container's device filter, which applies regardless of the mode.
        case notPermitted
        /// ENOENT: there is no such node.
        case missing
        /// ENODEV, ENXIO: unplugged, or the driver was unbound.
        case gone
        /// EBUSY: the driver allows one program at a time.
        case busy
        /// It opens, but does not answer VIDIOC_QUERYCAP.
        case notVideo
        case other
    }
    package var kind: Kind
    /// The errno of the system call.
    package var errno: Int32
    /// The meaning and name of the errno, or the request that failed and why.
    package var description: String

    package init(_ kind: Kind, errno: Int32, _ description: String) {
        self.kind = kind
        self.errno = errno
        self.description = description
    }

    /// From the errno of `open`. See: `man 2 open`.
    package init(openErrno errno: Int32) {
        self.errno = errno
        (kind, description) =
            switch errno {
            case EACCES: (.accessDenied, "permission denied (EACCES)")
            case EPERM: (.notPermitted, "operation not permitted (EPERM)")
            case ENOENT: (.missing, "no such device node (ENOENT)")
            case ENODEV: (.gone, "the device is gone (ENODEV)")
            case ENXIO: (.gone, "the device is gone (ENXIO)")
            case EBUSY: (.busy, "another program is using it (EBUSY)")
            case EMFILE: (.other, "this process has too many open files (EMFILE)")
            default: (.other, "error \(errno)")
            }
    }
}
