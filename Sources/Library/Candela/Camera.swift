// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import CameraDiscovery
internal import Cameras
internal import ConfinedDecoding
internal import ConfinedProcesses
internal import NetworkCameras
internal import SettingsStore

/// A camera: a webcam or another V4L2 device, one of libcamera, PipeWire, GenICam or the network, or the simulated one.
///
/// The value is a name, and no open device. Each call opens the camera and closes it again, so another program can use it
/// in between. Settings stay in the camera; a camera that forgets them when it is closed gets them again from this value and
/// its copies.
///
/// ```swift
/// for try await scan in Camera.best.scans(.retail) { print(scan.text) }
/// ```
public struct Camera: Hashable, Sendable, CustomStringConvertible {
    /// The name to find it again, as the command `candela` takes it: `/dev/video0`, `sim:dim`, `rtsp://host/path`. For
    /// ``best`` it is empty. It never contains a password.
    public let name: String

    /// What people call it: `HD Pro Webcam C920`.
    public let title: String

    /// The identity that survives replugging and restarts, where the camera has one; else the name.
    public let identity: String

    /// Whether pictures can be expected of it. Only a camera that was found tells; see ``all()``.
    public let isUsable: Bool

    let address: CameraAddress
    let memory: SettingsMemory

    init(_ address: CameraAddress, title: String? = nil, identity: String? = nil, isUsable: Bool = true) {
        self.address = address
        name = address == .automatic ? "" : address.name
        self.title = title ?? (address == .automatic ? "the best camera" : address.name)
        self.identity = identity ?? address.name
        self.isUsable = isUsable
        memory = SettingsMemory()
    }

    /// The best usable camera of this machine, chosen whenever it is opened.
    public static let best = Camera(.automatic)

    /// The simulated camera: a scene, a lens, a sensor, and the controls of a webcam.
    ///
    /// - Parameter scene: what it shows: `dim`, `far`, `blurred?lux=80`; see docs/simulated-camera.md.
    /// - Returns: a camera for tests, and for trying the library without one.
    public static func simulated(_ scene: String = "") -> Camera { Camera(.simulated(scene)) }

    /// The camera that a name means.
    ///
    /// - Parameter name: a node such as `/dev/video0`, a link to it, a serial number, a part of the camera's name, or an address:
    ///   `sim:SCENE`, `libcamera:NAME`, `aravis:NAME`, `pipewire:NAME`, `http://HOST/PATH`, `rtsp://HOST/PATH`, `onvif:HOST`.
    /// - Returns: the camera. Cameras on the network and of other programs are not asked yet.
    /// - Throws: if it is a camera of this machine and there is none of this name, or several.
    public static func named(_ name: String) throws(CameraError) -> Camera {
        let address = CameraAddress(name)
        if let refusal = address.refusal { throw CameraError(.absent, refusal) }
        guard case .query(let query) = address else { return Camera(address) }
        do throws(Cameras.CameraError) {
            let node = try CameraOpener().place(of: query)
            return Camera(.query(node.path), title: query, identity: node.identity)
        } catch {
            // It may be one of libcamera or PipeWire.
            if let other = CameraOpener().other(for: query) { return Camera(other.address, title: query) }
            throw CameraError(error.isAbsent ? .absent : .failed, error.description)
        }
    }

    /// All cameras of this machine, also those that cannot be used now; not those on the network.
    ///
    /// Each is opened for a moment, at which some cameras blink.
    ///
    /// - Returns: the cameras, each with its place in ``name``.
    public static func all() throws(CameraError) -> [Camera] {
        do throws(DiscoveryError) {
            let finder = try CameraFinder(probe: V4L2NodeProbe())
            let found = try finder.cameras()
            let others = OtherCameras.beside(found.flatMap(\.nodes), of: finder, opens: true)
            return found.compactMap { Camera($0) }
                + others.map {
                    Camera(CameraAddress($0.address), title: $0.name, identity: $0.identity, isUsable: $0.isUsable)
                }
        } catch {
            throw CameraError(.failed, error.description)
        }
    }

    /// The name, or `camera` for ``best``.
    public var description: String { address.name }

    /// Whether both are the same camera by name.
    public static func == (left: Camera, right: Camera) -> Bool { left.address == right.address }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

extension Camera {
    /// `nil` for a camera without a node that captures.
    init?(_ found: CameraDiscovery.Camera) {
        guard let node = found.primary, let path = node.path else { return nil }
        self.init(.query(path), title: found.title, identity: found.identity, isUsable: node.isUsable)
    }

    /// Opens it and starts its stream.
    func open(
        _ request: CaptureRequest = CaptureRequest(), isolation: Isolation
    ) throws(CameraError) -> OpenCamera {
        let decoders = Decoders(isInProcess: isolation == .inProcess)
        var needsVideo = false
        if case .network(let place) = address { needsVideo = place.isOnvif || place.isVideo }
        try preparing { () throws(ReadingError) in
            if needsVideo { try Workers.prepare(.confined, .network) }
        }
        WorkerHelper.beginAsLibrary()
        let open: OpenCamera
        do throws(Cameras.CameraError) {
            open = try CameraOpener(decoders: decoders).open(address, request: request, wish: ProfileInForce.prepare)
        } catch {
            throw CameraError(error)
        }
        if let controls = open.controls { memory.apply(to: controls, of: open.name) }
        return open
    }

    func preparing(_ work: () throws(ReadingError) -> Void) throws(CameraError) {
        do throws(ReadingError) { try work() } catch { throw CameraError(error) }
    }
}
