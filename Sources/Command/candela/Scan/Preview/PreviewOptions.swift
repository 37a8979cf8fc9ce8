// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import TerminalPreview

/// The live picture in the terminal.
struct PreviewOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Show the live picture in the terminal, with a box around each code, how light and how sharp it is, and keys for the "
                + "torch, the zoom, a pause, and typing a code. What is read is printed at the end as well."))
    var preview = false

    @Option(
        help: ArgumentHelp(
            "How the terminal shows pictures: blocks, sixels, kitty or iterm2; otherwise what it is known to do best.",
            valueName: "way"))
    var previewAs: PictureMode?

    func validate() throws {
        if previewAs != nil, !preview {
            throw ValidationError("cannot use --preview-as without --preview")
        }
    }
}

extension PictureMode: ExpressibleByArgument {}
