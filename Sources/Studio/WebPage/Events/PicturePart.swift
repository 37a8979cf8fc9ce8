// SPDX-License-Identifier: Apache-2.0

/// A picture's place in a stream of them, `multipart/x-mixed-replace`, as network cameras send it.
enum PicturePart {
    static let boundary = "frame"

    /// - Parameter picture: `nil` for a part without a picture, which says only that we are there.
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
