// SPDX-License-Identifier: Apache-2.0

internal import ConfinedDecoding
package import ConfinedProcesses
internal import ReadingWorker
internal import Terminal

/// Where pictures and codes from outside are decoded.
public enum Isolation: Hashable, Sendable {
    /// In a process without files, network and rights. If a library crashes on a picture, that costs one picture.
    case confined
    /// In this process: simpler, and a little faster to start. A picture made to attack a library can take over the program.
    case inProcess
}

/// The processes that decode and read pictures from outside.
///
/// They are started from a helper program, `candela-worker`. It is looked for next to the program, in `../libexec/candela`
/// from there, and in `/usr/local/libexec/candela` and `/usr/libexec/candela`. Add the product `candela-worker` to the
/// dependencies of your target, and SwiftPM builds it next to your program. With ``serveIfAsked()`` your program needs none.
public enum Workers {
    /// Lets the program be its own helper: call it first in `main`.
    ///
    /// In a process that was started as a worker it does not return. In all others it returns at once.
    public static func serveIfAsked() {
        serveReading()
        WorkerHelper.servesItself([.reading])
    }

    /// Uses this helper program instead of looking for one.
    ///
    /// - Parameter path: the path of a `candela-worker` of the same version.
    public static func useHelper(at path: String) { WorkerHelper.use(path, for: .reading) }

    /// Passes notes to `receiver` instead of writing them to standard error: a helper that died and was restarted, settings of
    /// a killed program that were restored.
    ///
    /// - Parameter receiver: gets each note as a sentence that is safe to show; `nil` for standard error.
    public static func receiveNotes(_ receiver: (@Sendable (String) -> Void)?) { Console.takeNotes(receiver) }

    package static func serveReading() {
        if CommandLine.arguments.dropFirst().first == Readers.workerWord { Readers.serve() }
        if DecoderService.isWanted { DecoderService.serve() }
    }

    /// Makes sure that workers can be started.
    package static func prepare(_ isolation: Isolation, _ kind: WorkerHelper.Kind = .reading) throws(ReadingError) {
        guard isolation == .confined else { return WorkerHelper.beginAsLibrary() }
        do throws(WorkerFailure) {
            try WorkerHelper.find(kind)
        } catch {
            throw ReadingError(.noHelper, error.description)
        }
    }
}
