// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics
internal import Output

/// One check of the camera by the doctor: the picture and the headline.
struct DoctorLook: Sendable {
    /// The number of the check in this studio.
    var number: Int
    /// The name of the camera.
    var subject: String
    var verdict: DoctorReport.Verdict
    /// The headline: a sentence.
    var message: String
    /// The picture as the reader saw it, JPEG; `nil` if there was none.
    var picture: [UInt8]?

    var json: JSONValue {
        [
            "number": .integer(number), "verdict": .string(verdict.rawValue), "message": .string(message),
            "has_picture": .bool(picture != nil),
        ]
    }
}
