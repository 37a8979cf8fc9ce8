// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Delivery
import Foundation
import Hooks
import Output
import Scanning
import Synchronization
import Testing
import TestServers

@Suite("Targets of scans", .timeLimit(.minutes(5)))
struct TargetTests {
    private let scratch = Scratch()

    private func message(_ scan: ScanEvent.Scan, attempts: Int = 0, isFresh: Bool = true) -> HookMessage {
        HookMessage(number: 1, scan: scan, attempts: attempts, isFresh: isFresh)
    }

    private func exec(_ command: String, limit: Duration = .seconds(60)) throws -> ExecTarget {
        try ExecTarget(command, limit: limit)
    }

    private func written() throws -> String { try String(contentsOfFile: scratch.path + "/out", encoding: .utf8) }

    @Test("a program has the scan in its environment, and in place of the marks, as whole words and within them")
    func program() throws {
        let target = try exec(
            #"sh -c 'printf "%s|" "$CANDELA_TEXT" "$CANDELA_SYMBOLOGY" "$CANDELA_ID" "$@" > \#(scratch.path)/out' sh {symbology} a{text}b {unknown} {id}"#
        )
        let hostile = "x'; touch /tmp/y \"$(z)\" {id} `w` \n*"
        #expect(target.send(message(scan(hostile, id: "ID1"))) == .accepted)
        #expect(try written() == "\(hostile)|qr|ID1|qr|a\(hostile)b|{unknown}|ID1|")
    }

    @Test("our own secrets are not in a program's environment")
    func secrets() throws {
        unsafe setenv("CANDELA_POST_TOKEN", "secret", 1)
        defer { unsafe unsetenv("CANDELA_POST_TOKEN") }
        let target = try exec("sh -c 'env > \(scratch.path)/out'")
        #expect(target.send(message(scan("x"))) == .accepted)
        #expect(try !written().contains("secret"))
        #expect(try written().contains("CANDELA_JSON={\"event\":\"scan\""))
    }

    @Test("a text that begins with - is an argument only behind --")
    func options() throws {
        let bare = try exec("echo {text}")
        guard case .refused(let reason) = bare.send(message(scan("--help"))) else {
            Issue.record("it became an option")
            return
        }
        #expect(reason.contains("put -- before {text}"))
        #expect(bare.preview(scan("-x")).refusal != nil)
        #expect(bare.send(message(scan("plain"))) == .accepted)
        let guarded = try exec("sh -c 'printf %s \"$2\" > \(scratch.path)/out' sh -- {text}")
        #expect(guarded.send(message(scan("--help"))) == .accepted)
        #expect(try written() == "--help")
        // The option's name is the user's own; what stands behind = is its value.
        #expect(try exec("echo --code={text}").send(message(scan("-x"))) == .accepted)
    }

    @Test("bytes that no argument can hold are refused, and are in the environment as base64")
    func bytes() throws {
        guard case .refused = try exec("echo -- {text}").send(message(scan("a\0b"))) else {
            Issue.record("a NUL went into an argument")
            return
        }
        let target = try exec(
            "sh -c 'printf \"%s|%s\" \"$CANDELA_TEXT\" \"$CANDELA_BYTES_BASE64\" > \(scratch.path)/out'")
        #expect(target.send(message(scan(bytes: [0x61, 0, 0xff]))) == .accepted)
        #expect(try written() == "|YQD/")
    }

    @Test("a program that fails is tried again, five times in all")
    func failing() throws {
        let target = try exec("sh -c 'exit 3'")
        for attempts in 0..<4 {
            #expect(target.send(message(scan("x"), attempts: attempts)) == .later("it ended with status 3"))
        }
        #expect(target.send(message(scan("x"), attempts: 4)) == .refused("it ended with status 3 (5 attempts)"))
        #expect(
            try exec("sleep 1000", limit: .milliseconds(50)).send(message(scan("x")))
                == .later("it did not end in time, and was killed"))
        target.cancel()
        #expect(target.send(message(scan("x"))) == .cancelled)
    }

    @Test(
        "a command that is none is refused beforehand",
        arguments: [
            "", "  ", "no-such-program {text}", "echo 'x", "{text} x", "sh -c 'echo {text}'",
            "env bash -ec 'x {id}' sh",
            "/bin/sh -c {text}",
        ])
    func noCommand(command: String) { #expect(throws: HookError.self) { try exec(command) } }

    @Test("what a server's answer means")
    func judged() {
        func judge(_ status: Int, after: Duration? = nil) -> HookAnswer {
            PostTarget.judge(.answered(status: status, retryAfter: after, redirect: nil, words: "no\nmore"))
        }
        for status in [200, 201, 204, 299] { #expect(judge(status) == .accepted) }
        for status in [400, 401, 404, 409, 410, 422] { #expect(judge(status) == .refused("HTTP \(status): no")) }
        for status in [408, 425, 429, 500, 502, 503] {
            #expect(judge(status, after: .seconds(9)) == .later("HTTP \(status): no", after: .seconds(9)))
        }
        for status in [301, 302, 307] {
            guard case .later(let reason, _) = judge(status) else {
                Issue.record("\(status) was followed or refused")
                return
            }
            #expect(reason.contains("redirects to"))
        }
        #expect(PostTarget.judge(.failed("gone")) == .later("gone"))
        #expect(PostTarget.judge(.cancelled) == .cancelled)
    }

    @Test("a post is the scan's JSON, with its id as the key to drop duplicates by, and the token")
    func posted() throws {
        unsafe setenv("no_proxy", "*", 1)
        let server = try HTTPServer { _ in .init(200) }
        let target = try PostTarget(server.url(), token: "T0ken")
        let scan = scan("ä \"x\"", id: "01ABC")
        #expect(target.send(message(scan)) == .accepted)
        let request = try #require(server.requests.first)
        #expect(request.headers["idempotency-key"] == "01ABC")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["authorization"] == "Bearer T0ken")
        #expect(String(decoding: request.body, as: UTF8.self) == scan.json.text)
    }

    @Test(
        "an address to post to that is none, or holds a password, is refused",
        arguments: ["ftp://h/", "http://", "http:///x", "http://a b/", "http://ada:secret@h/", "https://h/ä", "h/x"])
    func noAddress(url: String) { #expect(throws: HookError.self) { try PostTarget(url) } }

    @Test("a publishing address is one target, however it is written, and a password in it is not repeated")
    func publish() throws {
        #expect(try PublishTarget("mqtt://h/t").name == PublishTarget("MQTT://h:1883/t").name)
        let error = #expect(throws: HookError.self) { try PublishTarget("mqtt://ada:geheim@h/t") }
        #expect(error?.description.contains("geheim") == false)
    }

    /// Holds the presses of whatever keyboard was made last.
    private final class Keys: Sendable {
        let presses = Mutex<[KeyPress]>([])
        let made = Mutex(0)
    }

    private struct Board: KeyDevice {
        let keys: Keys
        var isCapsLocked = false
        func press(_ press: KeyPress) throws(KeyDeviceError) { keys.presses.withLock { $0.append(press) } }
    }

    @Test("texts are typed on one keyboard; scans that an earlier run left are not typed")
    func typed() {
        let keys = Keys()
        let target = TypeTarget(typer: KeyTyper(layout: .us, ending: .enter, pause: .zero), layout: .us) {
            () throws(KeyDeviceError) in
            keys.made.withLock { $0 += 1 }
            return Board(keys: keys)
        }
        #expect(target.send(message(scan("a"))) == .accepted)
        #expect(target.send(message(scan("b"))) == .accepted)
        #expect(keys.made.withLock { $0 } == 1)
        #expect(keys.presses.withLock { $0 }.filter(\.isDown).map(\.key) == [30, 28, 48, 28])
        guard case .refused = target.send(message(scan("c"), isFresh: false)),
            case .refused(let reason) = target.send(message(scan("€"))),
            case .refused(let control) = target.send(message(scan("a\u{1d}"))),
            case .refused = target.send(message(scan(bytes: [0xff])))
        else {
            Issue.record("it was typed")
            return
        }
        #expect(reason == "the layout us has no key for € (U+20AC)")
        #expect(control.contains("U+001D"))
        #expect(keys.presses.withLock { $0 }.count == 8)
    }

    @Test("a missing keyboard and Caps Lock cause a retry")
    func notYet() {
        let absent = TypeTarget(typer: KeyTyper(layout: .us, ending: .none), layout: .us) {
            () throws(KeyDeviceError) -> any KeyDevice in throw KeyDeviceError("cannot type: no")
        }
        #expect(absent.send(message(scan("a"))) == .later("cannot type: no"))
        let locked = TypeTarget(typer: KeyTyper(layout: .us, ending: .none), layout: .us) {
            () throws(KeyDeviceError) in Board(keys: Keys(), isCapsLocked: true)
        }
        guard case .later = locked.send(message(scan("a"))) else {
            Issue.record("it was typed in capitals")
            return
        }
    }

    @Test("the session determines the clipboard's program; a missing one is reported")
    func clipboard() throws {
        func target(_ session: [String: String], _ programs: Set<String>) throws -> ClipboardTarget {
            try ClipboardTarget(environment: { session[$0] }, find: { programs.contains($0) ? "/bin/" + $0 : nil })
        }
        let (wayland, x) = (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], ["DISPLAY": ":0"])
        for (session, programs) in [
            (wayland, ["wl-copy", "xclip"]), (x, ["xclip"]), (x, ["xsel"]), (wayland, ["xclip"]),
        ] {
            _ = try target(session, Set(programs))
        }
        for (session, programs, word) in [
            ([:], ["wl-copy", "xclip"], "no graphical session"), (wayland, [], "wl-clipboard"),
            (x, ["wl-copy"], "xclip"),
        ] as [([String: String], [String], String)] {
            let error = #expect(throws: HookError.self) { try target(session, Set(programs)) }
            #expect(error?.description.contains(word) == true)
        }
    }
}
