// SPDX-License-Identifier: Apache-2.0
//
// FFmpeg's headers, 5.1 to 8, which say nothing of C++, and what differs between the versions.

#ifndef CANDELA_VIDEO_LIBRARIES_H
#define CANDELA_VIDEO_LIBRARIES_H

#include <CVideo.h>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/dict.h>
#include <libavutil/frame.h>
#include <libavutil/log.h>
#include <libavutil/pixdesc.h>
}

namespace candela {

/// Whether a picture depends on no other.
inline bool isKey(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame->key_frame != 0;
#endif
}

/// Sets the failure's clause, cut to what fits.
void fail(cvideo_failure *failure, cvideo_status status, const char *detail = "", int32_t code = 0);

}  // namespace candela

#endif
