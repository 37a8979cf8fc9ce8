// SPDX-License-Identifier: Apache-2.0

/// A picture's place in a stream of them, `multipart/x-mixed-replace`, as network cameras send it: what comes before the
/// picture's bytes, and after them.
public enum PicturePart {
    static let boundary = "frame"

    public static let end = "\r\n"

    /// - Parameter picture: `nil` for a part without a picture, which says only that we are there.
    public static func head(_ picture: LivePicture?) -> String {
        let number = picture.map { "Candela-Frame: \($0.number)\r\n" } ?? ""
        return
            "--\(boundary)\r\nContent-Type: image/jpeg\r\n\(number)Content-Length: \(picture?.jpeg.count ?? 0)\r\n\r\n"
    }
}
