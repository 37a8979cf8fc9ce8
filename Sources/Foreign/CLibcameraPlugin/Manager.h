// SPDX-License-Identifier: Apache-2.0

#ifndef CANDELA_MANAGER_H
#define CANDELA_MANAGER_H

#include <libcamera/libcamera.h>

#include <memory>
#include <string>

namespace candela {

/// The camera manager, of which a process may have one. It runs while somebody uses it.
class Manager {
public:
    /// Starts it if nobody uses it yet; throws the errno as an int.
    Manager();
    ~Manager();
    Manager(const Manager &) = delete;
    Manager &operator=(const Manager &) = delete;

    libcamera::CameraManager *operator->() const;
};

/// The last lines of libcamera's log.
std::string recent_log();

}

#endif
