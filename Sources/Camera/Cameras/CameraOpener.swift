// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import ConfinedDecoding
internal import FrameStreams
internal import Frames
internal import GenICamCameras
internal import NetworkCameras
internal import SimulatedCamera
package import V4L2
package import VideoStreams

/// Opens any camera by its name, as the user gives it.
package struct CameraOpener: Sendable {
    let locator: any NodeLocator
    private let others: (any OtherCameraFinder)?
    package let kernel: any Kernel
    let missingLibrary: @Sendable (LumaPath) -> String?
    let decoders: Decoders
    /// Decodes compressed video.
    package var videoProgram = VideoProgram.ownExecutable

    /// Opens the cameras of this machine.
    ///
    /// - Parameter decoders: for compressed frames.
    package init(decoders: Decoders = Decoders()) {
        self.init(
            locator: SystemNodeLocator(), others: SystemOtherCameraFinder(), kernel: SystemKernel(), decoders: decoders)
    }

    /// For tests: finds and drives stand-ins.
    ///
    /// - Parameter missingLibrary: why the library for a path cannot be loaded; `nil` if it can.
    package init(
        locator: any NodeLocator, others: (any OtherCameraFinder)? = nil, kernel: any Kernel,
        decoders: Decoders = Decoders(isInProcess: true),
        missingLibrary: @escaping @Sendable (LumaPath) -> String? = { $0.missingLibrary }
    ) {
        self.decoders = decoders
        self.locator = locator
        self.others = others
        self.kernel = kernel
        self.missingLibrary = missingLibrary
    }

    /// Opens a camera and starts its stream.
    ///
    /// - Parameter wish: returns a preferred mode for the camera with this identity and these controls. Called before
    ///   streaming, if the request leaves format and size open, or if the camera forgets its settings: it may then set them.
    package func open(
        _ address: CameraAddress, request: CaptureRequest,
        wish: (_ identity: String, _ controls: any ControlSurface) -> StreamWish? = { _, _ in nil }
    ) throws(CameraError) -> OpenCamera {
        if let refusal = address.refusal { throw CameraError(refusal) }
        switch address {
        case .simulated(let specification): return try openSimulated(specification, request) { wish($0, $1) }
        case .standardInput: return try openStream(request)
        case .network(let address):
            if address.isOnvif { return try openOnvif(address, request) }
            return address.isVideo ? try openVideo(address, request) : try openNetwork(address, request)
        case .libcamera(let text): return try openLibcamera(text, request, note: nil, wish: wish)
        case .genICam(let text):
            let opening = try GenICamOpening(text)
            return try opening.start(request) { wish(opening.camera.identity, $0) }
        case .pipeWire(let address): return try openPipeWire(address, request, wish: wish)
        case .automatic, .query:
            let node: (path: String, identity: String, reason: String?)
            do throws(CameraError) {
                node = try locator.locate(address.text)
            } catch {
                if let other = others?.find(address.text) { return try open(other, request, wish: wish) }
                guard address == .automatic, let open = try openInstead(of: error, request, wish: wish) else {
                    throw error
                }
                return open
            }
            do throws(CameraError) {
                return try opening(node.path).start(request, identity: node.identity, note: node.reason) {
                    wish(node.identity, $0)
                }
            } catch {
                // A node whose driver is not known as part of a pipeline tells it only now.
                if error.isUnlinked, let other = others?.find(node.path) { return try open(other, request, wish: wish) }
                throw sharing(error, node.path)
            }
        }
    }

    /// The camera to use instead of a node that does not answer to this name; `nil` if there is none. May load libcamera.
    package func other(for query: String?) -> (address: CameraAddress, sentence: String)? { others?.find(query) }

    private func open(
        _ other: (address: CameraAddress, sentence: String), _ request: CaptureRequest,
        wish: (_ identity: String, _ controls: any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera {
        if case .libcamera(let text) = other.address {
            return try openLibcamera(text, request, note: other.sentence, wish: wish)
        }
        return try open(other.address, request: request, wish: wish)
    }

    private func openLibcamera(
        _ text: String, _ request: CaptureRequest, note: String?,
        wish: (_ identity: String, _ controls: any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera {
        let opening = try LibcameraOpening(text, decoders: decoders, missing: missingLibrary)
        return try opening.start(request, note: note) { wish(opening.name, $0) }
    }

    /// Opens a camera for its controls only, without streaming. `choice` tells which camera was chosen and why, if none was
    /// named; `identity` is as in `OpenCamera`.
    package func controls(
        _ text: String?
    ) throws(CameraError) -> (name: String, surface: any ControlSurface, choice: String?, identity: String) {
        switch CameraAddress(text) {
        case .simulated(let specification):
            let scene = try Self.scene(specification)
            let surface = try Self.surface(CameraSimulation(scene: scene))
            return ("sim:" + specification, surface, nil, Self.identity(scene))
        case .standardInput: throw CameraError("cannot use standard input as a camera here: it has no controls")
        case .network(let address):
            throw CameraError(
                "cannot use \(address.name) here: a camera on the network has no controls that candela can set; use its own "
                    + "page")
        case .libcamera(let text): return try libcameraControls(text, choice: nil)
        case .genICam(let text):
            let opening = try GenICamOpening(text)
            return (opening.camera.name, opening.controls, nil, opening.camera.identity)
        case .pipeWire(let address): return try pipeWireControls(address)
        case .automatic, .query:
            let node: (path: String, device: VideoDevice, choice: String?, identity: String)
            do throws(CameraError) {
                node = try self.node(text)
            } catch {
                guard case (.libcamera(let id), let sentence)? = others?.find(text) else { throw error }
                return try libcameraControls(id, choice: text == nil ? sentence : nil)
            }
            return (node.path, node.device, node.choice, node.identity)
        }
    }

    /// Opens a video node. The simulated camera and standard input have none.
    package func node(
        _ text: String?
    ) throws(CameraError) -> (path: String, device: VideoDevice, choice: String?, identity: String) {
        let address = CameraAddress(text)
        if let refusal = address.refusal { throw CameraError(refusal) }
        switch address {
        case .simulated, .standardInput, .network, .libcamera, .genICam, .pipeWire:
            throw CameraError(
                "cannot inspect \(address.label): it is not a video device; choose one from `candela list`")
        case .automatic, .query: break
        }
        let node = try locator.locate(address.text)
        do throws(V4L2Error) {
            return (
                node.path,
                try VideoDevice(path: node.path, kernel: kernel, quirks: locator.quirks(ofNodeAt: node.path)),
                node.reason, node.identity
            )
        } catch {
            throw CameraError(error)
        }
    }

    /// The camera streams as long as its controls are used: without frames it says nothing of them.
    private func libcameraControls(
        _ text: String, choice: String?
    ) throws(CameraError) -> (name: String, surface: any ControlSurface, choice: String?, identity: String) {
        let opening = try LibcameraOpening(text, decoders: decoders, missing: missingLibrary)
        let surface = StreamingControls(opening.controls, stream: try opening.startForControls())
        return (opening.name, surface, choice, opening.name)
    }

    private func openSimulated(
        _ specification: String, _ request: CaptureRequest, wish: (String, any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera {
        let scene = try Self.scene(specification)
        let name = "sim:" + specification
        if scene.formats == .webcam || scene.likeness != nil {
            return try openWebcam(scene, name, request) { wish(Self.identity(scene), $0) }
        }
        let interval = request.framesPerSecond.flatMap {
            FrameInterval(numerator: 1000, denominator: UInt32(($0 * 1000).rounded()))
        }
        if scene.formats == .loop { return try openLoop(scene, name, request, interval) }
        do throws(FrameSourceError) {
            let source = try SimulatedFrameSource(scene: scene, size: request.size, interval: interval)
            let settled: any FrameSource = request.settles ? SettledFrameSource(source) : source
            let note = "\(CameraAddress(name).label): \(source.format.size), a simulated camera"
            return OpenCamera(
                name: name, identity: "simulated", source: settled, controls: source.simulation, notes: [note])
        } catch {
            throw CameraError(error)
        }
    }

    /// A simulated camera whose frames are compressed in advance.
    private func openLoop(
        _ scene: SimulatedScene, _ name: String, _ request: CaptureRequest, _ interval: FrameInterval?
    ) throws(CameraError) -> OpenCamera {
        guard scene.faults.isEmpty else {
            throw CameraError("cannot capture from \(name): formats=loop cannot simulate faults; remove one of the two")
        }
        do throws(FrameSourceError) {
            let source = try LoopedJPEGSource(
                scene: scene, size: request.size ?? scene.frameSize, interval: interval ?? scene.interval,
                decoders: decoders)
            let note = "\(name): \(source.format.size) MJPG, one second of simulated video in a loop"
            return OpenCamera(name: name, identity: "simulated", source: source, controls: nil, notes: [note])
        } catch {
            throw CameraError(error)
        }
    }

    /// A simulated camera with several formats; the mode is chosen as for a real camera.
    private func openWebcam(
        _ scene: SimulatedScene, _ name: String, _ request: CaptureRequest, wish: (any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera {
        let modes = SimulatedModeSwitch.modes(of: scene)
        let simulation = CameraSimulation(scene: scene)
        let surface = try Self.surface(simulation)
        var request = request
        if request.fourCC == nil, request.size == nil { request.wish = wish(surface) }
        guard let choice = FormatChooser.choose(from: modes, request: request) else {
            throw CameraError(
                "cannot capture from \(name) in this mode: it supports "
                    + modes.map { "\($0.fourCC) \($0.size)" }.joined(separator: ", "))
        }
        let switching = SimulatedModeSwitch(
            simulation: simulation, surface: surface, modes: modes, mode: choice.mode, settles: request.settles)
        let source = try switching.start(choice.mode, framesPerSecond: choice.framesPerSecond)
        return OpenCamera(
            name: name, identity: Self.identity(scene), source: source, controls: surface,
            notes: ["\(name): " + choice.reason],
            switching: scene.likeness?.quirks?.startsOnce == true ? nil : switching)
    }

    /// The controls of a simulated camera: its own, or those of the camera that it is like.
    private static func surface(_ simulation: CameraSimulation) throws(CameraError) -> any ControlSurface {
        guard let likeness = simulation.scene.likeness else { return simulation }
        do throws(ControlError) {
            return try LikeCamera(simulation, as: likeness)
        } catch {
            throw CameraError(error.description)
        }
    }

    /// Profiles of one simulated camera are not those of another.
    private static func identity(_ scene: SimulatedScene) -> String {
        scene.likeness.map { "simulated-" + $0.name } ?? "simulated"
    }

    private static func scene(_ specification: String) throws(CameraError) -> SimulatedScene {
        do throws(SceneError) {
            return try SimulatedScene(specification: specification)
        } catch {
            throw CameraError(error.description)
        }
    }

    private func openNetwork(
        _ address: NetworkAddress, _ request: CaptureRequest
    ) throws(CameraError) -> OpenCamera {
        if let fourCC = request.fourCC, PixelFormat(fourCC) != .compressed {
            throw CameraError("cannot capture \(fourCC) from \(address.name): it sends MJPG only")
        }
        let source: NetworkFrameSource
        do throws(NetworkTrouble) {
            source = try NetworkFrameSource(address, framesPerSecond: request.framesPerSecond, decoders: decoders)
        } catch {
            throw CameraError(error)
        }
        let size = source.format.size
        if let wanted = request.size, wanted != size {
            source.stop()
            throw CameraError(
                "cannot capture \(wanted) from \(address.name): its pictures are \(size); choose the size in the address, "
                    + "or on the camera's own page")
        }
        return OpenCamera(
            name: address.name, identity: address.identity, source: source, controls: nil,
            notes: ["\(address.name): \(size) JPEG over HTTP, newest frame only"])
    }

    private func openStream(_ request: CaptureRequest) throws(CameraError) -> OpenCamera {
        let delivery: FrameDelivery = request.isLive ? .newest : .everyFrame
        let source: any FrameSource
        do throws(FrameSourceError) {
            if let fourCC = request.fourCC {
                guard let size = request.size else {
                    throw FrameSourceError(
                        .malformed,
                        "cannot read raw frames from standard input: the frame size is not known; give it with --size")
                }
                source = try RawFrameSource(
                    fileDescriptor: 0, fourCC: fourCC, size: size, delivery: delivery, decoders: decoders)
            } else {
                source = try Y4MFrameSource(fileDescriptor: 0, delivery: delivery)
            }
        } catch {
            throw CameraError(error.description)
        }
        let note = "-: \(source.format.size), " + (request.isLive ? "newest frame only" : "every frame")
        return OpenCamera(name: "-", identity: "-", source: source, controls: nil, notes: [note])
    }
}

/// Finds the node for a query.
package protocol NodeLocator: Sendable {
    /// `nil` means the best usable camera; the reason then tells why it is the best.
    func locate(_ query: String?) throws(CameraError) -> (path: String, identity: String, reason: String?)

    /// The identity of the node at a path, without opening it; `nil` if it is not known.
    func identity(ofNodeAt path: String) -> String?

    /// What is known about the model of the camera behind a node, without opening it.
    func quirks(ofNodeAt path: String) -> CameraQuirks?
}

extension NodeLocator {
    package func quirks(ofNodeAt path: String) -> CameraQuirks? { nil }
    package func identity(ofNodeAt path: String) -> String? { nil }
}
