// SPDX-License-Identifier: Apache-2.0

/// A picture as a part of a `multipart/x-mixed-replace` stream, in the form that network cameras use.
enum PicturePart {
    static let boundary = "frame"

    /// - Parameter picture: `nil` for an empty part, which only keeps the connection alive.
    static func bytes(_ picture: LivePicture?) -> [UInt8] {
        let number = picture.map { "Candela-Frame: \($0.number)\r\n" } ?? ""
        let jpeg = picture?.jpeg ?? []
        var bytes: [UInt8] = []
        bytes.reserveCapacity(jpeg.count + 128)
        bytes += "--\(boundary)\r\nContent-Type: image/jpeg\r\n\(number)Content-Length: \(jpeg.count)\r\n\r\n".utf8
        bytes += jpeg
        bytes += "\r\n".utf8
        return bytes
    }
}
