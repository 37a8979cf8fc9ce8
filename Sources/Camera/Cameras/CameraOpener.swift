// SPDX-License-Identifier: Apache-2.0

public import CameraControls
internal import Frames
internal import SimulatedCamera
public import V4L2

/// Opens any camera by what a user calls it.
public struct CameraOpener: Sendable {
    private let locator: any NodeLocator
    let kernel: any Kernel

    /// The cameras of this machine.
    public init() { self.init(locator: SystemNodeLocator(), kernel: SystemKernel()) }

    /// For tests: cameras found and driven through stand-ins.
    package init(locator: any NodeLocator, kernel: any Kernel) {
        self.locator = locator
        self.kernel = kernel
    }

    /// Opens a camera and starts its stream.
    ///
    /// - Parameter wish: asked, where the request leaves format and size open, for a mode that suits this camera: given
    ///   its lasting identity and its controls, before anything streams.
    public func open(
        _ address: CameraAddress, request: CaptureRequest,
        wish: (_ identity: String, _ controls: any ControlSurface) -> StreamWish? = { _, _ in nil }
    ) throws(CameraError) -> OpenCamera {
        switch address {
        case .simulated(let specification): return try openSimulated(specification, request) { wish("simulated", $0) }
        case .standardInput: return try openStream(request)
        case .automatic, .query:
            let node = try locator.locate(address.text)
            return try V4L2CameraOpening(path: node.path, kernel: kernel)
                .start(request, identity: node.identity, note: node.reason) { wish(node.identity, $0) }
        }
    }

    /// Opens a camera for its controls only; nothing streams. `choice` says which was taken and why when none was named;
    /// `identity` is as `OpenCamera` has it.
    public func controls(
        _ text: String?
    ) throws(CameraError) -> (name: String, surface: any ControlSurface, choice: String?, identity: String) {
        switch CameraAddress(text) {
        case .simulated(let specification):
            return ("sim:" + specification, CameraSimulation(scene: try Self.scene(specification)), nil, "simulated")
        case .standardInput: throw CameraError("cannot use standard input as a camera here: it has no controls")
        case .automatic, .query:
            let node = try node(text)
            return (node.path, node.device, node.choice, node.identity)
        }
    }

    /// Opens a video node; the simulated camera and standard input are none.
    public func node(
        _ text: String?
    ) throws(CameraError) -> (path: String, device: VideoDevice, choice: String?, identity: String) {
        let address = CameraAddress(text)
        switch address {
        case .simulated, .standardInput:
            throw CameraError("cannot inspect \(address.label): it is not a video device; choose one from `candela list`")
        case .automatic, .query: break
        }
        let node = try locator.locate(address.text)
        do throws(V4L2Error) {
            return (node.path, try VideoDevice(path: node.path, kernel: kernel), node.reason, node.identity)
        } catch {
            throw CameraError(error)
        }
    }

    private func openSimulated(
        _ specification: String, _ request: CaptureRequest, wish: (any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera {
        let scene = try Self.scene(specification)
        let name = "sim:" + specification
        if scene.formats == .webcam { return try openWebcam(scene, name, request, wish: wish) }
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

    /// A simulated camera whose pictures are compressed ahead.
    private func openLoop(
        _ scene: SimulatedScene, _ name: String, _ request: CaptureRequest, _ interval: FrameInterval?
    ) throws(CameraError) -> OpenCamera {
        guard scene.faults.isEmpty else {
            throw CameraError("cannot take pictures from \(name): with formats=loop nothing goes wrong; leave one out")
        }
        do throws(FrameSourceError) {
            let source = try LoopedJPEGSource(
                scene: scene, size: request.size ?? scene.frameSize, interval: interval ?? scene.interval)
            let note = "\(name): \(source.format.size) MJPG, a second of a simulated camera over and over"
            return OpenCamera(name: name, identity: "simulated", source: source, controls: nil, notes: [note])
        } catch {
            throw CameraError(error)
        }
    }

    /// A simulated camera that offers several formats: chosen among as with any other.
    private func openWebcam(
        _ scene: SimulatedScene, _ name: String, _ request: CaptureRequest, wish: (any ControlSurface) -> StreamWish?
    ) throws(CameraError) -> OpenCamera {
        let modes = SimulatedModeSwitch.modes(of: scene)
        let simulation = CameraSimulation(scene: scene)
        var request = request
        if request.fourCC == nil, request.size == nil { request.wish = wish(simulation) }
        guard let choice = FormatChooser.choose(from: modes, request: request) else {
            throw CameraError(
                "cannot take pictures from \(name): it offers "
                    + modes.map { "\($0.fourCC) \($0.size)" }.joined(separator: ", "))
        }
        let switching = SimulatedModeSwitch(
            simulation: simulation, modes: modes, mode: choice.mode, settles: request.settles)
        let source = try switching.start(choice.mode, framesPerSecond: choice.framesPerSecond)
        return OpenCamera(
            name: name, identity: "simulated", source: source, controls: simulation,
            notes: ["\(name): " + choice.reason],
            switching: switching)
    }

    private static func scene(_ specification: String) throws(CameraError) -> SimulatedScene {
        do throws(SceneError) {
            return try SimulatedScene(specification: specification)
        } catch {
            throw CameraError(error.description)
        }
    }

    private func openStream(_ request: CaptureRequest) throws(CameraError) -> OpenCamera {
        let delivery: FrameDelivery = request.isLive ? .newest : .everyFrame
        let source: any FrameSource
        do throws(FrameSourceError) {
            if let fourCC = request.fourCC {
                guard let size = request.size else {
                    throw FrameSourceError(
                        .malformed, "cannot read raw frames from standard input: their size is not known; give --size")
                }
                source = try RawFrameSource(fileDescriptor: 0, fourCC: fourCC, size: size, delivery: delivery)
            } else {
                source = try Y4MFrameSource(fileDescriptor: 0, delivery: delivery)
            }
        } catch {
            throw CameraError(error.description)
        }
        let note = "-: \(source.format.size), " + (request.isLive ? "the newest frame each time" : "every frame")
        return OpenCamera(name: "-", identity: "-", source: source, controls: nil, notes: [note])
    }
}

/// Finds the node that a user means.
package protocol NodeLocator: Sendable {
    /// `nil` asks for the best usable camera; the reason then says why it is the best.
    func locate(_ query: String?) throws(CameraError) -> (path: String, identity: String, reason: String?)
}
