// SPDX-License-Identifier: Apache-2.0

/// The camera that a journal is for.
package struct JournalKey: Hashable, Sendable {
    /// The identity that survives replugging: `usb-046d_HD_Pro_Webcam_C920_1234`. See `CameraIdentity`.
    package var identity: String
    /// The node, `/dev/video0`: it distinguishes two cameras of one identity while both are plugged in.
    package var node: String

    package init(identity: String, node: String) {
        self.identity = identity
        self.node = node
    }

    /// The name of its journal.
    var fileName: String { fileName(ending: Self.ending) }

    /// A file name that no device can choose: its plain characters for people, and a hash for uniqueness.
    package func fileName(ending: String) -> String {
        let plain = identity.utf8.prefix(64).map { byte -> Character in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                Character(UnicodeScalar(byte))
            default: "_"
            }
        }
        // FNV-1a over 64 bits. Source: <http://www.isthe.com/chongo/tech/comp/fnv/>.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in Array(identity.utf8) + [0] + Array(node.utf8) { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        return "c-" + String(plain) + "-" + String(hash, radix: 16) + ending
    }

    static let ending = ".journal"
}
