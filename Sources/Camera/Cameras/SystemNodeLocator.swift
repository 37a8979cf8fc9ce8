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
            throw CameraError(
                error.description, concernsCamera: error.kind.concernsCamera, isAbsent: error.kind.isAbsent)
        } catch {
            throw CameraError("cannot look for cameras: \(error)")
        }
        return (choice.node.place, choice.node.identity, query == nil ? choice.sentence : nil)
    }
}

extension SelectionError.Kind {
    /// Whether a camera is at fault, and not the name that was given.
    fileprivate var concernsCamera: Bool {
        switch self {
        case .notVideoNode, .noMatch, .ambiguous: false
        case .noCamera, .noUsableCamera, .noSuchDevice, .wrongClass, .noProducer, .accessDenied, .notPermitted,
            .noDeviceNode, .gone, .failed, .cannotList:
            true
        }
    }

    /// Whether plugging a camera in may help.
    fileprivate var isAbsent: Bool {
        switch self {
        case .noCamera, .noUsableCamera, .noSuchDevice, .noMatch, .noDeviceNode, .gone: true
        default: false
        }
    }
}
