// SPDX-License-Identifier: Apache-2.0

/// A camera program that is installed and has no description of this device, without which it does not start.
package struct UnconfiguredProgram: Codable, Hashable, Sendable {
    /// Its name for people: `Megapixels`.
    package var name: String
    /// The device, by its name in the device tree: `pine64,pinephone-pro`.
    package var device: String
    /// Where its own descriptions are.
    package var folder: String

    package init(name: String, device: String, folder: String) {
        self.name = name
        self.device = device
        self.folder = folder
    }
}
