// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import CameraDiscovery
internal import Frames
internal import Glibc
internal import PipeWireCameras
internal import V4L2

extension CameraOpener {
    func openPipeWire(
        _ address: PipeWireAddress, _ request: CaptureRequest, reason: String? = nil,
        wish: (_ identity: String, _ controls: any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera {
        do throws(PipeWireTrouble) {
            let opening = PipeWireOpening(
                session: try PipeWireSession(address), decoders: decoders, missing: missingLibrary)
            let camera = opening.session.camera
            let identity = identity(of: camera)
            let controls = try? opening.session.controls(node: ownNode(of: camera))
            var request = request
            if request.fourCC == nil, request.size == nil, let controls { request.wish = wish(identity, controls) }
            var open = try opening.open(request, identity: identity)
            open.controls = controls
            if let reason { open.notes.insert("using \(open.name) (\(camera.title)): \(reason)", at: 0) }
            if let caution = controls?.caution { open.notes.append(caution) }
            return open
        } catch {
            throw CameraError(error)
        }
    }

    func pipeWireControls(
        _ address: PipeWireAddress
    ) throws(CameraError) -> (name: String, surface: any ControlSurface, choice: String?, identity: String) {
        do throws(PipeWireTrouble) {
            let session = try PipeWireSession(address)
            let controls = try session.controls(node: ownNode(of: session.camera))
            let words = [address.query == nil ? session.choice : nil, controls.caution].compactMap { $0 }
            return (
                session.name, controls, words.isEmpty ? nil : words.joined(separator: ". "),
                identity(of: session.camera)
            )
        } catch {
            throw CameraError(error)
        }
    }

    /// The camera's video node, if it has one that this user may open.
    private func ownNode(of camera: PipeWireCamera) -> VideoDevice? {
        guard camera.api == "v4l2", let path = camera.devicePath else { return nil }
        return try? VideoDevice(path: path, kernel: kernel)
    }

    /// That of the V4L2 camera, if it is one that this machine shows; so its profiles are found either way.
    private func identity(of camera: PipeWireCamera) -> String {
        if camera.api == "v4l2", let path = camera.devicePath, let node = locator.identity(ofNodeAt: path) {
            return node
        }
        return camera.address
    }

    /// A camera through PipeWire where no video node can be used: through the portal in a sandbox. `nil` if there is none
    /// either; throws what a user of a sandbox must know.
    func openInstead(
        of failure: CameraError, _ request: CaptureRequest,
        wish: (_ identity: String, _ controls: any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera? {
        guard let address = PipeWirePresence.addressWithoutNodes else { return nil }
        do throws(CameraError) {
            return try openPipeWire(
                address, request,
                reason: "no video node can be used here, so through PipeWire"
                    + (address.usesPortal ? " and the desktop's camera portal" : ""), wish: wish)
        } catch {
            // What the user can decide about.
            switch error.pipeWire?.kind {
            case .denied, .dismissed, .unanswered, .cancelled: throw error
            default: return nil
            }
        }
    }

    /// A busy camera's error, with the command that shares it through PipeWire if PipeWire is what keeps it busy.
    func sharing(_ error: CameraError, _ path: String) -> CameraError {
        guard error.isBusy, let camera = PipeWirePresence.sharedCamera(at: path) else { return error }
        var error = error
        let clients = Set(camera.clients.map(\.application)).sorted()
        let users = clients.isEmpty ? "" : " (for \(clients.joined(separator: ", ")))"
        error.description +=
            ". PipeWire uses it\(users) and can share it: candela scan \(camera.address)"
        return error
    }
}

extension CameraError {
    init(_ trouble: PipeWireTrouble) {
        self.init(trouble.description)
        pipeWire = trouble
        switch trouble.kind {
        case .libraryMissing, .notFound, .ambiguous, .cancelled: concernsCamera = false
        default: concernsCamera = true
        }
        switch trouble.kind {
        case .noDaemon, .noManager, .noCamera, .notFound, .removed, .lost, .notLinked: isAbsent = true
        default: break
        }
        isBusy = trouble.kind == .busy
    }
}
