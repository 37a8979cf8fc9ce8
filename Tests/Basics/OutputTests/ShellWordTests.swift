// SPDX-License-Identifier: Apache-2.0

import Output
import Testing

@Suite("words for a shell")
struct ShellWordTests {
    @Test(
        "a word is quoted if a shell would interpret it",
        arguments: [
            ("/dev/video0", "/dev/video0"), ("", "''"), ("HD Webcam", "'HD Webcam'"), ("it's", "'it'\\''s'"),
            ("$(reboot)", "'$(reboot)'"), ("a;b", "'a;b'"), ("~root", "'~root'"),
            ("sim:dim?lux=3&x", "'sim:dim?lux=3&x'"),
            ("a\nb", "'a\nb'"),
        ])
    func quoting(word: String, quoted: String) { #expect(ShellWord.quoted(word) == quoted) }
}
