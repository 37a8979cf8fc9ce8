// SPDX-License-Identifier: Apache-2.0
//
// A decoder that gives each picture as soon as it can, and the luma of its last one.

#ifndef CANDELA_VIDEO_DECODING_H
#define CANDELA_VIDEO_DECODING_H

#include "Libraries.h"

namespace candela {

class Decoding {
public:
    Decoding() = default;
    Decoding(const Decoding &) = delete;
    Decoding &operator=(const Decoding &) = delete;
    ~Decoding();

    /// - `parameters`: of the stream, from its description; null if there are none.
    cvideo_status open(AVCodecID codec, const AVCodecParameters *parameters, cvideo_failure *failure);

    /// Decodes a packet. Of several pictures the last counts.
    cvideo_status decode(const AVPacket *packet, cvideo_picture *picture, cvideo_failure *failure);

    /// Writes the last picture's luma, 8 bits a pixel, rows without padding.
    void write(uint8_t *target, size_t capacity) const;

private:
    /// The colours of the last picture as a whole; false if it has none that are known here.
    bool colours(float *values) const;

    AVCodecContext *context = nullptr;
    AVFrame *frame = nullptr;
    AVFrame *last = nullptr;
    /// Since the last picture.
    uint32_t bytes = 0;
    bool isDamaged = false;
    /// When the colours were looked at last, on CLOCK_MONOTONIC: a mean changes slowly.
    int64_t colouredNs = 0;
};

}  // namespace candela

#endif
