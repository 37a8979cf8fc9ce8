// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Testing
import Udev

@Suite("who may open a node, by its mode and ACL")
struct AccessControlTests {
    /// The extended attribute, from tag, permissions and number of each entry.
    private func list(_ entries: [(tag: UInt8, permissions: UInt8, id: UInt32)]) -> [UInt8] {
        entries.reduce(into: [2, 0, 0, 0]) { bytes, entry in
            bytes += [entry.tag, 0, entry.permissions, 0]
            for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(entry.id >> shift & 255)) }
        }
    }

    private static let none = UInt32.max

    /// As logind leaves it: `user::rw- user:1000:rw- group::rw- mask::rw- other::---`.
    private var uaccess: [UInt8] {
        list([(1, 6, Self.none), (2, 6, 1000), (4, 6, Self.none), (0x10, 6, Self.none), (0x20, 0, Self.none)])
    }

    @Test("the entries of logind's ACL")
    func entries() {
        #expect(
            AccessControlList.entries(uaccess) == [
                AccessControlEntry(.owner, 6), AccessControlEntry(.user(1000), 6), AccessControlEntry(.owningGroup, 6),
                AccessControlEntry(.mask, 6), AccessControlEntry(.others, 0),
            ])
    }

    @Test(
        "invalid bytes give no ACL",
        arguments: [[], [2, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0, 9, 0, 6, 0, 0, 0, 0, 0], [2, 0, 0, 0, 1]])
    func broken(bytes: [UInt8]) {
        #expect(AccessControlList.entries(bytes) == nil)
    }

    @Test("without an ACL the mode decides: owner first, then group, then everybody")
    func mode() {
        func open(_ mode: UInt32, _ user: UInt32, _ groups: Set<UInt32>) -> Bool {
            NodeAccess(mode: mode, ownerID: 5, groupID: 44, mayOpen: false).isOpen(toUser: user, groups: groups)
        }
        #expect(open(0o660, 1000, [44]) && !open(0o660, 1000, [45]) && open(0o000, 0, []))
        #expect(open(0o600, 5, []) && !open(0o066, 5, [44]) && !open(0o606, 1000, [44]))
        #expect(open(0o666, 1000, []) && !open(0o664, 1000, []))
    }

    @Test("an ACL lets its user in, and nobody else; the mask bounds it")
    func acl() {
        func open(_ list: [UInt8], _ user: UInt32, _ groups: Set<UInt32> = []) -> Bool {
            NodeAccess(mode: 0o660, groupID: 44, accessControlList: list, mayOpen: false)
                .isOpen(toUser: user, groups: groups)
        }
        #expect(open(uaccess, 1000) && !open(uaccess, 1001) && open(uaccess, 1001, [44]))
        let masked = list([
            (1, 6, Self.none), (2, 6, 1000), (4, 6, Self.none), (0x10, 4, Self.none), (0x20, 6, Self.none),
        ])
        #expect(!open(masked, 1000) && !open(masked, 1, [44]) && open(masked, 1))
        let group = list([(1, 6, Self.none), (4, 0, Self.none), (8, 6, 27), (0x10, 6, Self.none), (0x20, 0, Self.none)])
        #expect(open(group, 1, [27]) && open(group, 1, [27, 44]) && !open(group, 1, [44]))
    }
}
