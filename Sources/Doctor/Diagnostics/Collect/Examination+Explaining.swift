// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
package import Cameras
package import Frames
internal import Scanning
internal import V4L2

extension Examination {
    /// Finds the cause of a failure that another command has just met; `nil` if no check fails. Does not stream.
    package static func explain(_ failure: CameraFailure, of address: CameraAddress, program: String) -> Finding? {
        switch address {
        case .simulated, .standardInput, .network, .libcamera, .genICam, .pipeWire: return nil
        case .automatic, .query: break
        }
        // The camera is known, and that it disconnected; another one may have its name by now.
        if case .streaming(let error) = failure, error.kind == .gone {
            var snapshot = Snapshot(
                program: program, time: "", subject: .init(kind: .camera, name: address.name, isNamed: true))
            var record = StreamRecord()
            record.ending = .init(kind: .gone, message: error.description)
            snapshot.stream = .seen(record)
            return StreamFailures.judge(ending: record, StreamSubject(snapshot))
        }
        let options = Options(symbologies: []) { _, _ throws(BarcodeReaderError) in NoReader() }
        var snapshot: Snapshot
        do throws(Refusal) {
            snapshot = try Examination(options: options, depth: .system).examine(address, program: program)
        } catch {
            return nil
        }
        var record = StreamRecord()
        switch failure {
        case .opening(let error):
            // A failure before the camera was open is no evidence about its stream.
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

/// A failure that another command has met.
package enum CameraFailure: Sendable {
    case opening(CameraError)
    case streaming(FrameSourceError)
    /// The camera was opened, and then stopped answering.
    case lost
}
