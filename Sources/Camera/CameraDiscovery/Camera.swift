// SPDX-License-Identifier: Apache-2.0

/// The nodes of one camera: a webcam has one for video and one for metadata; a tuner card also has VBI and radio nodes.
package struct Camera: Hashable, Sendable {
    package var key: String
    /// In order of their numbers.
    package var nodes: [VideoNode]

    /// The best node to capture from; `nil` if none can capture.
    package var primary: VideoNode? { CameraRanking.sorted(nodes).first }

    package var identity: String { (primary ?? nodes.first)?.identity ?? key }
    package var title: String { (primary ?? nodes.first)?.title ?? key }

    /// Groups nodes by camera, in the order of the first node of each.
    package static func group(_ nodes: [VideoNode]) -> [Camera] {
        var cameras: [Camera] = []
        var places: [String: Int] = [:]
        for node in nodes {
            if let place = places[node.cameraKey] {
                cameras[place].nodes.append(node)
            } else {
                places[node.cameraKey] = cameras.count
                cameras.append(Camera(key: node.cameraKey, nodes: [node]))
            }
        }
        return cameras
    }
}
