// SPDX-License-Identifier: Apache-2.0
//
// libturbojpeg, loaded when first needed: a command that decodes no JPEG does not pay for it.

#ifndef CANDELA_CTURBOJPEG_H
#define CANDELA_CTURBOJPEG_H

#include <turbojpeg.h>

#pragma clang assume_nonnull begin

/// The functions used, under their own names; see turbojpeg.h for what they do.
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

/// The loaded library; NULL when it is missing, and then `*reason` says why. Both live as long as the process.
/// Safe from any thread; only the first call does anything.
const candela_turbojpeg *_Nullable candela_turbojpeg_load(const char *_Nullable *_Nonnull reason);

#pragma clang assume_nonnull end

#endif
