// SPDX-License-Identifier: Apache-2.0

extension VideoNode {
    /// The id of a USB camera, `046d:082d`.
    var model: String? {
        guard usb != nil, let vendorID, let productID else { return nil }
        return "\(vendorID):\(productID)"
    }
}
