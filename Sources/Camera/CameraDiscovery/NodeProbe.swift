// SPDX-License-Identifier: Apache-2.0

public import Frames
import Glibc

/// Opens a node just long enough to ask what it can do. The `V4L2` module stands behind it; tests answer in its place.
public protocol NodeProbe: Sendable {
    /// Opens `path`, asks, closes. On UVC cameras under kernels before 6.16 opening powers the camera for a moment.
    func probe(_ path: String) -> Result<NodeCapabilities, NodeOpenFailure>
}

/// What an opened node says of itself. Source: `VIDIOC_QUERYCAP` and `VIDIOC_ENUM_FMT`.
public struct NodeCapabilities: Hashable, Sendable {
    /// Text from the driver, raw.
    public var driver: String
    public var card: String
    public var busInfo: String
    /// Of the whole device: with `deviceCaps` there, never look here for what this node can do.
    public var capabilities: UInt32
    /// Of this node; `nil` when the driver does not set `V4L2_CAP_DEVICE_CAPS`.
    public var deviceCaps: UInt32?
    /// The pixel formats of its capture side, in the driver's order; empty when it has none.
    public var formats: [FourCC]

    public init(
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
    public var effective: UInt32 { deviceCaps ?? capabilities }
}

/// Why a node could not be opened or asked.
public struct NodeOpenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// EACCES: its mode, its ACL or a security module forbids it.
        case accessDenied
        /// EPERM: most often a container's device filter, which looks at no mode.
        case notPermitted
        /// ENOENT: there is no such node.
        case missing
        /// ENODEV, ENXIO: unplugged, or the driver has gone.
        case gone
        /// EBUSY: a driver that lets one program in at a time.
        case busy
        /// It opens, but does not answer VIDIOC_QUERYCAP.
        case notVideo
        case other
    }
    public var kind: Kind
    /// As the system call left it.
    public var errno: Int32
    /// The errno's name, or the request that failed and why.
    public var description: String

    public init(_ kind: Kind, errno: Int32, _ description: String) {
        self.kind = kind
        self.errno = errno
        self.description = description
    }

    /// From the errno of `open`. See: `man 2 open`.
    public init(openErrno errno: Int32) {
        self.errno = errno
        (kind, description) =
            switch errno {
            case EACCES: (.accessDenied, "permission denied (EACCES)")
            case EPERM: (.notPermitted, "operation not permitted (EPERM)")
            case ENOENT: (.missing, "there is no such node (ENOENT)")
            case ENODEV: (.gone, "the device has gone (ENODEV)")
            case ENXIO: (.gone, "the device has gone (ENXIO)")
            case EBUSY: (.busy, "another program holds it (EBUSY)")
            case EMFILE: (.other, "this process has too many open files (EMFILE)")
            default: (.other, "error \(errno)")
            }
    }
}
