// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery
internal import Frames
package import V4L2

/// Queries the capabilities of video nodes, for discovery.
package struct V4L2NodeProbe: NodeProbe {
    private let kernel: any Kernel

    package init() { self.init(kernel: SystemKernel()) }

    package init(kernel: any Kernel) { self.kernel = kernel }

    package func probe(_ path: String) -> Result<NodeCapabilities, NodeOpenFailure> {
        do throws(V4L2Error) {
            let device = try VideoDevice(path: path, kernel: kernel)
            let capability = try device.capability()
            // A node without pixel formats (metadata, radio) returns an empty list, or does not know the request.
            let formats = (try? device.pixelFormats(multiPlanar: capability.isMultiPlanar)) ?? []
            return .success(
                NodeCapabilities(
                    driver: capability.driver, card: capability.card, busInfo: capability.busInfo,
                    capabilities: capability.capabilities,
                    deviceCaps: capability.hasDeviceCaps ? capability.deviceCaps : nil, formats: formats.map(\.fourCC)))
        } catch {
            if error.request == .open { return .failure(NodeOpenFailure(openErrno: error.error.rawValue)) }
            let kind: NodeOpenFailure.Kind = error.error.meansGone ? .gone : .notVideo
            return .failure(NodeOpenFailure(kind, errno: error.error.rawValue, error.description))
        }
    }
}
