// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// A lamp that lights what the camera sees, for `LightKeeper`. What made it switches it off at the end.
package protocol GovernedLamp: AnyObject {
    /// Blocks as long as the driver does.
    func light(_ isOn: Bool) throws(ControlError)
}
