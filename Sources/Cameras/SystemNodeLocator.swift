// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery

/// Finds cameras among those of this machine, through udev.
struct SystemNodeLocator: NodeLocator {
    /// To choose the best camera all of them are asked; to find one that is named, none is: opening a node powers the
    /// camera, and whoever named one does not want the lights of the others to blink.
    func locate(_ query: String?) throws(CameraError) -> (path: String, identity: String, reason: String?) {
        let choice: CameraChoice
        do {
            choice = try CameraFinder(probe: query == nil ? V4L2NodeProbe() : nil).select(query)
        } catch let error as DiscoveryError {
            throw CameraError(error.description)
        } catch let error as SelectionError {
            throw CameraError(error.description, concernsCamera: true)
        } catch {
            throw CameraError("cannot look for cameras: \(error)")
        }
        return (choice.node.place, choice.node.identity, query == nil ? choice.sentence : nil)
    }
}
