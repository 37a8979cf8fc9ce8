// SPDX-License-Identifier: Apache-2.0

#include "Stream.h"

#include "Values.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

namespace {

/// A frame that the caller reads and the newest one that waits are buffers that the camera lacks meanwhile; exposure and focus
/// control stand still without requests.
constexpr unsigned held_buffers = 2;

void check(int result) {
    if (result < 0) throw -result;
}

libcamera::FrameBuffer *buffer_of(const libcamera::Request &request) { return request.buffers().begin()->second; }

}

clibcamera_stream *clibcamera_stream::start(clibcamera_session &session, clibcamera_format &format) {
    return new clibcamera_stream(session, format);
}

clibcamera_stream::clibcamera_stream(clibcamera_session &owner, clibcamera_format &format) : session(&owner) {
    if (owner.is_streaming) throw int(EBUSY);
    configuration = owner.configuration();
    libcamera::StreamConfiguration &wanted = configuration->at(0);
    if (format.format != 0) wanted.pixelFormat = libcamera::PixelFormat(format.format);
    if (format.width != 0) wanted.size = libcamera::Size(format.width, format.height);
    wanted.bufferCount += held_buffers;
    if (configuration->validate() == libcamera::CameraConfiguration::Invalid) throw int(EINVAL);
    check(owner.camera->configure(configuration.get()));
    const libcamera::StreamConfiguration &now = configuration->at(0);
    format = {now.pixelFormat.fourcc(), now.size.width, now.size.height, now.stride};
    allocate();
    owner.camera->requestCompleted.connect(this, &clibcamera_stream::completed);
    owner.camera->disconnected.connect(this, [this] {
        std::lock_guard guard(lock);
        is_gone = true;
        changed.notify_all();
    });
    try {
        run();
    } catch (...) {
        halt();
        throw;
    }
    owner.is_streaming = true;
}

void clibcamera_stream::allocate() {
    libcamera::Stream *stream = configuration->at(0).stream();
    allocator = std::make_unique<libcamera::FrameBufferAllocator>(session->camera);
    check(allocator->allocate(stream));
    for (const auto &buffer : allocator->buffers(stream)) {
        auto request = session->camera->createRequest(buffers.size());
        if (!request) throw int(ENOMEM);
        check(request->addBuffer(stream, buffer.get()));
        buffers.emplace_back(*buffer);
        requests.push_back(std::move(request));
    }
    if (requests.empty()) throw int(ENOMEM);
    sequences.resize(requests.size());
}

void clibcamera_stream::run() {
    libcamera::ControlList first(session->camera->controls());
    session->take_pending(first);
    check(session->camera->start(&first));
    // The pipeline of USB cameras takes nothing at the start (libcamera 0.0.3 and later): the first request has it too.
    for (const auto &[id, value] : first) requests.front()->controls().set(id, value);
    std::lock_guard guard(lock);
    is_running = true;
    for (const auto &request : requests) check(session->camera->queueRequest(request.get()));
}

void clibcamera_stream::completed(libcamera::Request *request) {
    if (request->status() == libcamera::Request::RequestCancelled) return;
    std::lock_guard guard(lock);
    if (!is_running) return;
    count(*request);
    auto status = buffer_of(*request)->metadata().status;
    if (status == libcamera::FrameMetadata::FrameError) {
        counts.damaged++;
        return queue(request);
    }
#if LIBCAMERA_VERSION_MAJOR > 0 || LIBCAMERA_VERSION_MINOR > 5 || (LIBCAMERA_VERSION_MINOR == 5 && LIBCAMERA_VERSION_PATCH >= 2)
    // The pipeline knows that its exposure control has not settled.
    if (status == libcamera::FrameMetadata::FrameStartup) return queue(request);
#endif
    if (newest != nullptr) {
        counts.superseded++;
        queue(newest);
    }
    newest = request;
    changed.notify_all();
}

void clibcamera_stream::count(const libcamera::Request &request) {
    // libcamera 0.4's virtual camera gives no numbers, but leaves what was in memory.
    constexpr uint32_t believable_gap = 1000;
    uint32_t number = buffer_of(request)->metadata().sequence, step = number - last_number;
    if (counts.captured == 0) step = 0;
    else if (step == 0 || step > believable_gap) step = 1;
    if (step > 1) counts.dropped += step - 1;
    last_number = number;
    last_sequence += step;
    sequences[request.cookie()] = last_sequence;
    counts.captured++;
}

void clibcamera_stream::queue(libcamera::Request *request) {
    if (!is_running) return;
    request->reuse(libcamera::Request::ReuseBuffers);
    session->take_pending(request->controls());
    if (session->camera->queueRequest(request) < 0) {
        is_gone = true;
        changed.notify_all();
    }
}

int clibcamera_stream::next(int64_t timeout_ns, clibcamera_frame &frame) {
    std::unique_lock guard(lock);
    auto deadline = std::chrono::steady_clock::now() + std::chrono::nanoseconds(std::max<int64_t>(timeout_ns, 0));
    auto is_over = [this] { return is_woken || !is_running || newest != nullptr || is_gone; };
    if (!changed.wait_until(guard, deadline, is_over)) return ETIMEDOUT;
    if (is_woken || !is_running) return ECANCELED;
    if (newest == nullptr) return ENODEV;
    libcamera::Request *request = std::exchange(newest, nullptr);
    lent++;
    buffers[request->cookie()].begin();
    fill(frame, *request);
    return 0;
}

void clibcamera_stream::fill(clibcamera_frame &frame, const libcamera::Request &request) const {
    frame = {};
    frame.index = uint32_t(request.cookie());
    const libcamera::FrameMetadata &described = buffer_of(request)->metadata();
    frame.sequence = sequences[request.cookie()];
    frame.timestamp = described.timestamp;
    const auto &planes = buffers[request.cookie()].planes();
    frame.plane_count = planes.size();
    const auto &written = described.planes();
    for (size_t i = 0; i < planes.size(); i++) {
        frame.planes[i] = planes[i];
        if (i < written.size()) frame.planes[i].used = std::min<size_t>(written[i].bytesused, planes[i].length);
    }
    // Not constant before 0.7.
    const libcamera::ControlList &metadata = const_cast<libcamera::Request &>(request).metadata();
    for (const auto &[id, value] : metadata) {
        if (frame.metadata_count == CLIBCAMERA_METADATA) break;
        clibcamera_value number = candela::number_value(id, value);
        if (number.count > 0) frame.metadata[frame.metadata_count++] = number;
        if (id == libcamera::controls::SENSOR_TIMESTAMP && number.type == CLIBCAMERA_INTEGER64)
            // Exact, unlike a double: nanoseconds since the start of a machine that runs for months.
            frame.timestamp = uint64_t(value.get<int64_t>());
    }
}

void clibcamera_stream::release(uint32_t index) {
    bool is_last;
    {
        std::lock_guard guard(lock);
        if (index >= buffers.size() || lent == 0) return;
        buffers[index].end();
        lent--;
        if (is_running) queue(requests[index].get());
        is_last = is_given_up && lent == 0;
    }
    if (is_last) delete this;
}

clibcamera_statistics clibcamera_stream::statistics() {
    std::lock_guard guard(lock);
    return counts;
}

void clibcamera_stream::wake() {
    std::lock_guard guard(lock);
    is_woken = true;
    changed.notify_all();
}

void clibcamera_stream::halt() {
    {
        std::lock_guard guard(lock);
        is_running = false;
        newest = nullptr;
        changed.notify_all();
    }
    // Without the lock: it waits for the thread that completes requests.
    session->camera->stop();
    session->camera->requestCompleted.disconnect();
    session->camera->disconnected.disconnect();
}

void clibcamera_stream::stop() {
    if (session == nullptr) return;
    halt();
    {
        std::lock_guard guard(lock);
        requests.clear();
    }
    allocator.reset();
    configuration.reset();
    session->is_streaming = false;
    session = nullptr;
}

void clibcamera_stream::give_up() {
    bool is_last;
    {
        std::lock_guard guard(lock);
        is_given_up = true;
        is_last = lent == 0;
    }
    if (is_last) delete this;
}
