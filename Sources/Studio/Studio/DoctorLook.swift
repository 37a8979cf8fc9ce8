// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics
internal import Output

/// One of the doctor's looks at the camera: what was in view, and what was said of it.
struct DoctorLook: Sendable {
    /// Counts the studio's looks.
    var number: Int
    /// Of which camera.
    var subject: String
    var verdict: DoctorReport.Verdict
    /// What is said of it first: a sentence.
    var message: String
    /// As the reader saw it, JPEG; `nil` when there was no picture.
    var picture: [UInt8]?

    var json: JSONValue {
        [
            "number": .integer(number), "verdict": .string(verdict.rawValue), "message": .string(message),
            "has_picture": .bool(picture != nil),
        ]
    }
}
