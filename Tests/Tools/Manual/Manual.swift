// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Writes the manual: `candela-manual COMMAND FOLDER`.
@main
package struct Manual {
    package static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            FileHandle.standardError.write(Data("usage: candela-manual path/to/candela folder\n".utf8))
            exit(2)
        }
        let pages = try pages(of: arguments[1])
        let folder = URL(fileURLWithPath: arguments[2])
        try write(pages, to: folder)
        print("\(pages.count) pages written to \(folder.relativePath)")
    }

    static let sections = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Sections")

    /// Generates the pages from the help of the command at `path`.
    package static func pages(of path: String) throws -> [(name: String, text: String)] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--experimental-dump-help"]
        process.standardOutput = output
        try process.run()
        let dump = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try ManualPages(CommandHelp(dump: dump), sections: sections).pages
    }

    /// Writes the pages, and removes pages of commands that no longer exist.
    package static func write(_ pages: [(name: String, text: String)], to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".1") && !pages.contains(where: { $0.name == name }) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        for page in pages { try Data(page.text.utf8).write(to: folder.appending(path: page.name)) }
    }
}
