// SPDX-License-Identifier: Apache-2.0

#include "CZXing.h"

#include "CPlugin.h"

const czxing_functions *czxing_load(const char **reason) {
    static cplugin plugin = {
        .file = "libcandela-zxing.so", .entry_point = CZXING_ENTRY_POINT, .abi = CZXING_ABI};
    return cplugin_load(&plugin, reason);
}
