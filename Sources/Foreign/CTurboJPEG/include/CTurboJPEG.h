// SPDX-License-Identifier: Apache-2.0
//
// libturbojpeg, loaded on first use, so that commands that decode no JPEG start faster.

#ifndef CANDELA_CTURBOJPEG_H
#define CANDELA_CTURBOJPEG_H

#include <turbojpeg.h>

#pragma clang assume_nonnull begin

/// The functions that we use, under their own names; see turbojpeg.h.
typedef struct candela_turbojpeg {
    tjhandle _Nullable (*_Nonnull tjInitDecompress)(void);
    tjhandle _Nullable (*_Nonnull tjInitCompress)(void);
    int (*tjDestroy)(tjhandle handle);
    int (*tjDecompress2)(
        tjhandle handle, const unsigned char *jpegBuf, unsigned long jpegSize, unsigned char *dstBuf, int width,
        int pitch, int height, int pixelFormat, int flags);
    int (*tjCompress2)(
        tjhandle handle, const unsigned char *srcBuf, int width, int pitch, int height, int pixelFormat,
        unsigned char *_Nullable *_Nonnull jpegBuf, unsigned long *jpegSize, int jpegSubsamp, int jpegQual, int flags);
    int (*tjCompressFromYUVPlanes)(
        tjhandle handle, const unsigned char *_Nullable const *_Nonnull srcPlanes, int width,
        const int *_Nullable strides, int height, int subsamp, unsigned char *_Nullable *_Nonnull jpegBuf,
        unsigned long *jpegSize, int jpegQual, int flags);
    char *_Nullable (*_Nonnull tjGetErrorStr2)(tjhandle _Nullable handle);
    int (*tjGetErrorCode)(tjhandle handle);
    void (*tjFree)(unsigned char *_Nullable buffer);
} candela_turbojpeg;

/// Loads the library once. Returns NULL if it is missing; then `*reason` is set. Both are valid for the lifetime of the
/// process. Thread-safe.
const candela_turbojpeg *_Nullable candela_turbojpeg_load(const char *_Nullable *_Nonnull reason);

#pragma clang assume_nonnull end

#endif
