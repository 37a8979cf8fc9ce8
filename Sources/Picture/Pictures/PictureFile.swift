// SPDX-License-Identifier: Apache-2.0

import Frames
import Glibc

/// Reads a regular file whole.
enum PictureFile {
    /// More than any picture within the pixel limit takes, except noise in 16-bit colour.
    static let largestFile = 2 << 30

    /// Never blocks on a pipe or a device: anything but a regular file is refused, if possible before it is opened,
    /// because opening a device can have effects.
    static func read(_ path: String) throws(PictureError) -> PixelStorage {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .system("open", path, errno: errno) }
        try checkRegular(status, path)
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .system("open", path, errno: errno) }
        defer { close(descriptor) }
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system("read", path, errno: errno) }
        try checkRegular(status, path)
        guard status.st_size > 0 else {
            throw PictureError(.empty, path, "cannot read \(path): the file is empty; copy or download it again")
        }
        guard status.st_size <= largestFile else {
            throw PictureError(
                .tooLarge, path,
                "cannot read \(path): it has \(status.st_size) bytes, more than the \(largestFile) allowed")
        }
        return try read(descriptor, count: Int(status.st_size), path)
    }

    private static func checkRegular(_ status: stat, _ path: String) throws(PictureError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR:
            throw PictureError(.isFolder, path, "cannot read \(path): it is a folder; name the pictures in it")
        default:
            throw PictureError(
                .notRegularFile, path,
                "cannot read \(path): it is a pipe, socket or device, not a file; "
                    + "save the picture to a file first")
        }
    }

    private static func read(_ descriptor: Int32, count: Int, _ path: String) throws(PictureError) -> PixelStorage {
        try PixelStorage(count: count) { (target: inout MutableSpan<UInt8>) throws(PictureError) in
            var filled = 0
            while filled < count {
                let got = unsafe target.withUnsafeMutableBufferPointer {
                    unsafe Glibc.read(descriptor, $0.baseAddress! + filled, count - filled)
                }
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    // The file was shortened during the read: the missing part stays 0 and shows as damage.
                    return
                } else if errno != EINTR {
                    throw .system("read", path, errno: errno)
                }
            }
        }
    }
}
