// SPDX-License-Identifier: Apache-2.0

internal import Output

enum OnvifText {
    /// Without percent signs; the text itself if it is not encoded in this way.
    static func decoded(_ text: String) -> String { String(percentEncoded: text) ?? text }
}
