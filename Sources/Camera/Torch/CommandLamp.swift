// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Programs

/// A light that a program of the user's switches: a USB lamp, a relay, a lamp on the network.
///
/// The program is run without a shell, in a process group of its own (a Ctrl-C is for us, who then put the light out by
/// it), with nothing on its standard input and our standard error as both outputs: our standard output is for results.
package final class CommandLamp: TorchLamp {
    package let source: TorchSource
    private let template: CommandTemplate
    /// Longer than any switch needs; a hanging program must not hang us.
    private let limit: Duration

    package init(_ source: TorchSource, limit: Duration = .seconds(10)) {
        guard case .command(let template) = source.place else { preconditionFailure("the source is a command") }
        self.source = source
        self.template = template
        self.limit = limit
    }

    /// A program that switches a lamp does not say how the lamp is.
    package func state() throws(TorchError) -> TorchState { TorchState(percent: nil) }

    package func set(percent: Int) throws(TorchError) -> TorchState {
        let percent = min(max(percent, 0), 100)
        let words = template.words(percent: percent)
        let outcome = ProgramRun(words, limit: limit).run()
        let command = words.joined(separator: " ")
        switch outcome {
        case .ended(0): return TorchState(percent: percent)
        case .tookTooLong:
            throw TorchError(
                .failed, "cannot run the torch command \(command): it did not end within \(limit.components.seconds) s and "
                    + "was killed")
        case .notStarted(let errno):
            let next = errno == ENOENT ? "; name a program that is installed, by its path if necessary" : ""
            throw TorchError(.failed, "cannot run the torch command \(command): \(outcome.failure ?? "")\(next)")
        case .ended, .killed, .cancelled:
            throw TorchError(.failed, "cannot switch the light by \(command): \(outcome.failure ?? "")")
        }
    }
}
