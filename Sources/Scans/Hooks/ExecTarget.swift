// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import Programs
package import Scanning

/// A program run once for each scan, never by a shell.
///
/// The scan is in the environment (`CANDELA_TEXT` and others), and replaces `{text}` and other marks in the command.
/// *Invariant*: a text that begins with `-` never becomes an argument that a program could take for an option: `--`
/// must precede it.
package final class ExecTarget: HookTarget {
    /// After this many attempts a scan is refused: a program that fails for one text would block all others.
    package static let attempts = 5

    package let name: String
    package let limit: Duration
    private let words: [String]
    private let running = RunningProgram()

    /// - Parameter limit: the time limit for one scan.
    package init(_ command: String, limit: Duration) throws(HookError) {
        do throws(CommandWords.Malformed) {
            words = try CommandWords.split(command)
        } catch {
            throw HookError("cannot use --exec \(command): \(error.description)")
        }
        guard let program = words.first, !program.isEmpty else {
            throw HookError("cannot use an empty --exec: name the program to run for each scan")
        }
        guard ScanFields.expand(program, { _ in "" }) == nil else {
            throw HookError("cannot use --exec \(command): a scan must not choose the program to run")
        }
        if let script = Self.script(words), ScanFields.expand(script, { _ in "" }) != nil {
            throw HookError(
                "cannot use --exec \(command): a shell would run the text of a code as commands; pass it as an "
                    + "argument: sh -c '… \"$1\" …' sh {text}")
        }
        guard ProgramSearch.find(program) != nil else {
            throw HookError(
                "cannot use --exec \(command): there is no program \(program); name an installed one, with its path "
                    + "if necessary")
        }
        name = "exec \(command)"
        self.limit = limit
    }

    /// The word that a shell in this command would take as its script.
    private static func script(_ words: [String]) -> String? {
        let shells = ["sh", "bash", "dash", "zsh", "ksh", "fish", "busybox", "su"]
        // Also after env, sudo, nice, timeout and similar programs.
        guard let shell = words.firstIndex(where: { shells.contains(String($0.split(separator: "/").last ?? "")) })
        else { return nil }
        let options = words[(shell + 1)...]
        guard let flag = options.firstIndex(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("c") })
        else { return nil }
        return options[(flag + 1)...].first { !$0.hasPrefix("-") }
    }

    package func send(_ message: HookMessage) -> HookAnswer {
        let fields = ScanFields(message.scan)
        let arguments: [String]
        switch self.arguments(fields) {
        case .failure(let error): return .refused(error.description)
        case .success(let words): arguments = words
        }
        let run = ProgramRun(arguments, environment: .ours(fields.environment), limit: limit)
        let outcome = running(run)
        if outcome == .cancelled { return .cancelled }
        guard let failure = outcome.failure else { return .accepted }
        let attempts = message.attempts + 1
        return attempts < Self.attempts ? .later(failure) : .refused("\(failure) (\(attempts) attempts)")
    }

    package func cancel() { running.cancel() }

    package func preview(_ scan: ScanEvent.Scan) -> HookPreview {
        switch arguments(ScanFields(scan)) {
        case .success(let words): HookPreview(words.map(ShellWord.quoted).joined(separator: " "))
        case .failure(let error): HookPreview(words.joined(separator: " "), refusal: error.description)
        }
    }

    /// The program and its arguments for a scan.
    private func arguments(_ fields: ScanFields) -> Result<[String], HookError> {
        var result = [words[0]]
        var isBehindOptions = false
        for word in words.dropFirst() {
            if word == "--" { isBehindOptions = true }
            guard let expanded = ScanFields.expand(word, { fields[$0] }) else {
                result.append(word)
                continue
            }
            guard !expanded.utf8.contains(0) else {
                return .failure(HookError("it contains a NUL, which no argument can; use CANDELA_BYTES_BASE64"))
            }
            // What the user wrote may be an option; text from a scan may not.
            if expanded.hasPrefix("-"), !word.hasPrefix("-"), !isBehindOptions {
                return .failure(
                    HookError("it begins with - and would be taken as an option; put -- before \(word) in --exec"))
            }
            result.append(expanded)
        }
        return .success(result)
    }
}
