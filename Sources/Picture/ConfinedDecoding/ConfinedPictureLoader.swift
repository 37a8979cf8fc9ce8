// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import FrameCoding
internal import FrameMetrics
package import Frames
package import Pictures
internal import Synchronization
internal import Threads

/// Decodes picture files in processes that can do nothing else. A picture of which a decoder dies, never ends or takes too
/// much memory is an error like a damaged one, and the next picture gets a new process.
///
/// Each thread that decodes at a time has a process of its own; they are kept for later pictures.
package final class ConfinedPictureLoader: PictureDecoder {
    private let program: DecoderProgram
    private let maximumPixels: Int
    private let limit: Duration
    private let onUnconfined: (@Sendable (String) -> Void)?
    private let idle = Mutex<[Idle]>([])

    /// Unchecked: a process is for one thread at a time, and while it is here, for none.
    private struct Idle: @unchecked Sendable {
        var kind: DecoderKind
        var process: DecoderProcess
    }

    /// Processes that wait for pictures.
    private static let mostIdle = 16

    /// - Parameter limit: the maximum time for a picture. The largest take a second on a desktop computer.
    package init(
        program: DecoderProgram, maximumPixels: Int = PictureLoader.defaultMaximumPixels,
        limit: Duration = .seconds(30),
        onUnconfined: (@Sendable (String) -> Void)? = nil
    ) {
        self.program = program
        self.maximumPixels = maximumPixels
        self.limit = limit
        self.onUnconfined = onUnconfined
    }

    /// The processes that wait, so that tests can kill them.
    package var idleProcesses: [Int32] { idle.withLock { $0.map(\.process.process) } }

    package func expect(_ paths: [String], threads: Int) {
        let kinds = paths.prefix(threads).map { path in PictureFormat(fileName: path).map { DecoderKind($0) } ?? .common
        }
        // On a thread: starting a process takes a millisecond, in which the caller can start readers.
        _ = WorkerThread { [self] in
            for kind in kinds {
                // If it cannot be started now, the picture will say so.
                if let process = try? start(kind) { put(process, kind) }
            }
        }
    }

    package func picture(at path: String) throws(PictureError) -> Picture {
        var picture = try picture(at: path, plane: nil)
        if picture.format != .pnm {
            picture.plane = { plane in try? self.picture(at: path, plane: plane).luma }
        }
        return picture
    }

    private func picture(at path: String, plane: ColourPlane?) throws(PictureError) -> Picture {
        let file = try PictureFile(path)
        guard let format = try file.format else { throw .notPicture(path) }
        var jpeg: JPEGFacts?
        var picture = try unsafe decode(format, plane, count: file.count, name: path) { (target) throws(PictureError) in
            try unsafe file.read(into: target)
            if format == .jpeg {
                let bytes = unsafe UnsafeRawBufferPointer(target).assumingMemoryBound(to: UInt8.self)
                jpeg = unsafe JPEGFacts(Span(_unsafeElements: bytes))
            }
        }
        picture.jpeg = jpeg
        return picture
    }

    package func picture(in data: PixelStorage, name: String) throws(PictureError) -> Picture {
        var picture = try picture(in: data, plane: nil, name: name)
        if picture.format != .pnm {
            picture.plane = { plane in try? self.picture(in: data, plane: plane, name: name).luma }
        }
        return picture
    }

    private func picture(in data: PixelStorage, plane: ColourPlane?, name: String) throws(PictureError) -> Picture {
        if data.count == 0 { throw PictureError(.empty, name, "cannot read \(name): it is empty") }
        guard let format = data.withSpan({ PictureFormat(firstBytes: $0) }) else { throw .notPicture(name) }
        var picture = try unsafe decode(format, plane, count: data.count, name: name) { (target) throws(PictureError) in
            unsafe data.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
        if format == .jpeg { picture.jpeg = data.withSpan { JPEGFacts($0) } }
        return picture
    }

    /// - Parameter fill: writes the file's bytes.
    private func decode(
        _ format: PictureFormat, _ plane: ColourPlane?, count: Int, name: String,
        fill: (UnsafeMutableRawBufferPointer) throws(PictureError) -> Void
    ) throws(PictureError) -> Picture {
        let kind = DecoderKind(format)
        let process: DecoderProcess
        do throws(WorkerFailure) {
            process = if let waiting = take(kind) { waiting } else { try start(kind) }
        } catch {
            throw PictureError(.decoderFailed, name, "cannot decode \(name): \(error.description)")
        }
        let input: Result<DecoderRequest.Input, DecoderFailure>
        do throws(PictureError) {
            input = try unsafe process.put(count: count, room: 0, fill: fill)
        } catch {
            put(process, kind)
            throw error
        }
        let result: Result<Picture, PictureError>
        do throws(DecoderFailure) {
            result = try outcome(of: try input.get(), process, format, plane, name)
        } catch {
            throw PictureError(.decoderFailed, name, "cannot decode \(name): \(error.description)")
        }
        process.tidy()
        put(process, kind)
        return try result.get()
    }

    /// The picture, or its own error. A thrown error means that the process is of no more use.
    private func outcome(
        of input: DecoderRequest.Input, _ process: DecoderProcess, _ format: PictureFormat, _ plane: ColourPlane?,
        _ name: String
    ) throws(DecoderFailure) -> Result<Picture, PictureError> {
        switch try process.ask(.picture(input, name: name, maximumPixels: maximumPixels, plane: plane), limit: limit) {
        case .picture(let facts, let isPending):
            guard facts.size.area <= maximumPixels else { throw process.nonsense() }
            if isPending {
                try process.makeRoom(facts.size.area)
                guard case .converted = try process.ask(.write(room: process.room), limit: limit) else {
                    throw process.nonsense()
                }
            }
            guard let luma = process.luma(facts.size) else { throw process.nonsense() }
            return .success(
                Picture(
                    luma: luma, format: format, storedSize: facts.storedSize, orientation: facts.orientation,
                    damage: facts.damage, transparency: facts.transparency))
        case .noPicture(let kind, let description): return .failure(PictureError(kind, name, description))
        case .blind(let reason): throw DecoderFailure(reason)
        default: throw process.nonsense()
        }
    }

    // MARK: Processes

    private func start(_ kind: DecoderKind) throws(WorkerFailure) -> DecoderProcess {
        let process = try DecoderProcess(program.program(kind))
        process.onUnconfined = onUnconfined
        return process
    }

    /// A process that waits, and has not died meanwhile.
    private func take(_ kind: DecoderKind) -> DecoderProcess? {
        idle.withLock { idle -> Idle? in
            while let index = idle.lastIndex(where: { $0.kind == kind }) {
                let found = idle.remove(at: index)
                if found.process.isAlive { return found }
            }
            return nil
        }?.process
    }

    private func put(_ process: DecoderProcess, _ kind: DecoderKind) {
        let kept = Idle(kind: kind, process: process)
        // The one that has waited longest ends outside the lock.
        let last = idle.withLock { idle -> Idle? in
            idle.append(kept)
            return idle.count > Self.mostIdle ? idle.removeFirst() : nil
        }
        withExtendedLifetime(last) {}
    }
}
