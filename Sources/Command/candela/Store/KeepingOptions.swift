// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What `scan` keeps, and what it looks codes up in.
struct KeepingOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: """
            Keep each code in the history before it is printed, or keep none. Without either, codes of cameras and \
            streams are kept, and codes of pictures only where a hook needs it.
            """)
    var history: Bool?

    @Option(
        help: ArgumentHelp(
            "Keep the codes under this name, which is gone on with when there is one; say at the end what it holds.",
            valueName: "name"))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "Delete scans older than this from the history (90d, 12h), but for those still to be passed on.",
            valueName: "time"))
    var keep: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Look each code up in this catalogue, and print what it says. See candela catalog.", valueName: "name"))
    var catalog: String?

    func validate() throws {
        if history == false, session != nil {
            throw ValidationError("cannot keep a session with --no-history: leave one of them out")
        }
        if let session, session.isEmpty || session.utf8.count > 200 {
            throw ValidationError("cannot name a session so: a name has 1 to 200 bytes")
        }
        if let keep, keep.duration < .seconds(60) {
            throw ValidationError("cannot delete scans younger than a minute: give --keep a longer time")
        }
    }

    /// Whether the user said that codes are to be kept: not being able to is a failure then.
    var isAsked: Bool { history == true || session != nil }
}
