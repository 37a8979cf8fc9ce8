// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Programs

/// A light that is switched by the user's own program: a USB lamp, a relay, a network lamp.
///
/// The program runs without a shell, in its own process group: on Ctrl-C this process uses it to switch off the light.
/// Its standard input is empty, and both its outputs go to standard error, because standard output is for results.
package final class CommandLamp: TorchLamp {
    package let source: TorchSource
    private let template: CommandTemplate
    /// Longer than any switch needs; a hanging program must not block us.
    private let limit: Duration

    package init(_ source: TorchSource, limit: Duration = .seconds(10)) {
        guard case .command(let template) = source.place else { preconditionFailure("the source is a command") }
        self.source = source
        self.template = template
        self.limit = limit
    }

    /// Always unknown: the program does not report the state of the lamp.
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
