// SPDX-License-Identifier: Apache-2.0

public import CameraControls

/// The control values of one probe; `nil` leaves a control as it is.
public struct CameraSetting: Hashable, Sendable {
    /// In units of 100 µs, like the control.
    public var exposure: Int64?
    public var gain: Int64?
    public var focus: Int64?
    public var sharpness: Int64?
    public var contrast: Int64?
    public var brightness: Int64?
    public var torch: Int64?

    public init(exposure: Int64? = nil, gain: Int64? = nil, focus: Int64? = nil) {
        self.exposure = exposure
        self.gain = gain
        self.focus = focus
    }

    /// Seconds.
    public var exposureTime: Double? { exposure.map { Double($0) * 1e-4 } }

    /// Whether ink and paper have the same luma in both: all controls but focus and sharpness are equal.
    func isLit(as other: CameraSetting) -> Bool {
        (exposure, gain, torch) == (other.exposure, other.gain, other.torch)
            && (contrast, brightness) == (other.contrast, other.brightness)
    }

    /// The controls to set and their values. The torch comes first because it takes longest to show.
    public func settings(torch id: ControlID?) -> [(id: ControlID, value: Int64)] {
        let all: [(ControlID?, Int64?)] = [
            (id, torch), (.exposureTimeAbsolute, exposure), (.gain, gain), (.focusAbsolute, focus),
            (.sharpness, sharpness), (.contrast, contrast), (.brightness, brightness),
        ]
        return all.compactMap { id, value in id.flatMap { id in value.map { (id, $0) } } }
    }
}
