// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import Frames
internal import V4L2

extension StreamRecord {
    /// Adds the negotiated format, the offered ones and the faults of the input.
    mutating func note(_ negotiation: CameraNegotiation) {
        offered = negotiation.offered.map(Format.init)
        format = Format(
            fourCC: negotiation.format.fourCC.description, width: negotiation.format.size.width,
            height: negotiation.format.size.height, framesPerSecond: negotiation.interval?.framesPerSecond,
            isCompressed: negotiation.mode.path == .motionJPEG || negotiation.mode.path == .video)
        if let current = negotiation.device.currentInput(),
            let input = try? negotiation.device.inputs().first(where: { $0.index == current })
        {
            inputFaults = input.faults.filter { $0 != "no-colour" }
            if !input.standards.isEmpty {
                standard = negotiation.device.standard()?.rawValue
                sensedStandard = negotiation.device.sensedStandard()?.rawValue
            }
        }
    }
}

extension StreamRecord.Format {
    init(_ mode: CaptureMode) {
        self.init(
            fourCC: mode.fourCC.description, width: mode.size.width, height: mode.size.height,
            framesPerSecond: mode.fastest?.framesPerSecond,
            isCompressed: mode.path == .motionJPEG || mode.path == .video)
    }
}

extension StreamRecord.Failure {
    init(_ error: CameraError) {
        self.init(
            request: error.cause?.request.name ?? "choose a mode",
            errno: error.cause?.error.name ?? (error.isBusy ? "EBUSY" : ""),
            message: error.description)
    }
}
