// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Torch

@Suite("a user's command for a lamp")
struct CommandTemplateTests {
    @Test("words are split at spaces, quotes keep them together, and no shell sees them")
    func words() throws {
        let template = try CommandTemplate(#"lamp  --name 'my "lamp"' "$HOME;{state}" a\ b '' {percent}"#)
        #expect(template.words(percent: 40) == ["lamp", "--name", #"my "lamp""#, "$HOME;on", "a b", "", "40"])
        #expect(template.words(percent: 0).suffix(1) == ["0"])
        #expect(template.words(percent: 0)[3] == "$HOME;off")
    }

    @Test("marks may stand in a word, several times")
    func marks() throws {
        #expect(try CommandTemplate("l /a={percent},{percent}%{state}{").words(percent: 7) == ["l", "/a=7,7%on{"])
        // As a shell: between double quotes a backslash before any other character stands for itself.
        #expect(try CommandTemplate(#"l "a\x\"" {state}"#).words(percent: 7) == ["l", #"a\x""#, "on"])
    }

    @Test(
        "an invalid command is rejected",
        arguments: ["", "  ", "lamp", "lamp 'x {percent}", #"lamp {percent} \"#, "'' {percent}"])
    func malformed(text: String) {
        #expect(throws: CommandTemplate.Malformed.self) { try CommandTemplate(text) }
    }
}

@Suite("a lamp behind a command")
struct CommandLampTests {
    private func lamp(_ text: String) throws -> any TorchLamp {
        let survey = TorchFinder().survey(
            TorchCamera(name: "sim:", kind: .simulated), command: try CommandTemplate(text))
        return try TorchFinder().open(try survey.choose(), surface: nil)
    }

    @Test("the program gets the level, and its status is believed")
    func runs() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "candela-lamp-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let lamp = try lamp("sh -c 'echo $1 $2 >>\"\(file.path)\"' x {percent} {state}")
        #expect(try lamp.state().percent == nil)
        #expect(try lamp.set(percent: 30).percent == 30)
        #expect(try lamp.set(percent: 0).percent == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == "30 on\n0 off\n")
    }

    @Test("a failure, a signal and a missing program are told apart")
    func failures() throws {
        for (command, text) in [
            ("sh -c 'exit 7' {percent}", "it ended with status 7"),
            ("sh -c 'kill -9 $$' {percent}", "it was killed by signal 9"),
            ("/nonexistent/lamp {percent}", "No such file or directory"),
        ] {
            let lamp = try lamp(command)
            let error = #expect(throws: TorchError.self) { try lamp.set(percent: 10) }
            #expect(error?.description.contains(text) == true, "\(String(describing: error))")
        }
    }

    @Test("a program that hangs is killed with all it started")
    func hangs() throws {
        let source = TorchSource(
            name: "command", place: .command(try CommandTemplate("sh -c 'sleep 1000 & wait' {percent}")),
            belonging: .named,
            isPermitted: true)
        let lamp = CommandLamp(source, limit: .milliseconds(100))
        let error = #expect(throws: TorchError.self) { try lamp.set(percent: 10) }
        #expect(error?.description.contains("did not end within") == true, "\(String(describing: error))")
    }

    @Test("the program takes the signals we block, and reads nothing")
    func surroundings() throws {
        // SIGINT is not blocked: the shell ends by the signal it sends itself.
        let lamp = try lamp("sh -c 'read -r line && exit 3; kill -TERM $$; exit 4' {percent}")
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        defer { unsafe _ = pthread_sigmask(SIG_UNBLOCK, &set, nil) }
        let error = #expect(throws: TorchError.self) { try lamp.set(percent: 10) }
        #expect(error?.description.contains("signal 15") == true, "\(String(describing: error))")
    }
}
