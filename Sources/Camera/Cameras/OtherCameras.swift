// SPDX-License-Identifier: Apache-2.0

public import CameraDiscovery
internal import LibcameraCameras
internal import Udev

/// The cameras of this machine that are reached in another way than through a V4L2 node.
public enum OtherCameras {
    /// Finds them, without those that a V4L2 node gives as well or better.
    ///
    /// libcamera is loaded only if there is a media device that asks for it: a machine with webcams only pays nothing.
    public static func beside(_ nodes: [VideoNode], of finder: CameraFinder) -> [OtherCamera] {
        var all: [OtherCamera] = []
        if !finder.pipelineDrivers.isEmpty { all += (try? libcamera(nodes)) ?? [] }
        let good = Set(nodes.filter(\.classification.yieldsPictures).compactMap(\.deviceNumber))
        return all.filter { $0.devices.isDisjoint(with: good) }
    }

    /// Every camera that libcamera lists. Loads it.
    static func libcamera(_ nodes: [VideoNode]) throws(LibcameraError) -> [OtherCamera] {
        try LibcameraCamera.all(candidates: nodes.compactMap { $0.deviceNumber?.rawValue }).map(OtherCamera.init)
    }
}

extension OtherCamera {
    init(_ camera: LibcameraCamera) {
        self.init(
            address: camera.address, title: camera.title, via: "libcamera", identity: camera.address,
            devices: Set(camera.devices.map { DeviceNumber(rawValue: $0) }),
            remark: camera.location.map { location in
                switch location {
                case .front: "on the front of the machine"
                case .back: "on the back of the machine"
                case .external: "external"
                }
            })
    }
}
