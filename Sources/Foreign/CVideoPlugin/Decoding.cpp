// SPDX-License-Identifier: Apache-2.0

#include "Decoding.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include <algorithm>

namespace candela {

/// More than any camera's picture: 8192x8192.
static constexpr int64_t mostPixels = 1 << 26;

void fail(cvideo_failure *failure, cvideo_status status, const char *detail, int32_t code) {
    failure->status = status;
    failure->code = code;
    snprintf(failure->detail, sizeof failure->detail, "%s", detail);
}

Decoding::~Decoding() {
    avcodec_free_context(&context);
    av_frame_free(&frame);
    av_frame_free(&last);
}

cvideo_status Decoding::open(AVCodecID id, const AVCodecParameters *parameters, cvideo_failure *failure) {
    const AVCodec *codec = avcodec_find_decoder(id);
    if (codec == nullptr) {
        fail(failure, CVIDEO_NO_DECODER, avcodec_get_name(id));
        return failure->status;
    }
    context = avcodec_alloc_context3(codec);
    frame = av_frame_alloc();
    last = av_frame_alloc();
    if (context == nullptr || frame == nullptr || last == nullptr) {
        fail(failure, CVIDEO_FAILED, "out of memory");
        return failure->status;
    }
    if (parameters != nullptr && avcodec_parameters_to_context(context, parameters) < 0) {
        fail(failure, CVIDEO_NOT_UNDERSTOOD);
        return failure->status;
    }
    context->flags |= AV_CODEC_FLAG_LOW_DELAY;
    // Each thread of a decoder holds a picture back, and a confined process can start none.
    context->thread_count = 1;
    context->max_pixels = mostPixels;
    if (avcodec_open2(context, codec, nullptr) < 0) {
        fail(failure, CVIDEO_NO_DECODER, avcodec_get_name(id));
        return failure->status;
    }
    return CVIDEO_OK;
}

/// Luma is a plane of its own, or interleaved with colours; not bits, not red, green and blue.
static const AVPixFmtDescriptor *lumaOf(const AVFrame *frame) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame->format));
    constexpr uint64_t unfit = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM |
                               AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
    if (format == nullptr || (format->flags & unfit) != 0) return nullptr;
    const int depth = format->comp[0].depth;
    return depth >= 8 && depth <= 16 ? format : nullptr;
}

cvideo_status Decoding::decode(const AVPacket *packet, cvideo_picture *picture, cvideo_failure *failure) {
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    bytes += static_cast<uint32_t>(packet->size);
    isDamaged = isDamaged || (packet->flags & AV_PKT_FLAG_CORRUPT) != 0;
    // Fails for what cannot be decoded; the next packets may be whole again.
    if (avcodec_send_packet(context, packet) < 0) isDamaged = true;
    bool hasPicture = false;
    while (avcodec_receive_frame(context, frame) >= 0) {
        av_frame_unref(last);
        av_frame_move_ref(last, frame);
        hasPicture = true;
    }
    if (!hasPicture) return CVIDEO_NO_PICTURE;
    if (lumaOf(last) == nullptr) {
        const char *name = av_get_pix_fmt_name(static_cast<AVPixelFormat>(last->format));
        fail(failure, CVIDEO_NO_LUMA, name != nullptr ? name : "unknown");
        return failure->status;
    }
    picture->width = last->width;
    picture->height = last->height;
    picture->is_damaged =
        isDamaged || last->decode_error_flags != 0 || (last->flags & AV_FRAME_FLAG_CORRUPT) != 0;
    picture->is_key = isKey(last);
    picture->bytes = bytes;
    picture->arrival_ns = static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
    if (picture->arrival_ns - colouredNs >= 1'000'000'000) {
        picture->has_colours = colours(picture->colours);
        colouredNs = picture->arrival_ns;
    }
    bytes = 0;
    isDamaged = false;
    return CVIDEO_OK;
}

bool Decoding::colours(float *values) const {
    const AVPixFmtDescriptor *format = lumaOf(last);
    const int width = last->width, height = last->height;
    if (format == nullptr || format->nb_components < 3 || (format->flags & AV_PIX_FMT_FLAG_RGB) != 0 || width <= 0 || height <= 0) {
        return false;
    }
    for (int component = 0; component < 3; component++) {
        if (format->comp[component].depth != 8 || last->data[format->comp[component].plane] == nullptr) return false;
    }
    // A few thousand pixels are enough for a mean.
    int step = 1;
    while (width / (step + 1) * (height / (step + 1)) >= 4096) step++;
    const bool isFull = last->color_range == AVCOL_RANGE_JPEG || last->format == AV_PIX_FMT_YUVJ420P ||
                        last->format == AV_PIX_FMT_YUVJ422P || last->format == AV_PIX_FMT_YUVJ444P;
    const auto sample = [&](int component, int x, int y) {
        const AVComponentDescriptor &part = format->comp[component];
        const int across = component > 0 ? x >> format->log2_chroma_w : x;
        const int down = component > 0 ? y >> format->log2_chroma_h : y;
        return static_cast<float>(
            last->data[part.plane][static_cast<ptrdiff_t>(down) * last->linesize[part.plane] + across * part.step + part.offset]);
    };
    double sums[4] = {0, 0, 0, 0};
    double count = 0;
    for (int y = 0; y < height; y += step) {
        for (int x = 0; x < width; x += step) {
            // ITU-R BT.601, as for the other cameras.
            const float luma = isFull ? sample(0, x, y) : 1.164F * (sample(0, x, y) - 16);
            const float gain = isFull ? 1 : 1.138F;
            const float blue = gain * (sample(1, x, y) - 128), red = gain * (sample(2, x, y) - 128);
            const float parts[3] = {
                std::clamp(luma + 1.402F * red, 0.0F, 255.0F),
                std::clamp(luma - 0.344F * blue - 0.714F * red, 0.0F, 255.0F),
                std::clamp(luma + 1.772F * blue, 0.0F, 255.0F)};
            for (int part = 0; part < 3; part++) sums[part] += parts[part];
            sums[3] += *std::max_element(parts, parts + 3) - *std::min_element(parts, parts + 3);
            count++;
        }
    }
    for (int place = 0; place < 4; place++) values[place] = static_cast<float>(sums[place] / count);
    return true;
}

void Decoding::write(uint8_t *target, size_t capacity) const {
    const AVPixFmtDescriptor *format = last == nullptr ? nullptr : lumaOf(last);
    if (format == nullptr || last->width <= 0 || last->height <= 0) return;
    const size_t width = static_cast<size_t>(last->width);
    const size_t rows = std::min(static_cast<size_t>(last->height), capacity / width);
    const AVComponentDescriptor &luma = format->comp[0];
    const bool isBigEndian = (format->flags & AV_PIX_FMT_FLAG_BE) != 0;
    for (size_t y = 0; y < rows; y++) {
        // The stride may be negative.
        const uint8_t *row =
            last->data[luma.plane] + static_cast<ptrdiff_t>(y) * last->linesize[luma.plane] + luma.offset;
        uint8_t *written = target + y * width;
        if (luma.depth == 8 && luma.step == 1) {
            memcpy(written, row, width);
        } else if (luma.depth == 8) {
            for (size_t x = 0; x < width; x++) written[x] = row[x * static_cast<size_t>(luma.step)];
        } else {
            for (size_t x = 0; x < width; x++) {
                const uint8_t *sample = row + x * static_cast<size_t>(luma.step);
                const unsigned value = isBigEndian ? sample[0] << 8 | sample[1] : sample[1] << 8 | sample[0];
                written[x] = static_cast<uint8_t>(value >> luma.shift >> (luma.depth - 8));
            }
        }
    }
}

}  // namespace candela
