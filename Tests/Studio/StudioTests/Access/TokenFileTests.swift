// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Studio
import StudioServer
import Terminal
import Testing
import WebPage

@Suite("The token's file")
final class TokenFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "candela-token-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(_ text: String, mode: mode_t = 0o600) throws -> String {
        let path = folder.appending(path: "token").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        unsafe chmod(path, mode)
        return path
    }

    private func refusal(_ path: String) -> String? {
        do throws(CommandFailure) {
            _ = try TokenFile.token(path)
            return nil
        } catch {
            return error.message
        }
    }

    @Test("a missing file is made, for this user only, and the token is the same the next time")
    func made() throws {
        let path = folder.appending(path: "new/token").path
        let token = try TokenFile.token(path)
        #expect(token.text.count == 26)
        var status = stat()
        #expect(unsafe stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try TokenFile.token(path) == token)
    }

    @Test("a token written by hand is accepted, with white space around it")
    func written() throws {
        #expect(try TokenFile.token(file("  a-token_of-mine-7\r\n\n")).text == "a-token_of-mine-7")
    }

    @Test("one that others can read or change is refused", arguments: [0o640, 0o604, 0o620, 0o602, 0o644] as [mode_t])
    func readable(mode: mode_t) throws {
        #expect(try refusal(file("abcdefghijklmnopqrst", mode: mode))?.contains("chmod 600") == true)
    }

    @Test(
        "one that is too short, too long, or no word is refused; nothing of it is told",
        arguments: [
            "", "secret", "two words that are long", "abcdefghijklmnop;", String(repeating: "x", count: 257),
            String(repeating: "x", count: 100_000),
        ])
    func unfit(text: String) throws {
        let words = try #require(try refusal(file(text)))
        #expect(words.hasPrefix("cannot use the token file "))
        #expect(!words.contains("secret"))
    }

    @Test("a folder and a pipe are refused, without waiting")
    func others() throws {
        #expect(refusal(folder.path) != nil)
        let pipe = folder.appending(path: "pipe").path
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(refusal(pipe)?.contains("not a regular file") == true)
    }
}
