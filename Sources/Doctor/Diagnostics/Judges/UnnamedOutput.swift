// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges a service of a Raspberry Pi 5 that reads H.264 from rpicam-vid's standard output: that board has no encoder, libav encodes in its
/// place, and takes the format from the name of the output. Source: rpicam-apps, encoder/encoder.cpp and encoder/libav_encoder.cpp.
enum UnnamedOutput {
    static func find(_ client: CameraClientRecord, _ snapshot: Snapshot) -> Finding? {
        let place = Place(snapshot)
        guard let piped = client.pipedVideo, place.isPi5 else { return nil }
        let edit =
            piped.file.map { ["sudoedit \(Words.shell($0))   # --libav-format h264 -o -"] }
            ?? place.editWholeUnit(client.name, isUser: client.kind == .userUnit)
        return Finding(
            // Another of its cameras or forms gives pictures.
            .accessServiceBroken, piped.isAnotherRunning == true ? .warn : .fail,
            "\(client.title) reads the video from the standard output of a command that ends at once on this board (\(piped.command)): a Raspberry Pi 5 encodes H.264 in software (libav), which takes the format of the output from its name, and the standard output has none",
            confidence: .likely,
            evidence: [EvidenceLine(piped.file ?? "systemctl cat \(client.name)", piped.command)]
                + (place.platform.board.map { [EvidenceLine("model", $0)] } ?? [])
                + (client.complaints ?? []).suffix(2).map { EvidenceLine(client.ownLog, $0) },
            effect: "the command ends with \"libav: cannot allocate output context\" and gives no picture (EOF); the camera is not at fault",
            fixes: [
                Fix("Name the format in that command: --libav-format h264", commands: edit + client.restart, needsRoot: true, isRunnable: false),
                Fix("Or let it send JPEGs, for which libav is not needed: --codec mjpeg in place of h264"),
            ])
    }
}
