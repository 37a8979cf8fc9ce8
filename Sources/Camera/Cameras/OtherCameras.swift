// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery
internal import LibcameraCameras
internal import Udev

/// The cameras of this machine that are reached in another way than through a V4L2 node.
package enum OtherCameras {
    /// Finds them, without those that a V4L2 node gives as well or better; a camera that libcamera and PipeWire have is libcamera's.
    ///
    /// libcamera is loaded only if there is a media device that asks for it, and PipeWire is asked only where its socket is: a
    /// machine with webcams only pays nothing.
    ///
    /// - Parameter opens: whether devices may be opened, as libcamera does.
    package static func beside(_ nodes: [VideoNode], of finder: CameraFinder, opens: Bool) -> [OtherCamera] {
        let found = opens && !finder.pipelineDrivers.isEmpty ? (try? libcamera(nodes)) ?? [] : []
        let good = Set(nodes.filter(\.classification.yieldsPictures).compactMap(\.deviceNumber))
        return found.filter { $0.devices.isDisjoint(with: good) }
            + OtherCamera.ofPipeWire(besides: nodes, libcamera: Set(found.map(\.address)))
    }

    /// Every camera that libcamera lists. Loads it.
    private static func libcamera(_ nodes: [VideoNode]) throws(LibcameraError) -> [OtherCamera] {
        try LibcameraCamera.all(candidates: nodes.compactMap { $0.deviceNumber?.rawValue }).map(OtherCamera.init)
    }
}

extension OtherCamera {
    init(_ camera: LibcameraCamera) {
        self.init(
            name: camera.title, address: camera.address, identity: camera.address, via: "libcamera", label: "libcamera",
            note: camera.location.map { location in
                switch location {
                case .front: "on the front of the machine"
                case .back: "on the back of the machine"
                case .external: "external"
                }
            }, devices: Set(camera.devices.map { DeviceNumber(rawValue: $0) }))
    }
}
