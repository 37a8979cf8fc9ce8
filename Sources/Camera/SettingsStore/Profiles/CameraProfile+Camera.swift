// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery

extension CameraProfile.Camera {
    /// The camera description of a profile, for an open camera. Reads udev only, opens nothing.
    ///
    /// - Parameter name: the node's path, or a simulated camera's specification.
    package init(of name: String, identity: String) {
        self.init(identity: identity)
        guard !name.hasPrefix("sim:") else { return }
        let nodes = (try? CameraFinder(probe: nil).nodes()) ?? []
        guard let node = nodes.first(where: { $0.path == name }) else { return }
        if let vendor = node.vendorID, let product = node.productID { model = "\(vendor):\(product)" }
        title = node.title
    }
}
