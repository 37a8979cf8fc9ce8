// SPDX-License-Identifier: Apache-2.0

#include "CLibcamera.h"

#include "CPlugin.h"

const clibcamera_functions *clibcamera_load(const char **reason) {
    static cplugin plugin = {
        .file = "libcandela-libcamera.so", .entry_point = CLIBCAMERA_ENTRY_POINT, .abi = CLIBCAMERA_ABI};
    return cplugin_load(&plugin, reason);
}
