// SPDX-License-Identifier: Apache-2.0

import Frames
import Glibc
import Synchronization
import Threads

/// A thread that reads as fast as the writer writes and keeps only the newest frame.
final class LiveReader: Sendable {
    private struct State {
        var newest: StreamReader.NumberedFrame?
        var hasEnded = false
        var error: FrameSourceError?
        var captured = 0
        var superseded = 0
    }
    private let state = Mutex(State())
    private let reader: StreamReader
    /// Readable while `state` may contain something new.
    private let news: WakeDescriptor
    private let newsInput: StreamInput
    /// The thread's id, until it has been joined.
    private let thread = Mutex<pthread_t?>(nil)

    init(_ reader: StreamReader) throws(FrameSourceError) {
        self.reader = reader
        guard let news = WakeDescriptor() else { throw FrameSourceError(.failed, noDescriptorLeft) }
        self.news = news
        newsInput = try StreamInput(news.descriptor)
    }

    func start() throws(FrameSourceError) {
        var id = pthread_t()
        let context = unsafe Unmanaged.passRetained(self)
        let code = unsafe pthread_create(
            &id, nil,
            { context in
                unsafe Unmanaged<LiveReader>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw FrameSourceError(.failed, "cannot start a thread to read the stream: \(message(code))")
        }
        thread.withLock { $0 = id }
    }

    /// Ends and joins the thread; wakes `next`.
    func stop() {
        reader.input.stop()
        newsInput.stop()
        let id = thread.withLock { id in
            defer { id = nil }
            return id
        }
        if let id { pthread_join(id, nil) }
    }

    /// The newest frame not yet returned; waits for it.
    func next(deadline: FrameTimestamp) throws(FrameSourceError) -> StreamReader.Outcome {
        while true {
            let (frame, hasEnded, error) = state.withLock { state in
                defer { state.newest = nil }
                return (state.newest, state.hasEnded, state.error)
            }
            if let frame { return .frame(frame) }
            if let error { throw error }
            if hasEnded { return .end }
            var bytes: [UInt8] = .init(repeating: 0, count: 64)
            let outcome = try unsafe bytes.withUnsafeMutableBufferPointer {
                (memory: inout UnsafeMutableBufferPointer<UInt8>) throws(FrameSourceError) -> StreamInput.Outcome in
                try unsafe newsInput.read(into: UnsafeMutableRawBufferPointer(memory), deadline: deadline)
            }
            switch outcome {
            case .bytes: continue
            case .end: return .end
            case .stopped: return .stopped
            case .timeout: return .timeout
            }
        }
    }

    var counts: (captured: Int, superseded: Int) { state.withLock { ($0.captured, $0.superseded) } }

    private func run() {
        while step() { news.signal() }
        news.signal()
    }

    /// Returns whether there may be more frames.
    private func step() -> Bool {
        do throws(FrameSourceError) {
            let outcome = try reader.next(deadline: nil)
            return state.withLock { state in
                guard case .frame(let frame) = outcome else {
                    state.hasEnded = true
                    return false
                }
                state.captured += 1
                if state.newest != nil { state.superseded += 1 }
                state.newest = frame
                return true
            }
        } catch {
            state.withLock { state in
                state.hasEnded = true
                state.error = error
            }
            return false
        }
    }
}
