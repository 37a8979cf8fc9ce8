// SPDX-License-Identifier: Apache-2.0

/// What the camera says of itself in its USB descriptors.
package struct CameraIdentity: Hashable, Sendable {
    package var manufacturer = "Candela"
    package var product = "Laboratory Camera"
    package var serial = "LAB0001"
    /// The id that pid.codes reserves for tests.
    package var vendorID: UInt16 = 0x1209
    package var productID: UInt16 = 0x0001
    /// The formats it offers, in this order.
    package var formats: [VideoFormat] = [.yuyv, .mjpeg]
    /// The packets of recorded H.264, one picture each, which it sends again and again. Without them it sends no picture.
    package var video: [[UInt8]] = []
    /// What it shows in place of its scene.
    package var pictures: RecordedPictures?
    /// Whether it is of no standard class, like webcams from before UVC, whose drivers know them by their ids.
    package var isVendorSpecific = false

    package init() {}
}
