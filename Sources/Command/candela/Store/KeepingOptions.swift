// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The history and catalogue options of `scan`.
struct KeepingOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: """
            Save each code in the history before it is printed, or save none. Default: save the codes of cameras and \
            streams, and the codes of pictures only if a hook needs them.
            """)
    var history: Bool?

    @Option(
        help: ArgumentHelp(
            "Add the codes to this session; create it if it does not exist. Print a summary at the end.",
            valueName: "name"))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "Delete scans older than this (90d, 12h) from the history, except undelivered ones.",
            valueName: "time"))
    var keep: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Look up each code in this catalogue, and print the entry. See candela catalog.", valueName: "name"))
    var catalog: String?

    func validate() throws {
        if history == false, session != nil {
            throw ValidationError("cannot use --session with --no-history: choose one")
        }
        if let session, session.isEmpty || session.utf8.count > 200 {
            throw ValidationError("cannot use this --session name: it must have 1 to 200 bytes")
        }
        if let keep, keep.duration < .seconds(60) {
            throw ValidationError("cannot use --keep with less than one minute: give a longer time")
        }
    }
}
