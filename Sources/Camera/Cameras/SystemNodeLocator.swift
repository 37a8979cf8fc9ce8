// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import CameraDiscovery

/// Finds the cameras of this machine through udev.
struct SystemNodeLocator: NodeLocator {
    /// Probes all cameras to choose the best one, but none to find a named one: opening a node powers the camera, and the
    /// lights of other cameras should not blink.
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
            throw CameraError("cannot search for cameras: \(error)")
        }
        return (choice.node.place, choice.node.identity, query == nil ? choice.sentence : nil)
    }
}

extension SystemNodeLocator {
    func quirks(ofNodeAt path: String) -> CameraQuirks? {
        let facts = SystemDeviceFiles.model(ofNodeAt: path)
        return CameraQuirks.of(model: facts.usbID, name: facts.name)
    }

    func identity(ofNodeAt path: String) -> String? {
        let cameras = (try? CameraFinder(probe: nil).cameras()) ?? []
        return cameras.flatMap(\.nodes).first { $0.path == path }?.identity
    }
}

extension SelectionError.Kind {
    /// Whether the camera is the cause, and not the given name.
    fileprivate var concernsCamera: Bool {
        switch self {
        case .notVideoNode, .otherDevice, .noMatch, .ambiguous: false
        case .noCamera, .noUsableCamera, .noSuchDevice, .wrongClass, .noProducer, .accessDenied, .notPermitted,
            .staleNode, .noDeviceNode, .gone, .failed, .cannotList:
            true
        }
    }

    /// Whether plugging in a camera may help.
    fileprivate var isAbsent: Bool {
        switch self {
        case .noCamera, .noUsableCamera, .noSuchDevice, .noMatch, .staleNode, .noDeviceNode, .gone: true
        default: false
        }
    }
}
