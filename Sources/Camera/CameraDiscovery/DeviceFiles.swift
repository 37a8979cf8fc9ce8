// SPDX-License-Identifier: Apache-2.0

package import Udev

/// The part of the file system that discovery reads. Tests provide their own.
package protocol DeviceFiles: Sendable {
    /// The kind of file at `path`, following symbolic links. Opens nothing.
    func kind(ofFileAt path: String) -> FileKind

    /// Who may open the node at `path`; `nil` if there is none.
    func access(toNodeAt path: String) -> NodeAccess?
}

/// The kind of file that a path leads to.
package enum FileKind: Hashable, Sendable {
    case characterDevice(DeviceNumber)
    case folder, regularFile
    /// A block device, fifo or socket.
    case other
    /// ENOENT or ENOTDIR, or a broken symbolic link.
    case missing
    /// The path cannot be resolved; the errno.
    case unreachable(Int32)
}
