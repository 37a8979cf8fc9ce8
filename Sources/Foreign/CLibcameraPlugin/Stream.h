// SPDX-License-Identifier: Apache-2.0

#ifndef CANDELA_STREAM_H
#define CANDELA_STREAM_H

#include "Buffers.h"
#include "Session.h"

#include <condition_variable>
#include <mutex>
#include <vector>

/// A running stream: keeps the newest completed request, and gives the one before back to the camera.
struct clibcamera_stream {
    /// Configures, allocates and starts; throws an errno as an int.
    static clibcamera_stream *start(clibcamera_session &session, clibcamera_format &format);
    clibcamera_stream(const clibcamera_stream &) = delete;
    clibcamera_stream &operator=(const clibcamera_stream &) = delete;

    int next(int64_t timeout_ns, clibcamera_frame &frame);
    void release(uint32_t index);
    clibcamera_statistics statistics();
    void wake();
    void stop();
    /// Deletes the stream once no frame is lent any more.
    void give_up();

private:
    clibcamera_stream(clibcamera_session &session, clibcamera_format &format);
    ~clibcamera_stream() = default;

    /// Null after `stop`.
    clibcamera_session *session;
    std::unique_ptr<libcamera::CameraConfiguration> configuration;
    std::unique_ptr<libcamera::FrameBufferAllocator> allocator;
    std::vector<std::unique_ptr<libcamera::Request>> requests;
    std::vector<candela::MappedBuffer> buffers;

    std::mutex lock;
    std::condition_variable changed;
    libcamera::Request *newest = nullptr;
    clibcamera_statistics counts = {};
    /// By request.
    std::vector<uint64_t> sequences;
    /// The camera's number of the last frame, and ours.
    uint32_t last_number = 0;
    uint64_t last_sequence = 0;
    size_t lent = 0;
    bool is_running = false, is_gone = false, is_woken = false, is_given_up = false;

    void allocate();
    void run();
    void completed(libcamera::Request *request);
    /// Counts a frame; with the lock held.
    void count(const libcamera::Request &request);
    /// With the lock held.
    void queue(libcamera::Request *request);
    void fill(clibcamera_frame &frame, const libcamera::Request &request) const;
    void halt();
};

#endif
