// SPDX-License-Identifier: Apache-2.0

#include "CTurboJPEG.h"

#include "CDynamicLibrary.h"

#define SAME(X, name) X(name, name)
#define FUNCTIONS(X)                                                                                                     \
    SAME(X, tjInitDecompress) SAME(X, tjInitCompress) SAME(X, tjDestroy) SAME(X, tjDecompress2) SAME(X, tjCompress2)     \
    SAME(X, tjGetErrorStr2) SAME(X, tjCompressFromYUVPlanes) SAME(X, tjGetErrorCode) SAME(X, tjFree)

CANDELA_TABLE(candela_turbojpeg, "libturbojpeg.so.0", FUNCTIONS, candela_turbojpeg_load)
