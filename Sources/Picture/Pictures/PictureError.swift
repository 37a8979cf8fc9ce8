// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a picture could not be read.
package struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        case notFound
        case noAccess
        case isFolder
        /// A pipe, socket or device: reading one could block for ever.
        case notRegularFile
        case empty
        /// Not a known format.
        case notPicture
        /// A picture of which nothing could be decoded.
        case damaged
        /// More pixels or bytes than allowed.
        case tooLarge
        case folderWithoutPictures
        /// A library is not installed.
        case libraryMissing
        /// The process that decodes died of the picture, took too long, or could not be started.
        case decoderFailed
        /// Any other failure of a system call.
        case failed(errno: Int32)
    }
    package var kind: Kind
    /// As given by the caller; may contain anything, including control characters.
    package var path: String
    /// A whole sentence: verb, object, place: cause; next step.
    package var description: String

    package init(_ kind: Kind, _ path: String, _ description: String) {
        self.kind = kind
        self.path = path
        self.description = description
    }

    // See: 'man 2 open', 'man 2 stat', 'man 3 opendir'
    static func system(_ verb: String, _ path: String, errno code: Int32) -> PictureError {
        let kind: Kind
        let cause: String
        switch code {
        case ENOENT: (kind, cause) = (.notFound, "there is no such file; check the name")
        case ENOTDIR: (kind, cause) = (.notFound, "a part of the path is not a folder; check the name")
        case EACCES, EPERM: (kind, cause) = (.noAccess, "permission denied; ask its owner for read access")
        case ELOOP: (kind, cause) = (.notFound, "its symbolic links form a loop")
        case ENAMETOOLONG: (kind, cause) = (.notFound, "the name is too long")
        default: (kind, cause) = (.failed(errno: code), unsafe String(cString: strerror(code)))
        }
        return PictureError(kind, path, "cannot \(verb) \(path): \(cause)")
    }

    package static func notPicture(_ path: String) -> PictureError {
        PictureError(
            .notPicture, path,
            "cannot read \(path): it is not a picture of a known format; "
                + "convert it to PNG, JPEG, WebP, TIFF, GIF, BMP or PNM")
    }

    static func damaged(_ path: String, _ format: PictureFormat, _ reason: String) -> PictureError {
        PictureError(.damaged, path, "cannot decode \(path): the \(format.rawValue) file is damaged (\(reason))")
    }
}
