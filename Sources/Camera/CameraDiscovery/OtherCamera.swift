// SPDX-License-Identifier: Apache-2.0

public import Udev

/// A camera that is reached in another way than through a V4L2 node: through libcamera, for example.
///
/// Names come from the device or its driver and are raw: escape before showing.
public struct OtherCamera: Hashable, Sendable {
    /// How to name it to candela: `libcamera:imx708`.
    public var address: String
    /// The name for messages.
    public var title: String
    /// What gives its pictures: `libcamera`.
    public var via: String
    /// The identity for its settings, which survives reboots; see `CameraIdentity`.
    public var identity: String
    /// The V4L2 nodes that belong to it, as far as known.
    public var devices: Set<DeviceNumber>
    /// A clause about it for a person, without a full stop; `nil` if there is nothing to say.
    public var remark: String?

    public init(
        address: String, title: String, via: String, identity: String, devices: Set<DeviceNumber> = [], remark: String? = nil
    ) {
        self.address = address
        self.title = title
        self.via = via
        self.identity = identity
        self.devices = devices
        self.remark = remark
    }
}
