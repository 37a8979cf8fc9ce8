// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Foundation
import Testing
import Udev

@Suite struct NodeHoldersTests {
    /// A folder like /proc, whose open files are links to devices every machine has.
    private final class FakeProc {
        let folder = FileManager.default.temporaryDirectory.appending(path: "candela-proc-\(UUID().uuidString)").path

        func add(_ process: String, comm: String? = nil, files: [String]) throws {
            let path = folder + "/" + process
            try FileManager.default.createDirectory(atPath: path + "/fd", withIntermediateDirectories: true)
            if let comm { try Data(comm.utf8).write(to: URL(filePath: path + "/comm")) }
            for (number, target) in files.enumerated() {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(path)/fd/\(number)", withDestinationPath: target)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }
    }

    private let null = DeviceNumber(major: 1, minor: 3)

    @Test("the processes with the device open are named, once each, by id")
    func findsHolders() throws {
        let proc = FakeProc()
        try proc.add("200", comm: "zbarcam\n", files: ["/dev/zero", "/dev/null", "/dev/null"])
        try proc.add("31", comm: "pipewire\n", files: ["/dev/null"])
        try proc.add("7", comm: "other\n", files: ["/dev/zero", "socket:[77]", "pipe:[8]", "/dev/no-such-device"])
        try proc.add("self", comm: "x\n", files: ["/dev/null"])
        let found = NodeHolders.find(null, procFolder: proc.folder)
        #expect(found.holders.map(\.processID) == [31, 200])
        #expect(found.holders.map(\.name) == ["pipewire", "zbarcam"])
        #expect(found.holders.allSatisfy { $0.userID == getuid() && !$0.user.isEmpty })
        #expect(found.isComplete)
        #expect(found.limitation == nil)
    }

    @Test("a device nobody has open has no holders")
    func findsNone() throws {
        let proc = FakeProc()
        try proc.add("5", comm: "x\n", files: ["/dev/zero"])
        #expect(NodeHolders.find(null, procFolder: proc.folder).holders.isEmpty)
    }

    @Test("a process without a name still holds")
    func survivesMissingName() throws {
        let proc = FakeProc()
        try proc.add("5", files: ["/dev/null"])
        #expect(NodeHolders.find(null, procFolder: proc.folder).holders.map(\.name) == ["?"])
    }

    @Test("a process that ended holds nothing and hides nothing")
    func ignoresEnded() throws {
        let proc = FakeProc()
        try FileManager.default.createDirectory(atPath: proc.folder + "/9", withIntermediateDirectories: true)
        let found = NodeHolders.find(null, procFolder: proc.folder)
        #expect(found.holders.isEmpty)
        #expect(found.isComplete)
    }

    @Test("a missing /proc is reported")
    func reportsMissingProc() {
        let found = NodeHolders.find(null, procFolder: "/no-such-folder")
        #expect(!found.isComplete)
        #expect(found.limitation == "cannot see which programs use it: /proc cannot be read")
    }

    @Test("the number of unchecked processes is reported")
    func reportsUnseen() {
        let found = NodeHolders(holders: [], unseenProcesses: 3, isComplete: false)
        #expect(found.limitation == "3 processes of other users could not be checked; run as root to check them")
    }

    @Test("this process is found in the real /proc when it holds a device")
    func findsItself() throws {
        let file = try #require(FileHandle(forReadingAtPath: "/dev/full"))
        defer { try? file.close() }
        let found = NodeHolders.find(DeviceNumber(major: 1, minor: 7))
        #expect(found.holders.contains { $0.processID == getpid() })
    }
}
