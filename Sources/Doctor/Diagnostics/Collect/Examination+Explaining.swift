// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
public import Cameras
public import Frames
internal import Scanning
internal import V4L2

extension Examination {
    /// The broken link behind a failure that another command has just met; `nil` when nothing is found to be broken.
    /// Streams nothing.
    public static func explain(_ failure: CameraFailure, of address: CameraAddress, program: String) -> Finding? {
        switch address {
        case .simulated, .standardInput: return nil
        case .automatic, .query: break
        }
        // Which camera it was is known, and that it has gone; another one may be in its place by now.
        if case .streaming(let error) = failure, error.kind == .gone {
            var snapshot = Snapshot(
                program: program, time: "", subject: .init(kind: .camera, name: address.name, isNamed: true))
            var record = StreamRecord()
            record.ending = .init(kind: .gone, message: error.description)
            snapshot.stream = .seen(record)
            return StreamFailures.judge(ending: record, StreamSubject(snapshot))
        }
        let options = Options(symbologies: []) { _ throws(BarcodeReaderError) in NoReader() }
        var snapshot: Snapshot
        do throws(Refusal) {
            snapshot = try Examination(options: options, depth: .system).examine(address, program: program)
        } catch {
            return nil
        }
        var record = StreamRecord()
        switch failure {
        case .opening(let error):
            // What failed before the camera was open says nothing of its stream.
            guard error.cause.map({ $0.request != .open }) ?? error.isBusy else { break }
            record.failure = .init(error)
            snapshot.stream = .seen(record)
        case .streaming(let error):
            record.ending = .init(kind: .init(error.kind), message: error.description)
            snapshot.stream = .seen(record)
        case .lost: break
        }
        guard let headline = Doctor.judge(snapshot).headline, headline.severity == .fail else { return nil }
        return headline
    }
}

/// What another command met.
public enum CameraFailure: Sendable {
    case opening(CameraError)
    case streaming(FrameSourceError)
    /// It was opened, and then answered no more.
    case lost
}
