// SPDX-License-Identifier: Apache-2.0

/// The camera's USB identity.
package struct CameraIdentity: Hashable, Sendable {
    package var manufacturer = "Candela"
    package var product = "Laboratory Camera"
    package var serial = "LAB0001"
    /// The id that pid.codes reserves for tests.
    package var vendorID: UInt16 = 0x1209
    package var productID: UInt16 = 0x0001

    package init() {}
}
