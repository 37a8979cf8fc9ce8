// SPDX-License-Identifier: Apache-2.0

package import Udev

/// A camera that is no video node of this machine: it is reached through a library or another program.
///
/// Its texts come from outside: escape them before showing.
package struct OtherCamera: Hashable, Sendable {
    /// What people call it: "Desk Camera".
    package var name: String
    /// How to name it to a command: `pipewire:obs-camera`, `libcamera:imx708`.
    package var address: String
    /// Survives a restart and a replug: for profiles.
    package var identity: String
    /// The way to it, as one word: `pipewire`, `libcamera`.
    package var via: String
    /// The way to it as people read it: "PipeWire".
    package var label: String
    /// What it is, and what prevents its use, if anything does.
    package var note: String?
    /// Whether frames can be expected of it.
    package var isUsable: Bool
    /// The video nodes that belong to it, as far as known.
    package var devices: Set<DeviceNumber>

    package init(
        name: String, address: String, identity: String, via: String, label: String, note: String? = nil,
        isUsable: Bool = true, devices: Set<DeviceNumber> = []
    ) {
        self.name = name
        self.address = address
        self.identity = identity
        self.via = via
        self.label = label
        self.note = note
        self.isUsable = isUsable
        self.devices = devices
    }
}
