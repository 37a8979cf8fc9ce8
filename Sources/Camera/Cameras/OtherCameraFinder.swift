// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import LibcameraCameras
internal import Udev

/// Finds a camera when no V4L2 node answers.
package protocol OtherCameraFinder: Sendable {
    /// The camera to use instead of a node, and a sentence that says so; `nil` if there is none.
    ///
    /// - Parameter query: the user's text; `nil` for the best camera.
    func find(_ query: String?) -> (address: CameraAddress, sentence: String)?
}

/// Finds cameras of libcamera, if a media device asks for it.
struct SystemOtherCameraFinder: OtherCameraFinder {
    func find(_ query: String?) -> (address: CameraAddress, sentence: String)? {
        guard let finder = try? CameraFinder(probe: nil), !finder.pipelineDrivers.isEmpty, let nodes = try? finder.nodes(),
            let cameras = try? LibcameraCamera.all(candidates: nodes.compactMap { $0.deviceNumber?.rawValue })
        else { return nil }
        func use(_ camera: LibcameraCamera, _ why: String) -> (address: CameraAddress, sentence: String) {
            (.libcamera(camera.id), "using \(camera.address) (\(camera.title)): \(why)")
        }
        guard let query else {
            guard let camera = try? LibcameraCamera.choose("", from: cameras) else { return nil }
            return use(camera, "no video node gives pictures, but libcamera does")
        }
        let node = nodes.first { $0.path == query || $0.sysname == query || $0.links.contains(query) }
        if let number = node?.deviceNumber, let camera = cameras.first(where: { $0.devices.contains(number.rawValue) }) {
            return use(camera, "\(query) is a part of this camera, and only libcamera makes pictures of what it gives")
        }
        guard !query.contains("/"), let camera = try? LibcameraCamera.choose(query, from: cameras) else { return nil }
        return use(camera, "it has \"\(query)\" in its name")
    }
}
