// SPDX-License-Identifier: Apache-2.0

/// A page that a running browser was started with, and that gets no camera from it.
package struct InsecurePageRecord: Codable, Hashable, Sendable {
    package var processID: Int
    /// The browser's name: `chromium`.
    package var program: String
    /// `http://192.168.1.5:8080`
    package var origin: String

    package init(processID: Int, program: String, origin: String) {
        self.processID = processID
        self.program = program
        self.origin = origin
    }
}
