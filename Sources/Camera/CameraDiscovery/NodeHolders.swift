// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Udev
internal import UserSession

/// The programs that currently have a device node open.
///
/// Found through the open files in `/proc`. Misses a program that closed its file and kept only a mapping.
package struct NodeHolders: Hashable, Sendable {
    package var holders: [Holder]
    /// The number of processes of other users that could not be checked (only root may): the list may lack a holder.
    package var unseenProcesses: Int
    /// Whether `/proc` could be read and every process in it checked.
    package var isComplete: Bool

    package init(holders: [Holder], unseenProcesses: Int, isComplete: Bool) {
        self.holders = holders
        self.unseenProcesses = unseenProcesses
        self.isComplete = isComplete
    }

    package struct Holder: Hashable, Sendable {
        package var processID: Int32
        /// The kernel's `comm`, at most 15 bytes, chosen by the program: raw.
        package var name: String
        /// The effective user's name, or the number if it has none.
        package var user: String
        package var userID: UInt32

        package init(processID: Int32, name: String, user: String, userID: UInt32) {
            self.processID = processID
            self.name = name
            self.user = user
            self.userID = userID
        }
    }

    /// Finds the holders, sorted by process id.
    package static func find(_ number: DeviceNumber, procFolder: String = "/proc") -> NodeHolders {
        var result = NodeHolders(holders: [], unseenProcesses: 0, isComplete: false)
        let system = SystemFiles()
        guard let processes = system.names(procFolder) else { return result }
        for process in processes {
            guard process.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int32(process) else { continue }
            let folder = "\(procFolder)/\(process)"
            let files: [String]
            do {
                files = try system.list(folder + "/fd")
            } catch {
                // A process that has ended since holds nothing.
                if error.number == EACCES || error.number == EPERM { result.unseenProcesses += 1 }
                continue
            }
            if files.contains(where: { isDevice("\(folder)/fd/\($0)", number) }) {
                var status = stat()
                // A zombie, or ended since.
                guard unsafe stat(folder, &status) == 0 else { continue }
                result.holders.append(
                    Holder(
                        processID: id, name: SysfsAttribute.read("comm", in: folder) ?? "?",
                        user: Accounts.userName(status.st_uid) ?? String(status.st_uid), userID: status.st_uid))
            }
        }
        result.isComplete = result.unseenProcesses == 0
        result.holders.sort { $0.processID < $1.processID }
        return result
    }

    /// What could not be checked, for reports; `nil` if everything could.
    package var limitation: String? {
        if isComplete { return nil }
        if unseenProcesses == 0 { return "cannot see which programs use it: /proc cannot be read" }
        return "\(unseenProcesses) processes of other users could not be checked; run as root to check them"
    }

    /// Follows only links into `/dev`: following one to a file on a dead network share would hang.
    private static func isDevice(_ link: String, _ number: DeviceNumber) -> Bool {
        let isInDev = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 5) { buffer in
            let count = unsafe readlink(link, buffer.baseAddress!, 5)
            return unsafe count == 5 && buffer.elementsEqual([0x2f, 0x64, 0x65, 0x76, 0x2f])
        }
        var status = stat()
        return unsafe isInDev && stat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
            && DeviceNumber(rawValue: UInt64(status.st_rdev)) == number
    }
}
