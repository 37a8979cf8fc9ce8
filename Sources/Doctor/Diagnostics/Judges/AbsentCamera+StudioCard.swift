// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

extension AbsentCamera {
    /// A capture card that works, and not by V4L2.
    func studioCard() -> Finding? {
        guard let card = host.machine?.studioCard else { return nil }
        let maker = card.isBlackmagic ? "Blackmagic Design" : "AJA"
        let library = card.isBlackmagic ? "libDeckLinkAPI.so, of its Desktop Video" : "libajantv2"
        let boxed = snapshot.client.flatMap { [.flatpak, .snap, .container].contains($0.kind) ? $0 : nil }
        return Finding(
            .deviceNotV4L2, .fail,
            "the capture card of \(maker) (\(card.identifier)) has its driver (\(card.driver)), which makes no video node: programs reach it only through its maker's own library (\(library))"
                + (boxed.map { "; \($0.title) runs in a sandbox, which does not have that library of this machine" } ?? ""),
            confidence: boxed == nil ? .certain : .likely,
            evidence: [EvidenceLine("/sys/bus/pci/devices/\(card.name)/driver", card.driver)]
                + (card.library.map { [EvidenceLine("its library", $0)] } ?? []) + evidence,
            effect: boxed.map { "\($0.title) does not list it, whatever its permissions are" } ?? "programs for V4L2, browsers among them, do not list it",
            fixes: (boxed.map { client in
                [
                    Fix("Use the same program (\(client.name)) installed without a sandbox, from the distribution or its maker's package source")
                ]
            } ?? [])
                + (card.isBlackmagic
                    ? [
                        Fix(
                            "Or let GStreamer take its pictures (element decklinkvideosrc, in plugins-bad), and scan them",
                            commands: [
                                "gst-launch-1.0 -q decklinkvideosrc ! videoconvert ! videoscale ! video/x-raw,format=I420,width=1280,height=720 ! fdsink | candela scan - --format YU12 --size 1280x720"
                            ], isRunnable: false),
                        Fix("Use programs that know the card: OBS (source Blackmagic Device), Media Express of its maker, FFmpeg built with decklink"),
                    ] : [Fix("Use programs that know the card: those of its maker, OBS with AJA's plug-in, FFmpeg or GStreamer built with libajantv2")])
                + [Fix("For other programs, feed a virtual camera (v4l2loopback) from one of these")])
    }
}
