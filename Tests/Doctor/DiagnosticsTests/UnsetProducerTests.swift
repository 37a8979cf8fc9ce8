// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing
import UserSession

@Suite("The variable for producers of GenICam")
struct UnsetProducerTests {
    private static let producer = "/opt/maker/cti/MakerTL.cti"

    private func find(_ others: [String: String], environment: String? = "HOME=/root\0USER=root\0") throws -> UnsetProducerPath? {
        var files = [Self.producer: "", "/etc/passwd": "root:x:0:0:root:/root:/bin/bash\nada:x:1000:1000::/home/ada:/bin/bash\n"]
        files["/proc/self/environ"] = environment
        let tree = try MachineTree(files.merging(others) { $1 })
        return withExtendedLifetime(tree) {
            HostCollector(files: tree.files, ask: { _ in nil }, access: { _ in nil }).collect().unsetProducerPath
        }
    }

    @Test("a shell's settings that name a folder with a producer are found, in each way to write them")
    func found() throws {
        let profile = "/etc/profile.d/maker.sh"
        for line in [
            "export GENICAM_GENTL64_PATH=/opt/maker/cti\n", "GENICAM_GENTL64_PATH=\"$GENICAM_GENTL64_PATH:/opt/maker/cti/\"; export GENICAM_GENTL64_PATH\n",
            "  export GENICAM_GENTL64_PATH=${GENICAM_GENTL64_PATH:+$GENICAM_GENTL64_PATH:}/opt/none:/opt/maker/cti # producers\n",
        ] {
            #expect(try find([profile: line]) == UnsetProducerPath(file: profile, producer: Self.producer))
        }
        let set = "export GENICAM_GENTL64_PATH=/opt/maker/cti\n"
        #expect(try find(["/home/ada/.bashrc": set])?.owner == 1000)
        #expect(try find(["/home/ada/.bashrc": set], environment: nil)?.isEnvironmentUnknown == true)
        #expect(try find(["/home/ada/.bashrc": "# " + set]) == nil && find([profile: set.replacing("maker", with: "none")]) == nil)
        #expect(try find([profile: set, "/etc/environment": "GENICAM_GENTL64_PATH=/opt/maker/cti\n"]) == nil)
        #expect(try find([profile: set], environment: "HOME=/root\0GENICAM_GENTL64_PATH=/opt/other\0") == nil)
        #expect(try find([:]) == nil)
    }

    @Test("it is a note where no webcam is asked about; without the environment, only below root and for a file that root does not read")
    func note() {
        func message(_ path: UnsetProducerPath, user: UInt32, hasCamera: Bool = false) -> String? {
            var snapshot = hasCamera ? Snapshot.healthy() : .withoutCamera([], MachineRecord(platform: Platform()))
            snapshot.host.value?.unsetProducerPath = path
            snapshot.user.value?.id = user
            return Doctor.judge(snapshot).notes.first { $0.id == .genICamNoCamera }?.message
        }
        var path = UnsetProducerPath(file: "/home/ada/.bashrc", owner: 1000, producer: Self.producer)
        #expect(message(path, user: 0)?.contains("GENICAM_GENTL64_PATH") == true)
        #expect(message(path, user: 0, hasCamera: true) == nil)
        #expect(message(path, user: 1000) != nil && message(path, user: 1001) == nil)
        path.isEnvironmentUnknown = true
        #expect(message(path, user: 0) != nil && message(path, user: 1000) == nil)
        path.owner = nil
        #expect(message(path, user: 0) == nil)
    }
}
