// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An `errno` value, read once, at the call.
package struct SystemError: RawRepresentable, Hashable, Sendable {
    package var rawValue: CInt
    package init(rawValue: CInt) { self.rawValue = rawValue }

    /// The errno of this thread's last failed call.
    static var last: Self { Self(rawValue: errno) }

    package static let notPermitted = Self(rawValue: EPERM)
    package static let noEntry = Self(rawValue: ENOENT)
    package static let inputOutput = Self(rawValue: EIO)
    package static let noAddress = Self(rawValue: ENXIO)
    package static let tryAgain = Self(rawValue: EAGAIN)
    package static let accessDenied = Self(rawValue: EACCES)
    package static let busy = Self(rawValue: EBUSY)
    package static let noDevice = Self(rawValue: ENODEV)
    package static let invalidArgument = Self(rawValue: EINVAL)
    package static let notATerminal = Self(rawValue: ENOTTY)
    package static let noSpace = Self(rawValue: ENOSPC)
    package static let brokenPipe = Self(rawValue: EPIPE)
    package static let outOfRange = Self(rawValue: ERANGE)
    package static let noLink = Self(rawValue: ENOLINK)
    package static let illegalState = Self(rawValue: EILSEQ)
    package static let noData = Self(rawValue: ENODATA)
    package static let remote = Self(rawValue: EREMOTE)
    package static let timedOut = Self(rawValue: ETIMEDOUT)

    /// The constant's name, `EACCES`; the number if the name is not in the table.
    package var name: String {
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
    package var meansGone: Bool { self == .noDevice || self == .noAddress }
}
