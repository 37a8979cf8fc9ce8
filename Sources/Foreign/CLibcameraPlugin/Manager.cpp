// SPDX-License-Identifier: Apache-2.0

#include "Manager.h"

#include <cstdlib>
#include <deque>
#include <mutex>
#include <ostream>
#include <streambuf>

namespace candela {
namespace {

/// Keeps the last lines that are written to it, instead of printing them.
class LogBuffer : public std::streambuf {
public:
    std::string text() {
        std::lock_guard guard(lock);
        std::string all;
        for (const std::string &line : lines) all += line + "\n";
        return all;
    }

protected:
    std::streamsize xsputn(const char *bytes, std::streamsize count) override {
        std::lock_guard guard(lock);
        for (std::streamsize i = 0; i < count; i++) put(bytes[i]);
        return count;
    }

    int_type overflow(int_type byte) override {
        std::lock_guard guard(lock);
        if (byte != traits_type::eof()) put(traits_type::to_char_type(byte));
        return traits_type::not_eof(byte);
    }

private:
    std::mutex lock;
    std::deque<std::string> lines;
    std::string line;

    void put(char byte) {
        if (byte != '\n') {
            if (line.size() < 400) line += byte;
            return;
        }
        if (lines.size() == 40) lines.pop_front();
        lines.push_back(line);
        line.clear();
    }
};

// They live as long as the process: libcamera's threads may still log while it ends.
LogBuffer &log_buffer() {
    static LogBuffer &buffer = *new LogBuffer;
    return buffer;
}

void quiet_once() {
    static std::once_flag once;
    std::call_once(once, [] {
        // Somebody who sets these wants to see it.
        if (std::getenv("LIBCAMERA_LOG_LEVELS") != nullptr || std::getenv("LIBCAMERA_LOG_FILE") != nullptr) return;
        static std::ostream &stream = *new std::ostream(&log_buffer());
        libcamera::logSetStream(&stream);
        libcamera::logSetLevel("*", "WARN");
    });
}

std::mutex lock;
int users = 0;
libcamera::CameraManager *manager = nullptr;

}

std::string recent_log() { return log_buffer().text(); }

Manager::Manager() {
    std::lock_guard guard(lock);
    if (users == 0) {
        quiet_once();
        auto fresh = std::make_unique<libcamera::CameraManager>();
        if (int result = fresh->start(); result != 0) throw result < 0 ? -result : result;
        manager = fresh.release();
    }
    users++;
}

Manager::~Manager() {
    std::lock_guard guard(lock);
    if (--users > 0) return;
    manager->stop();
    delete manager;
    manager = nullptr;
}

libcamera::CameraManager *Manager::operator->() const { return manager; }

}
