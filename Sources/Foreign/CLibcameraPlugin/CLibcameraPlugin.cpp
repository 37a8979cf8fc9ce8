// SPDX-License-Identifier: Apache-2.0
//
// The table of CLibcamera.h. Compiles against libcamera 0.0.3 and later.

#include "CLibcamera.h"
#include "Manager.h"
#include "Session.h"
#include "Stream.h"
#include "Values.h"

#include <cerrno>
#include <cstring>
#include <deque>
#include <map>
#include <new>

namespace {

using namespace libcamera;

/// Runs a function that may throw; an errno.
template <typename Body> int guarded(Body body) noexcept {
    try {
        return body();
    } catch (int cause) {
        return cause;
    } catch (const std::bad_alloc &) {
        return ENOMEM;
    } catch (...) {
        return EIO;
    }
}

struct List : clibcamera_list {
    std::deque<std::string> texts;
    std::deque<std::vector<uint64_t>> numbers;
    std::vector<clibcamera_camera> all;
};

#if LIBCAMERA_VERSION_MAJOR == 0 && LIBCAMERA_VERSION_MINOR == 0
/// The nodes of a camera among the candidates.
std::vector<uint64_t> devices_of(const Camera &camera, CameraManager &manager, const uint64_t *candidates, size_t count) {
    std::vector<uint64_t> devices;
    for (size_t i = 0; i < count; i++) {
        auto owner = manager.get(dev_t(candidates[i]));
        if (owner && owner.get() == &camera) devices.push_back(candidates[i]);
    }
    return devices;
}
#else
std::vector<uint64_t> devices_of(const Camera &camera, CameraManager &, const uint64_t *, size_t) {
    std::vector<uint64_t> devices;
    if (auto all = camera.properties().get(properties::SystemDevices))
        for (int64_t device : *all) devices.push_back(uint64_t(device));
    return devices;
}
#endif

int list(const uint64_t *candidates, size_t count, clibcamera_list **result) {
    return guarded([&] {
        candela::Manager manager;
        auto found = std::make_unique<List>();
        for (const auto &camera : manager->cameras()) {
            clibcamera_camera entry = {};
            entry.id = found->texts.emplace_back(camera->id()).c_str();
            auto model = camera->properties().get(properties::Model);
            entry.model = found->texts.emplace_back(model ? std::string(*model) : std::string()).c_str();
            auto location = camera->properties().get(properties::Location);
            entry.location = location && *location >= 0 && *location <= 2 ? *location : -1;
            auto &devices = found->numbers.emplace_back(devices_of(*camera, *manager.operator->(), candidates, count));
            entry.devices = devices.data();
            entry.device_count = devices.size();
            found->all.push_back(entry);
        }
        found->cameras = found->all.data();
        found->count = found->all.size();
        *result = found.release();
        return 0;
    });
}

void release_list(clibcamera_list *list) { delete static_cast<List *>(list); }

void log(char *text, size_t size) {
    if (size == 0) return;
    text[0] = 0;
    guarded([&] {
        std::string all = candela::recent_log();
        size_t length = std::min(all.size(), size - 1);
        std::memcpy(text, all.data() + all.size() - length, length);
        text[length] = 0;
        return 0;
    });
}

const char *name(uint32_t id) {
    auto found = libcamera::controls::controls.find(id);
    return found == libcamera::controls::controls.end() ? nullptr : found->second->name().c_str();
}

int open(const char *id, clibcamera_session **session) {
    return guarded([&] {
        *session = new clibcamera_session(id);
        return 0;
    });
}

void close(clibcamera_session *session) {
    guarded([&] {
        delete session;
        return 0;
    });
}

int modes(clibcamera_session *session, clibcamera_mode **result, size_t *count) {
    return guarded([&] {
        auto configuration = session->configuration();
        const StreamConfiguration &stream = configuration->at(0);
        std::vector<clibcamera_mode> all;
        for (PixelFormat format : stream.formats().pixelformats()) {
            // Tiled and compressed layouts, which only other devices can read.
            if (format.modifier() != 0) continue;
            for (Size size : stream.formats().sizes(format)) all.push_back({format.fourcc(), size.width, size.height});
        }
        // A pipeline may tell nothing but what it would choose.
        if (all.empty()) all.push_back({stream.pixelFormat.fourcc(), stream.size.width, stream.size.height});
        *result = new clibcamera_mode[all.size()];
        std::copy(all.begin(), all.end(), *result);
        *count = all.size();
        return 0;
    });
}

void free_modes(clibcamera_mode *modes) { delete[] modes; }

struct Controls : clibcamera_controls {
    std::deque<std::string> texts;
    std::deque<std::vector<clibcamera_choice>> choices;
    std::vector<clibcamera_control> all;
};

/// The names of a control's choices, where the library has them.
std::map<int64_t, std::string> names_of(const ControlId &id) {
    std::map<int64_t, std::string> names;
#if LIBCAMERA_VERSION_MAJOR > 0 || LIBCAMERA_VERSION_MINOR >= 4
    for (const auto &[value, name] : id.enumerators()) names[value] = std::string(name);
#else
    (void)id;
#endif
    return names;
}

int controls(clibcamera_session *session, clibcamera_controls **result) {
    return guarded([&] {
        auto found = std::make_unique<Controls>();
        for (const auto &[id, info] : session->camera->controls()) {
            clibcamera_control control = {};
            control.id = id->id();
            control.type = candela::type_of(id->type());
            if (control.type == 0) continue;
            control.name = found->texts.emplace_back(id->name()).c_str();
            control.minimum = candela::number_value(control.id, info.min());
            control.maximum = candela::number_value(control.id, info.max());
            control.standard = candela::number_value(control.id, info.def());
            auto names = names_of(*id);
            auto &choices = found->choices.emplace_back();
            for (const ControlValue &value : info.values()) {
                clibcamera_value number = candela::number_value(control.id, value);
                if (number.count != 1) continue;
                int64_t whole = int64_t(number.numbers[0]);
                choices.push_back({whole, found->texts.emplace_back(names[whole]).c_str()});
            }
            control.choices = choices.data();
            control.choice_count = choices.size();
            found->all.push_back(control);
        }
        found->controls = found->all.data();
        found->count = found->all.size();
        *result = found.release();
        return 0;
    });
}

void free_controls(clibcamera_controls *controls) { delete static_cast<Controls *>(controls); }

int set(clibcamera_session *session, const clibcamera_value *values, size_t count) {
    return guarded([&] { return session->set(values, count); });
}

int start(clibcamera_session *session, clibcamera_format *format, clibcamera_stream **stream) {
    return guarded([&] {
        *stream = clibcamera_stream::start(*session, *format);
        return 0;
    });
}

int next(clibcamera_stream *stream, int64_t timeout_ns, clibcamera_frame *frame) {
    return guarded([&] { return stream->next(timeout_ns, *frame); });
}

void release(clibcamera_stream *stream, uint32_t index) {
    guarded([&] {
        stream->release(index);
        return 0;
    });
}

void statistics(clibcamera_stream *stream, clibcamera_statistics *statistics) { *statistics = stream->statistics(); }
void wake(clibcamera_stream *stream) { stream->wake(); }

void stop(clibcamera_stream *stream) {
    guarded([&] {
        stream->stop();
        return 0;
    });
}

void free_stream(clibcamera_stream *stream) { stream->give_up(); }

const clibcamera_functions table = {
    CLIBCAMERA_ABI,
    {LIBCAMERA_VERSION_MAJOR, LIBCAMERA_VERSION_MINOR, LIBCAMERA_VERSION_PATCH},
    list, release_list, log, name, open, close, modes, free_modes, controls, free_controls, set, start, next, release, statistics, wake,
    stop, free_stream,
};

}

extern "C" __attribute__((visibility("default"))) const clibcamera_functions *candela_libcamera_functions(void) {
    return &table;
}
