// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges a program that reaches a camera of libcamera's through its library for V4L2, as libcamerify starts it, and that runs without the
/// library because that is not installed: the loader ignores it.
enum LacksPreload {
    static func find(_ client: CameraClientRecord, _ place: Place) -> Finding? {
        guard let path = client.missingPreload else { return nil }
        if let moved = client.movedPreload { return isMoved(client, from: path, to: moved) }
        let isContainer = client.kind == .container
        let line = (client.complaints ?? []).last { $0.contains("LD_PRELOAD") }
        let install = isContainer
            ? Fix("Use an image that has that library, or install it in the container (Debian: libcamera-v4l2)", commands: client.restart, isRunnable: false)
            : place.install(
                "Install libcamera's library for V4L2" + (place.platform.packages == .apt ? ", which is a package of its own beside the one of libcamerify" : ""),
                [.apt: "libcamera-v4l2", .dnf: "libcamera-v4l2", .rpmOSTree: "libcamera-v4l2", .apk: "libcamera-v4l2"])
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) is started with libcamera's library for programs of V4L2, as libcamerify does, and that library is \(isContainer ? "missing there" : "not installed"): \(path)",
            confidence: .likely,
            evidence: [EvidenceLine(path, isContainer ? "cannot be loaded in the container" : "does not exist")]
                + (line.map { [EvidenceLine(client.ownLog, $0)] } ?? []),
            effect: effect,
            fixes: [
                install ?? Fix("Install libcamera's library for V4L2 (v4l2-compat.so; Debian: libcamera-v4l2)"),
                isContainer ? nil : again(client),
                Fix("Or use a program that knows libcamera itself, such as camera-streamer or MediaMTX on a Raspberry Pi"),
            ].compactMap(\.self))
    }

    private static let effect = "the program runs without it and opens the node of the sensor's raw data itself, which gives it no pictures"

    /// An upgrade has put it elsewhere.
    private static func isMoved(_ client: CameraClientRecord, from old: String, to new: String) -> Finding {
        let line = (client.complaints ?? []).last { $0.contains("LD_PRELOAD") }
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) is started with libcamera's library for programs of V4L2, as libcamerify does, by a path that is old: \(old) does not exist, the library is \(new) now",
            confidence: .likely,
            evidence: [EvidenceLine(old, "does not exist"), EvidenceLine(new, "exists")] + (line.map { [EvidenceLine(client.ownLog, $0)] } ?? []),
            effect: effect,
            fixes: [
                Fix("Let what starts the program use this system's libcamerify, which knows the place, or name \(new) in LD_PRELOAD"), again(client),
            ].compactMap(\.self))
    }

    private static func again(_ client: CameraClientRecord) -> Fix? { client.ownUnit == nil ? nil : client.again("Then start it again") }
}
