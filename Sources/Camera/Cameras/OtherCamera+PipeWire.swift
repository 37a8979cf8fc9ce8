// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery
package import PipeWireCameras

extension OtherCamera {
    /// The cameras that PipeWire has and this machine's video nodes are not. Asks only where a daemon's socket is, for 0.3 s at
    /// most.
    ///
    /// - Parameter libcamera: addresses of cameras that libcamera gives directly.
    static func ofPipeWire(besides nodes: [VideoNode], libcamera: Set<String>) -> [OtherCamera] {
        guard var survey = PipeWirePresence.survey() else { return [] }
        survey.cameras.removeAll { camera in camera.libcameraID.map { libcamera.contains("libcamera:" + $0) } ?? false }
        return ofPipeWire(survey, besides: nodes)
    }

    /// The same for what was seen.
    package static func ofPipeWire(_ survey: PipeWireSurvey, besides nodes: [VideoNode]) -> [OtherCamera] {
        survey.cameras.filter { camera in !nodes.contains { isSame(camera, $0) } }.map { OtherCamera($0) }
    }

    private static func isSame(_ camera: PipeWireCamera, _ node: VideoNode) -> Bool {
        if let path = camera.devicePath { return node.path == path || "/dev/" + node.sysname == path }
        // libcamera's name of a USB camera ends with its numbers: "…-1:1.0-046d:0825".
        guard let id = camera.libcameraID?.lowercased(), let vendor = node.vendorID, let product = node.productID else {
            return false
        }
        return id.hasSuffix("-\(vendor):\(product)".lowercased())
    }

    private init(_ camera: PipeWireCamera) {
        var note: String
        switch camera.api {
        case "v4l2": note = camera.devicePath.map { "\($0), read by PipeWire" } ?? "a V4L2 camera"
        case "libcamera": note = "read by PipeWire through libcamera"
        case let api?: note = "read by PipeWire through \(api)"
        case nil: note = camera.role == "Screen" ? "a picture of the screen" : "pictures of another program"
        }
        if camera.state == .error { note += "; it failed" + (camera.error.map { ": \($0)" } ?? "") }
        let clients = Set(camera.clients.map(\.application)).sorted()
        if !clients.isEmpty { note += "; in use by \(clients.joined(separator: ", "))" }
        self.init(
            name: camera.title, address: camera.address, identity: camera.address, via: "pipewire", label: "PipeWire",
            note: note, isUsable: camera.state != .error && camera.role != "Screen")
    }
}
