// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Expands the files and folders that a user names into a list of pictures.
package struct PictureFinder: Sendable {
    package enum Finding: Hashable, Sendable {
        case picture(path: String)
        /// The argument could not be read, or has no pictures; the rest of the list is valid.
        case failure(PictureError)
    }

    /// Deeper than real folders; prevents a hostile tree from exhausting the stack.
    private static let deepest = 64

    package init() {}

    /// The pictures among `arguments`, in their order; those of a folder and its subfolders in natural order of their
    /// names.
    ///
    /// A file named directly is always in the list, so that an error about it can be shown. In folders, hidden entries
    /// are skipped, and links are followed, but no folder is visited twice within one argument. A file counts as a
    /// picture by its extension or, if that is unknown, by its first bytes.
    package func find(_ arguments: [String]) -> [Finding] {
        arguments.flatMap { argument -> [Finding] in
            var status = stat()
            guard unsafe stat(argument, &status) == 0 else {
                return [.failure(.system("open", argument, errno: errno))]
            }
            guard status.st_mode & S_IFMT == S_IFDIR else { return [.picture(path: argument)] }
            var walk = Walk()
            walk.visit(argument, status, depth: 0)
            if walk.findings.isEmpty {
                let message = "cannot find pictures in \(argument): it has no picture files; name another folder"
                return [.failure(PictureError(.folderWithoutPictures, argument, message))]
            }
            return walk.findings
        }
    }

    private struct Walk {
        struct Identity: Hashable {
            let device: dev_t
            let inode: ino_t
        }
        var findings: [Finding] = []
        var visited: Set<Identity> = []

        mutating func visit(_ folder: String, _ status: stat, depth: Int) {
            guard visited.insert(Identity(device: status.st_dev, inode: status.st_ino)).inserted else { return }
            guard depth < PictureFinder.deepest else {
                let message = "cannot list \(folder): it is more than \(PictureFinder.deepest) folders deep"
                findings.append(.failure(PictureError(.failed(errno: ELOOP), folder, message)))
                return
            }
            let names: [String]
            do throws(PictureError) { names = try entries(of: folder) } catch {
                findings.append(.failure(error))
                return
            }
            for name in names.sorted(by: comesNaturallyBefore) {
                let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
                var status = stat()
                // A dangling link, or a file deleted meanwhile, is not a picture.
                guard unsafe stat(path, &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR: visit(path, status, depth: depth + 1)
                case S_IFREG where looksLikePicture(path, name): findings.append(.picture(path: path))
                default: break
                }
            }
        }

        /// Without hidden entries.
        private mutating func entries(of folder: String) throws(PictureError) -> [String] {
            guard let stream = unsafe opendir(folder) else { throw .system("list", folder, errno: errno) }
            defer { unsafe closedir(stream) }
            var names: [String] = []
            while true {
                errno = 0
                guard let entry = unsafe readdir(stream) else {
                    if errno != 0 { throw .system("list", folder, errno: errno) }
                    return names
                }
                let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
                if bytes.first == UInt8(ascii: ".") { continue }
                if let name = String(validating: bytes, as: UTF8.self) {
                    names.append(name)
                } else {
                    let name = String(decoding: bytes, as: UTF8.self)
                    let message = "cannot read a file in \(folder): its name, \(name), is not UTF-8; rename it"
                    findings.append(.failure(PictureError(.failed(errno: EILSEQ), folder, message)))
                }
            }
        }

        private func looksLikePicture(_ path: String, _ name: String) -> Bool {
            if let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) {
                let ending = name[name.utf8.index(after: dot)...].lowercased()
                if PictureFormat.knownExtensions.contains(ending) { return true }
            }
            let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: PictureFormat.signatureLength)
            let got = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress!, $0.count) }
            return got > 0 && PictureFormat(firstBytes: bytes.span.extracting(0..<got)) != nil
        }
    }
}
