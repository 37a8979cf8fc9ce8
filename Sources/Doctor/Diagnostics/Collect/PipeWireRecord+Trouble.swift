// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import PipeWireCameras

extension PipeWireRecord {
    init(_ address: PipeWireAddress) { self.init(address: address.name, usesPortal: address.usesPortal) }

    /// Notes why the camera gave no frames.
    mutating func note(_ trouble: PipeWireTrouble) {
        camera = trouble.camera ?? camera
        self.trouble = Trouble(kind: trouble.kind, cause: trouble.cause)
    }

    /// Notes that a stream which ran is over.
    mutating func note(ending message: String) { trouble = Trouble(kind: .lost, cause: message) }
}
