// SPDX-License-Identifier: Apache-2.0

internal import Cameras
import Glibc
internal import Pictures

/// The inputs of a command as jobs, in the order given. Adjacent pictures are one job, so that all cores share it.
enum ScanInputs {
    enum Job {
        case pictures([String])
        case camera(CameraAddress)
        case failed(source: String, message: String)
    }

    static func sort(_ inputs: [String]) -> [Job] {
        guard !inputs.isEmpty else { return [.camera(.automatic)] }
        var jobs: [Job] = []
        for input in inputs {
            switch kind(of: input) {
            case .camera: jobs.append(.camera(CameraAddress(input)))
            case .file:
                for finding in PictureFinder().find([input]) {
                    switch finding {
                    case .picture(let path): append(path, to: &jobs)
                    case .failure(let error): jobs.append(.failed(source: error.path, message: error.description))
                    }
                }
            }
        }
        return jobs
    }

    /// Whether there is more than one source, so that each read must name its own.
    static func isSeveral(_ jobs: [Job]) -> Bool {
        if jobs.count > 1 { return true }
        if case .pictures(let list) = jobs.first { return list.count > 1 }
        return false
    }

    private enum Kind { case camera, file }

    /// The kind of an existing path is read from the file; a missing path is a picture if it looks like a path.
    private static func kind(of input: String) -> Kind {
        let address = CameraAddress(input)
        if input == "-" || address != .query(input) || address.refusal != nil { return .camera }
        var information = stat()
        if unsafe stat(input, &information) == 0 {
            switch information.st_mode & S_IFMT {
            case S_IFCHR: return .camera
            default: return .file
            }
        }
        if input.hasPrefix("/dev/") { return .camera }
        return input.contains("/") || input.dropFirst().contains(".") ? .file : .camera
    }

    private static func append(_ path: String, to jobs: inout [Job]) {
        if case .pictures(let list) = jobs.last {
            jobs[jobs.count - 1] = .pictures(list + [path])
        } else {
            jobs.append(.pictures([path]))
        }
    }
}
