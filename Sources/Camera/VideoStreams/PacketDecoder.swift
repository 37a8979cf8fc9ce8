// SPDX-License-Identifier: Apache-2.0

internal import CVideo
internal import ConfinedProcesses
package import Frames
internal import Output
internal import Terminal

/// Decodes the compressed video of a video device in a worker's process that can do nothing else. For one thread.
package final class PacketDecoder {
    /// FFmpeg's name of a V4L2 format; `nil` if it is no video that is decoded here.
    package static func codec(_ format: FourCC) -> String? { codecs[format.description] }

    private static let codecs = ["H264": "h264", "HEVC": "hevc"]

    package struct Picture {
        package var luma: LumaImage
        package var isDamaged: Bool
        /// It depends on no other picture.
        package var isKey: Bool
    }

    /// Why there is no decoder, as a clause.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    private let codec: String
    private let program: VideoProgram
    private let onIncident: (String) -> Void
    private let onUnconfined: ((String) -> Void)?
    private var process: VideoProcess?
    private var keys = 0
    /// When the last process failed.
    private var failed: FrameTimestamp?

    /// The maximum time for a packet.
    private static let limit = Duration.seconds(5)

    /// Starts a process and waits until it is ready.
    ///
    /// - Parameter onIncident: called with a sentence when a process fails.
    package init(
        _ codec: String, program: VideoProgram = .ownExecutable,
        onIncident: @escaping (String) -> Void = { Console.note(VisibleText.escape($0)) },
        onUnconfined: ((String) -> Void)? = nil
    ) throws(Failure) {
        self.codec = codec
        self.program = program
        self.onIncident = onIncident
        self.onUnconfined = onUnconfined
        process = try start()
    }

    /// So that tests can kill it.
    package var processID: Int32? { process?.process }

    private func start() throws(Failure) -> VideoProcess {
        let process: VideoProcess
        do throws(WorkerFailure) {
            process = try VideoProcess(program, .decoder(codec: codec))
        } catch {
            throw Failure(description: error.description)
        }
        // Allows for loading libraries from a cold memory card.
        switch process.receive(within: .seconds(20)) {
        case .answer(.opened(_, let unconfined)):
            if let unconfined { onUnconfined?(unconfined) }
            keys = 0
            return process
        case .answer(.failed(let failure)): throw Failure(description: Self.words(failure))
        case .answer: throw Failure(description: "the \(VideoProcess.name) is not candela's")
        case .died(let reason): throw Failure(description: reason)
        case .late: throw Failure(description: "the \(VideoProcess.name) was not ready within 20 s")
        }
    }

    private static func words(_ failure: VideoFailure) -> String {
        if failure.status == VideoFailure.missingLibrary {
            return
                "the plugin for video cannot be loaded (\(failure.detail)); install FFmpeg's libraries (Debian: apt install "
                + "libavcodec59, or the number of your release)"
        }
        return failure.kind == CVIDEO_NO_DECODER
            ? "FFmpeg's libraries here cannot decode \(failure.detail)" : failure.detail
    }

    /// Decodes what the device gave as one buffer; `nil` if no picture is complete, or if a process was lost. A process that
    /// fails is replaced, at most once a second.
    package func decode(_ bytes: PixelStorage) -> Picture? {
        guard bytes.count > 0, bytes.count < 1 << 28, let process = running() else { return nil }
        do throws(WorkerFailure) {
            try process.decode(bytes)
        } catch {
            lose(error.description)
            return nil
        }
        switch process.receive(within: Self.limit) {
        case .answer(.waiting): return nil
        case .answer(.needsRoom(let size)):
            do throws(WorkerFailure) {
                try process.makeRoom(for: size)
            } catch {
                lose(error.description)
            }
            return nil
        case .answer(.picture(let picture)):
            guard let luma = process.luma(picture) else {
                lose("the \(VideoProcess.name) sent invalid data and was ended")
                return nil
            }
            process.release(picture.slot)
            defer { keys = picture.counts.keys }
            return Picture(luma: luma, isDamaged: picture.isDamaged, isKey: picture.counts.keys > keys)
        case .answer(.failed(let failure)): lose(Self.words(failure))
        case .answer: lose("the \(VideoProcess.name) sent invalid data and was ended")
        case .died(let reason): lose(reason)
        case .late: lose("the \(VideoProcess.name) took more than \(Self.limit) and was ended")
        }
        return nil
    }

    private func lose(_ reason: String) {
        process?.kill()
        process = nil
        failed = .now
        onIncident(reason + "; it will be restarted, and waits for a key frame")
    }

    private func running() -> VideoProcess? {
        if let process { return process }
        if let failed, FrameTimestamp.now.since(failed) < .seconds(1) { return nil }
        do throws(Failure) {
            process = try start()
        } catch {
            lose(error.description)
        }
        return process
    }
}
