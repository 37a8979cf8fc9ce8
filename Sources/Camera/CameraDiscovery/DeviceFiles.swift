// SPDX-License-Identifier: Apache-2.0

public import Udev

/// The part of the file system that discovery looks at; tests give one of their own.
public protocol DeviceFiles: Sendable {
    /// What lies at `path`, symbolic links followed. Opens nothing.
    func kind(ofFileAt path: String) -> FileKind

    /// Who may open the node at `path`; `nil` when there is none.
    func access(toNodeAt path: String) -> NodeAccess?
}

/// What a path leads to.
public enum FileKind: Hashable, Sendable {
    case characterDevice(DeviceNumber)
    case folder, regularFile
    /// A block device, fifo or socket.
    case other
    /// ENOENT or ENOTDIR; a symbolic link that leads nowhere, too.
    case missing
    /// The path cannot be followed: errno.
    case unreachable(Int32)
}
