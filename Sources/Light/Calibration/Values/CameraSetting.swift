// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// The control values of one probe; `nil` leaves a control as it is.
package struct CameraSetting: Hashable, Sendable {
    /// In units of 100 µs, like the control.
    package var exposure: Int64?
    package var gain: Int64?
    package var focus: Int64?
    package var sharpness: Int64?
    package var contrast: Int64?
    package var brightness: Int64?
    package var torch: Int64?

    package init(exposure: Int64? = nil, gain: Int64? = nil, focus: Int64? = nil) {
        self.exposure = exposure
        self.gain = gain
        self.focus = focus
    }

    /// Seconds.
    package var exposureTime: Double? { exposure.map { Double($0) * 1e-4 } }

    /// Whether ink and paper have the same luma in both: all controls but focus and sharpness are equal.
    func isLit(as other: CameraSetting) -> Bool {
        (exposure, gain, torch) == (other.exposure, other.gain, other.torch)
            && (contrast, brightness) == (other.contrast, other.brightness)
    }

    /// The controls to set and their values. The torch comes first because it takes longest to show.
    package func settings(torch id: ControlID?) -> [(id: ControlID, value: Int64)] {
        let all: [(ControlID?, Int64?)] = [
            (id, torch), (.exposureTimeAbsolute, exposure), (.gain, gain), (.focusAbsolute, focus),
            (.sharpness, sharpness), (.contrast, contrast), (.brightness, brightness),
        ]
        return all.compactMap { id, value in id.flatMap { id in value.map { (id, $0) } } }
    }
}
