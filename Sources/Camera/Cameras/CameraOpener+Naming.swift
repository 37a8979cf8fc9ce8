// SPDX-License-Identifier: Apache-2.0

extension CameraOpener {
    /// The video node that a name means, without opening it.
    package func place(of query: String) throws(CameraError) -> (path: String, identity: String) {
        let node = try locator.locate(query)
        return (node.path, node.identity)
    }
}
