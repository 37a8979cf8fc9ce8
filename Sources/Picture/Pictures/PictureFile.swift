// SPDX-License-Identifier: Apache-2.0

import Frames
import Glibc

/// An open regular file, to be read whole.
package struct PictureFile: ~Copyable {
    /// More than any picture within the pixel limit takes, except noise in 16-bit colour.
    package static let largestFile = 2 << 30

    /// Bytes; at least 1.
    package let count: Int
    private let path: String
    private let descriptor: Int32

    static func read(_ path: String) throws(PictureError) -> PixelStorage {
        let file = try PictureFile(path)
        return try PixelStorage(count: file.count) { (target: inout MutableSpan<UInt8>) throws(PictureError) in
            try unsafe target.withUnsafeMutableBufferPointer { (bytes) throws(PictureError) in
                try unsafe file.read(into: UnsafeMutableRawBufferPointer(bytes))
            }
        }
    }

    /// Never blocks on a pipe or a device: anything but a regular file is refused, if possible before it is opened,
    /// because opening a device can have effects.
    package init(_ path: String) throws(PictureError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .system("open", path, errno: errno) }
        try Self.checkRegular(status, path)
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .system("open", path, errno: errno) }
        do throws(PictureError) {
            count = try Self.count(of: descriptor, path)
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func count(of descriptor: Int32, _ path: String) throws(PictureError) -> Int {
        var status = stat()
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
        return Int(status.st_size)
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

    /// Recognised by the first bytes; `nil` for an unknown format.
    package var format: PictureFormat? {
        get throws(PictureError) {
            var start = [UInt8](repeating: 0, count: PictureFormat.signatureLength)
            var span = start.mutableSpan
            let got = try unsafe span.withUnsafeMutableBytes { (bytes) throws(PictureError) in
                try unsafe read(into: bytes, at: 0)
            }
            return PictureFormat(firstBytes: start.span.extracting(0..<got))
        }
    }

    /// Reads the file into memory of `count` bytes.
    package func read(into target: UnsafeMutableRawBufferPointer) throws(PictureError) {
        let filled = try unsafe read(into: target, at: 0)
        // The file was shortened meanwhile: the missing part is 0 and shows as damage.
        if filled < target.count {
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[filled...]).initializeMemory(
                as: UInt8.self, repeating: 0)
        }
    }

    /// - Returns: the number of bytes read, less than the target's if the file ends before.
    private func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(PictureError) -> Int {
        var filled = 0
        while filled < target.count {
            let got = unsafe pread(descriptor, target.baseAddress! + filled, target.count - filled, offset + filled)
            if got > 0 {
                filled += got
            } else if got == 0 {
                break
            } else if errno != EINTR {
                throw .system("read", path, errno: errno)
            }
        }
        return filled
    }
}
