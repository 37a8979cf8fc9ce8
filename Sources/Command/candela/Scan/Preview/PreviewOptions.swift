// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
package import TerminalPreview

/// The options for the live picture in the terminal.
struct PreviewOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Show the live picture in the terminal with a box around each code, brightness and sharpness, and keys for the "
                + "torch, the zoom, pausing, and typing a code. All scans are also printed at the end."))
    var preview = false

    @Option(
        help: ArgumentHelp(
            "Draw pictures as blocks, sixels, kitty or iterm2. By default the best mode that the terminal supports is used.",
            valueName: "mode"))
    var previewAs: PictureMode?

    func validate() throws {
        if previewAs != nil, !preview {
            throw ValidationError("cannot use --preview-as without --preview")
        }
    }
}

extension PictureMode: ExpressibleByArgument {}
