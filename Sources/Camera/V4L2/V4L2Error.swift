// SPDX-License-Identifier: Apache-2.0

/// A failed request to a video device: what was requested, of which device, and why it failed.
package struct V4L2Error: Error, Hashable, Sendable, CustomStringConvertible {
    package let request: Request
    package let path: String
    package let error: SystemError
    /// The purpose of the request, completing "cannot …": "set the format to MJPG 1280x720 on".
    package let intent: String

    package init(_ request: Request, intent: String, path: String, error: SystemError) {
        self.request = request
        self.intent = intent
        self.path = path
        self.error = error
    }

    /// Verb, object, place: cause (the call and its errno); next step.
    package var description: String {
        let reason = reason
        return "cannot \(intent) \(path): \(reason.cause) (\(request.name): \(error.name))"
            + (reason.next.map { "; \($0)" } ?? "")
    }
}
