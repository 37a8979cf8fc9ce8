// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import ConfinedDecoding
internal import Frames
internal import Glibc

/// A camera of PipeWire that was found, not streaming yet.
package final class PipeWireSession: Sendable {
    package let address: PipeWireAddress
    package let survey: PipeWireSurvey
    package let camera: PipeWireCamera
    let connection: PipeWireConnection

    /// How long to wait for the first camera: the portal gives access to each only after the connection is there, and a session
    /// manager that has just started looks for them.
    private static let patience = Duration.seconds(2)

    /// Connects, through the portal if the address says so, and finds the camera.
    package convenience init(_ address: PipeWireAddress) throws(PipeWireTrouble) {
        try self.init(address, portalPatience: CameraPortal.patience)
    }

    package init(_ address: PipeWireAddress, portalPatience: Duration) throws(PipeWireTrouble) {
        (connection, survey, camera) = try Opening.run { (opening) throws(PipeWireTrouble) in
            let descriptor =
                address.usesPortal ? try CameraPortal.descriptor(address, opening, patience: portalPatience) : nil
            let connection = try PipeWireConnection(address, descriptor: descriptor)
            opening.watch(connection)
            let deadline = FrameTimestamp.now + Self.patience
            while true {
                let survey = try connection.survey()
                do throws(PipeWireTrouble) {
                    return (connection, survey, try Self.camera(address, survey))
                } catch {
                    let mayCome = error.kind == .noCamera || error.kind == .notFound
                    guard mayCome, survey.hasManager != false, FrameTimestamp.now < deadline else { throw error }
                }
                usleep(50_000)
            }
        }
        self.address = address
    }

    private static func camera(
        _ address: PipeWireAddress, _ survey: PipeWireSurvey
    ) throws(PipeWireTrouble) -> PipeWireCamera {
        guard !survey.cameras.isEmpty else { throw .none(survey, address) }
        switch PipeWireSelection.choose(address.query, from: survey.cameras) {
        case .one(let camera): return camera
        case .none: throw address.query == nil ? .none(survey, address) : .notFound(survey.cameras, address)
        case .several(let cameras): throw .ambiguous(cameras, address)
        }
    }

    /// What the camera offers; empty if it says nothing, as some programs do.
    package func formats() throws(PipeWireTrouble) -> [PipeWireFormat] { try connection.formats(of: camera) }

    /// - Parameter node: the camera's own video node, for values that the daemon does not tell.
    package func controls(node: (any ControlSurface)?) throws(PipeWireTrouble) -> PipeWireControls {
        try PipeWireControls(connection, camera, node: node)
    }

    /// Starts a stream in the first of the offered formats that the camera has, and waits for its first frame.
    package func start(
        _ offers: [PipeWireOffer], timeout: Duration = .seconds(8), decoders: Decoders
    ) throws(PipeWireTrouble) -> PipeWireFrameSource {
        try Opening.run { (opening) throws(PipeWireTrouble) in
            opening.watch(connection)
            let source = try PipeWireFrameSource(self, offers, timeout: timeout, decoders: decoders)
            guard offers.contains(where: { $0.fits(source.format) }) else {
                source.stop()
                throw .otherFormat(source.format, self)
            }
            return source
        }
    }

    /// What is known of the camera now; `nil` if it was removed.
    var cameraNow: PipeWireCamera? { connection.current.cameras.first { $0.id == camera.id } }
}

extension PipeWireOffer {
    func fits(_ format: StreamFormat) -> Bool { fourCC == format.fourCC && (!isExact || size == format.size) }
}

extension PipeWireTrouble {
    /// The daemon gives a camera that is in use in the format that it has, whatever was asked for.
    fileprivate static func otherFormat(_ format: StreamFormat, _ session: PipeWireSession) -> Self {
        var camera = session.cameraNow ?? session.camera
        camera.clients = camera.clients.filter { $0.process != Int(getpid()) }
        let names = Set(camera.clients.map(\.application)).sorted().joined(separator: ", ")
        let found = "\(format.fourCC?.description ?? "another format") \(format.size)"
        var trouble = Self(
            .busy, session.address, "it is in use by \(names.isEmpty ? "another program" : names), as \(found)",
            "leave out --format and --size to share it, or close that program")
        trouble.camera = camera
        return trouble
    }

    static func none(_ survey: PipeWireSurvey, _ address: PipeWireAddress) -> Self {
        if survey.hasManager == false {
            return Self(
                .noManager, address, "PipeWire runs without a session manager, so it has no cameras",
                "start it: "
                    + "systemctl --user enable --now wireplumber (Debian: apt install wireplumber)")
        }
        return Self(
            .noCamera, address, address.usesPortal ? "the portal offers no camera" : "PipeWire has no camera",
            "plug one in; `candela list` shows what this machine has")
    }

    private static func names(_ cameras: [PipeWireCamera]) -> String {
        let shown = cameras.prefix(8).map { "\($0.name) (\($0.title))" }.joined(separator: ", ")
        return cameras.count > 8 ? shown + ", …" : shown
    }

    static func notFound(_ cameras: [PipeWireCamera], _ address: PipeWireAddress) -> Self {
        Self(.notFound, address, "PipeWire has no camera of that name", "it has \(names(cameras))")
    }

    static func ambiguous(_ cameras: [PipeWireCamera], _ address: PipeWireAddress) -> Self {
        Self(.ambiguous, address, "\(cameras.count) cameras match", "use one of \(names(cameras))")
    }
}
