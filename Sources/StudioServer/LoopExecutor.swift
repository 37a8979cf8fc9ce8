// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Runs tasks on an event loop's own thread.
///
/// A server's tasks run on the cooperative pool otherwise, and each picture wakes a thread to be taken, and another to be
/// sent: on a small machine that costs more than the picture does. What they do must not block; that is the desks'.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
