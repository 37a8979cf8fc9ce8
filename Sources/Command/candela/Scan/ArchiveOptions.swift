// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Terminal

/// The options for large numbers of pictures.
struct ArchiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the pictures whose names are in this file, one on each line, or - for standard input. Names are read as "
                + "they come, and results printed as soon as they are there.", valueName: "file"))
    var filesFrom: String?

    @Flag(help: "The names of --files-from end in a NUL byte, as from find -print0.") var null = false

    @Flag(help: "Print the results of pictures as they come, not in the order of their names.") var unordered = false

    @Option(
        help: ArgumentHelp(
            "Append JSON Lines to this file instead of printing them, and skip pictures whose results are in it. So an "
                + "interrupted run goes on where it was.", valueName: "file"))
    var resume: String?

    func validate() throws {
        if null, filesFrom == nil { throw ValidationError("cannot use --null without --files-from") }
    }

    func validate(inputs: [String], isJSON: Bool) throws {
        if filesFrom != nil, !inputs.isEmpty {
            throw ValidationError("cannot use --files-from with inputs: add them to the list")
        }
    }

    /// Opens the results of an earlier run.
    func way(isJSON: Bool) throws(CommandFailure) -> ArchiveWay {
        let earlier = try resume.map { (path) throws(CommandFailure) in try ResumedResults(path) }
        if let earlier, earlier.count > 0 {
            Console.note("\(earlier.count) picture\(earlier.count == 1 ? " is" : "s are") done already")
        }
        return ArchiveWay(
            isOrdered: !unordered, marksEnds: earlier != nil || isJSON && filesFrom != nil, earlier: earlier)
    }

    /// The names of `--files-from`.
    func names(_ way: ArchiveWay) throws(CommandFailure) -> PictureNames? {
        try filesFrom.map { (path) throws(CommandFailure) in
            try PictureNames(file: path, isNull: null, isDone: way.isDone)
        }
    }
}

/// How many pictures are processed.
struct ArchiveWay: Sendable {
    var isOrdered = true
    /// Whether each picture's events end with a `picture` event.
    var marksEnds = false
    /// The results of the run that this one resumes.
    var earlier: ResumedResults?

    var isDone: @Sendable (String) -> Bool {
        guard let earlier else { return { _ in false } }
        return { earlier.isDone($0) }
    }
}
