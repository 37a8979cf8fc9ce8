// SPDX-License-Identifier: Apache-2.0

#include "Session.h"

#include "Values.h"

#include <cerrno>

clibcamera_session::clibcamera_session(const char *id) {
    camera = manager->get(std::string(id));
    if (!camera) throw int(ENODEV);
    if (int result = camera->acquire(); result != 0) throw result < 0 ? -result : result;
}

clibcamera_session::~clibcamera_session() {
    // `manager` goes last: it warns if somebody still has a camera.
    camera->release();
    camera.reset();
}

std::unique_ptr<libcamera::CameraConfiguration> clibcamera_session::configuration() {
    using Role = libcamera::StreamRole;
    for (Role role : {Role::Viewfinder, Role::VideoRecording, Role::StillCapture, Role::Raw}) {
        auto found = camera->generateConfiguration({role});
        if (found && !found->empty()) return found;
    }
    throw int(EINVAL);
}

int clibcamera_session::set(const clibcamera_value *values, size_t count) {
    const libcamera::ControlInfoMap &known = camera->controls();
    std::vector<std::pair<uint32_t, libcamera::ControlValue>> wanted;
    for (size_t i = 0; i < count; i++) {
        auto found = known.find(values[i].id);
        if (found == known.end() || candela::type_of(found->first->type()) != values[i].type) return EINVAL;
        libcamera::ControlValue value = candela::control_value(values[i]);
        if (value.isNone()) return EINVAL;
        wanted.emplace_back(values[i].id, value);
    }
    std::lock_guard guard(lock);
    for (auto &[id, value] : wanted) {
        std::erase_if(pending, [id = id](const auto &entry) { return entry.first == id; });
        pending.emplace_back(id, std::move(value));
    }
    return 0;
}

void clibcamera_session::take_pending(libcamera::ControlList &into) {
    std::lock_guard guard(lock);
    for (const auto &[id, value] : pending) into.set(id, value);
    pending.clear();
}
