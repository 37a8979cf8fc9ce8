// SPDX-License-Identifier: Apache-2.0

/// The nodes of one camera: a webcam has one for pictures and one for metadata, a tuner card also VBI and radio.
public struct Camera: Hashable, Sendable {
    public var key: String
    /// By number.
    public var nodes: [VideoNode]

    /// The node to take pictures from, the best of several; `nil` when none gives any.
    public var primary: VideoNode? { CameraRanking.sorted(nodes).first }

    public var identity: String { (primary ?? nodes.first)?.identity ?? key }
    public var title: String { (primary ?? nodes.first)?.title ?? key }

    /// Groups nodes by camera, in the order of the first node of each.
    public static func group(_ nodes: [VideoNode]) -> [Camera] {
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
