// SPDX-License-Identifier: Apache-2.0

public import PipeWireCameras

/// What was seen of a camera of PipeWire.
public struct PipeWireRecord: Codable, Hashable, Sendable {
    /// Why it gave no frames, or no more.
    public struct Trouble: Codable, Hashable, Sendable {
        public var kind: PipeWireTrouble.Kind
        public var cause: String

        public init(kind: PipeWireTrouble.Kind, cause: String) {
            self.kind = kind
            self.cause = cause
        }
    }

    /// As the user gave it.
    public var address: String
    public var usesPortal: Bool
    /// The camera's node, once it was found.
    public var camera: PipeWireCamera?
    public var trouble: Trouble?

    public init(address: String, usesPortal: Bool, camera: PipeWireCamera? = nil, trouble: Trouble? = nil) {
        self.address = address
        self.usesPortal = usesPortal
        self.camera = camera
        self.trouble = trouble
    }
}
