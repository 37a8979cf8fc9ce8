// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An `errno` value, read once, at the call.
public struct SystemError: RawRepresentable, Hashable, Sendable {
    public var rawValue: CInt
    public init(rawValue: CInt) { self.rawValue = rawValue }

    /// The errno of this thread's last failed call.
    static var last: Self { Self(rawValue: errno) }

    public static let notPermitted = Self(rawValue: EPERM)
    public static let noEntry = Self(rawValue: ENOENT)
    public static let inputOutput = Self(rawValue: EIO)
    public static let noAddress = Self(rawValue: ENXIO)
    public static let tryAgain = Self(rawValue: EAGAIN)
    public static let accessDenied = Self(rawValue: EACCES)
    public static let busy = Self(rawValue: EBUSY)
    public static let noDevice = Self(rawValue: ENODEV)
    public static let invalidArgument = Self(rawValue: EINVAL)
    public static let notATerminal = Self(rawValue: ENOTTY)
    public static let noSpace = Self(rawValue: ENOSPC)
    public static let brokenPipe = Self(rawValue: EPIPE)
    public static let outOfRange = Self(rawValue: ERANGE)
    public static let noLink = Self(rawValue: ENOLINK)
    public static let illegalState = Self(rawValue: EILSEQ)
    public static let noData = Self(rawValue: ENODATA)
    public static let remote = Self(rawValue: EREMOTE)
    public static let timedOut = Self(rawValue: ETIMEDOUT)

    /// The constant's name, `EACCES`; the number if the name is not in the table.
    public var name: String {
        switch rawValue {
        case EPERM: "EPERM"
        case ENOENT: "ENOENT"
        case EINTR: "EINTR"
        case EIO: "EIO"
        case ENXIO: "ENXIO"
        case EBADF: "EBADF"
        case EAGAIN: "EAGAIN"
        case ENOMEM: "ENOMEM"
        case EACCES: "EACCES"
        case EFAULT: "EFAULT"
        case EBUSY: "EBUSY"
        case ENODEV: "ENODEV"
        case ENOTDIR: "ENOTDIR"
        case EISDIR: "EISDIR"
        case EINVAL: "EINVAL"
        case EMFILE: "EMFILE"
        case ENFILE: "ENFILE"
        case ENOTTY: "ENOTTY"
        case ENOSPC: "ENOSPC"
        case EPIPE: "EPIPE"
        case ERANGE: "ERANGE"
        case ENOLINK: "ENOLINK"
        case EILSEQ: "EILSEQ"
        case ENODATA: "ENODATA"
        case EREMOTE: "EREMOTE"
        case EPROTO: "EPROTO"
        case ETIMEDOUT: "ETIMEDOUT"
        case ELOOP: "ELOOP"
        case ENAMETOOLONG: "ENAMETOOLONG"
        default: "errno \(rawValue)"
        }
    }

    /// Whether the device is gone: on unplug a request fails with one of these.
    public var meansGone: Bool { self == .noDevice || self == .noAddress }
}
