// SPDX-License-Identifier: Apache-2.0

extension NetworkRecord {
    /// What frees the camera of other programs of this machine.
    var stoppingOthers: [Fix] {
        guard let connected else { return [] }
        return [
            Fix("End \(connected == [ConnectedPrograms.unknown] ? "that program (as root, the doctor names it)" : Words.list(connected)), or switch this camera off in its settings, and try again"),
            Fix(
                "If both are needed, let one program receive the camera and pass it on to the others (go2rtc, MediaMTX), and use that one's address"
            ),
        ]
    }
}
