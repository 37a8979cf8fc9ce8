// SPDX-License-Identifier: Apache-2.0

internal import ConfinedDecoding
internal import Frames
internal import NetworkCameras
internal import VideoStreams

extension CameraOpener {
    /// Opens a camera that sends video over RTSP.
    func openVideo(_ address: NetworkAddress, _ request: CaptureRequest) throws(CameraError) -> OpenCamera {
        let source: VideoFrameSource
        do throws(NetworkTrouble) {
            source = try VideoFrameSource(address, namesConfinement: decoders.namesConfinement)
        } catch {
            throw CameraError(error)
        }
        let format = source.format
        func refuse(_ words: String) throws(CameraError) -> Never {
            source.stop()
            throw CameraError(
                "cannot capture \(words); choose another stream in the address, or on the camera's own page")
        }
        if let fourCC = request.fourCC, fourCC != format.fourCC {
            try refuse("\(fourCC) from \(address.name): it sends \(source.facts.codecName)")
        }
        if let wanted = request.size, wanted != format.size {
            try refuse("\(wanted) from \(address.name): its pictures are \(format.size)")
        }
        var notes = [
            "\(address.name): \(format.size) \(source.facts.codecName) over RTSP, newest frame only"
                + (source.facts.isDatagrams ? ", as datagrams, since the camera refuses to use the connection" : "")
        ]
        var warnings: [String] = []
        if source.facts.isBasic {
            let warning =
                "\(address.name): the camera asks for the password in readable form (Basic) on a connection that is not "
                + "encrypted; use rtsps, or choose Digest on the camera's own page"
            warnings.append(warning)
            notes.append(warning)
        }
        return OpenCamera(
            name: address.name, identity: address.identity, source: source, controls: nil, notes: notes,
            warnings: warnings)
    }
}
