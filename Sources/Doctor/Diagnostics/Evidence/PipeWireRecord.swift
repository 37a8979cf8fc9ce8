// SPDX-License-Identifier: Apache-2.0

package import PipeWireCameras

/// What was seen of a camera of PipeWire.
package struct PipeWireRecord: Codable, Hashable, Sendable {
    /// Why it gave no frames, or no more.
    package struct Trouble: Codable, Hashable, Sendable {
        package var kind: PipeWireTrouble.Kind
        package var cause: String

        package init(kind: PipeWireTrouble.Kind, cause: String) {
            self.kind = kind
            self.cause = cause
        }
    }

    /// As the user gave it.
    package var address: String
    package var usesPortal: Bool
    /// The camera's node, once it was found.
    package var camera: PipeWireCamera?
    package var trouble: Trouble?

    package init(address: String, usesPortal: Bool, camera: PipeWireCamera? = nil, trouble: Trouble? = nil) {
        self.address = address
        self.usesPortal = usesPortal
        self.camera = camera
        self.trouble = trouble
    }
}
