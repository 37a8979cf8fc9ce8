// SPDX-License-Identifier: Apache-2.0

internal import ConfinedDecoding
internal import Frames
internal import PipeWireCameras

/// Streams from a camera of PipeWire in the best mode for scanning.
struct PipeWireOpening: Sendable {
    let session: PipeWireSession
    let decoders: Decoders
    /// Why the library for a path cannot be loaded.
    let missing: @Sendable (LumaPath) -> String?

    func open(_ request: CaptureRequest, identity: String) throws(PipeWireTrouble) -> OpenCamera {
        let offered = PipeWireModes(try session.formats(), wanted: request.size ?? request.wish?.size, missing: missing)
        let plan = try offered.plan(request, session.address)
        let source = try session.start(plan.offers, decoders: decoders)
        let format = source.format
        var notes = ["\(session.name): " + plan.reason]
        if let mode = plan.mode, format.size != mode.size || format.fourCC != mode.fourCC {
            notes.append(
                "\(session.name): it streams \(format.fourCC?.description ?? "") \(format.size), which another program has "
                    + "chosen")
        }
        if session.address.query == nil { notes.insert(session.choice, at: 0) }
        let mode =
            plan.mode
            ?? CaptureMode(
                fourCC: format.fourCC ?? FourCC(rawValue: 0), size: format.size, fastest: format.interval,
                path: .extracted)
        return OpenCamera(
            name: session.name, identity: identity, source: request.settles ? SettledFrameSource(source) : source,
            controls: nil, notes: notes,
            switching: OpenedModeSwitch(modes: offered.modes, mode: mode, settles: request.settles, stream: stream),
            pipeWire: session.camera)
    }

    private func stream(_ mode: CaptureMode, framesPerSecond: Double?) throws(CameraError) -> any FrameSource {
        do throws(PipeWireTrouble) {
            let offer = PipeWireOffer(
                fourCC: mode.fourCC, size: mode.size, framesPerSecond: framesPerSecond ?? mode.usualRate, isExact: true)
            return try session.start([offer], decoders: decoders)
        } catch {
            throw CameraError(error)
        }
    }
}

extension PipeWireSession {
    /// The address that finds this camera again: as the user gave it, else with its full name.
    var name: String {
        guard address.query == nil else { return address.name }
        return PipeWireAddress(usesPortal: address.usesPortal, query: camera.name).name
    }

    /// Which camera was chosen, for a user who named none.
    var choice: String {
        "using \(name) (\(camera.title)): "
            + (survey.cameras.count == 1
                ? "the only camera of PipeWire" : "the best of \(survey.cameras.count) in PipeWire")
    }
}

extension CaptureMode {
    /// Its fastest rate, up to 30, which is enough for a scan.
    var usualRate: Double { min(fastest?.framesPerSecond ?? 30, 30) }
}
