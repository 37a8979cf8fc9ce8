// SPDX-License-Identifier: Apache-2.0

#include "CVideo.h"

#include "CPlugin.h"

const cvideo_functions *cvideo_load(const char **reason) {
    static cplugin plugin = {
        .file = "libcandela-video.so", .entry_point = CVIDEO_ENTRY_POINT, .abi = CVIDEO_ABI};
    return cplugin_load(&plugin, reason);
}
