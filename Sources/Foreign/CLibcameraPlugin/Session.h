// SPDX-License-Identifier: Apache-2.0

#ifndef CANDELA_SESSION_H
#define CANDELA_SESSION_H

#include "CLibcamera.h"
#include "Manager.h"

#include <libcamera/libcamera.h>

#include <memory>
#include <mutex>
#include <vector>

/// A camera that this process has acquired. Use it from one thread at a time, but for `set`.
struct clibcamera_session {
    /// Throws an errno as an int.
    explicit clibcamera_session(const char *id);
    ~clibcamera_session();
    clibcamera_session(const clibcamera_session &) = delete;
    clibcamera_session &operator=(const clibcamera_session &) = delete;

    /// A configuration for viewing, or for what else the camera can; throws EINVAL if it can nothing.
    std::unique_ptr<libcamera::CameraConfiguration> configuration();
    /// Takes values for the next request; an errno.
    int set(const clibcamera_value *values, size_t count);
    /// Moves the values that wait into a request's list.
    void take_pending(libcamera::ControlList &into);

    candela::Manager manager;
    std::shared_ptr<libcamera::Camera> camera;
    bool is_streaming = false;

private:
    std::mutex lock;
    std::vector<std::pair<uint32_t, libcamera::ControlValue>> pending;
};

#endif
