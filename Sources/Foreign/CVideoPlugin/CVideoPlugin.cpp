// SPDX-License-Identifier: Apache-2.0
//
// Adapts FFmpeg 5.1 to 8 to one table of C functions.

#include "Session.h"

#include <new>

struct cvideo_stream {
    candela::Session session;
};

struct cvideo_decoder {
    candela::Decoding decoding;
    AVPacket *packet;
};

namespace {

using candela::fail;

cvideo_stream *prepare(const cvideo_request *request, cvideo_failure *failure) noexcept {
    try {
        cvideo_stream *stream = new cvideo_stream{candela::Session{request}};
        if (stream->session.prepare(failure) == CVIDEO_OK) return stream;
        delete stream;
    } catch (...) {
        fail(failure, CVIDEO_FAILED, "out of memory");
    }
    return nullptr;
}

cvideo_status open(cvideo_stream *stream, cvideo_facts *facts, cvideo_failure *failure) noexcept {
    try {
        return stream->session.open(facts, failure);
    } catch (...) {
        fail(failure, CVIDEO_FAILED, "out of memory");
        return failure->status;
    }
}

cvideo_status read(cvideo_stream *stream, cvideo_picture *picture, cvideo_failure *failure) noexcept {
    return stream->session.read(picture, failure);
}

void write(cvideo_stream *stream, uint8_t *target, size_t capacity) noexcept {
    stream->session.decoding.write(target, capacity);
}

/// Nobody shall print what it says about a stranger's data.
void hearNothing(void *, int, const char *, va_list) {}

cvideo_decoder *decoder(const char *codec, cvideo_failure *failure) noexcept {
    av_log_set_callback(hearNothing);
    const AVCodecDescriptor *known = avcodec_descriptor_get_by_name(codec);
    if (known == nullptr) {
        fail(failure, CVIDEO_NO_DECODER, codec);
        return nullptr;
    }
    cvideo_decoder *decoder = new (std::nothrow) cvideo_decoder{{}, av_packet_alloc()};
    if (decoder == nullptr || decoder->packet == nullptr) {
        delete decoder;
        fail(failure, CVIDEO_FAILED, "out of memory");
        return nullptr;
    }
    if (decoder->decoding.open(known->id, nullptr, failure) == CVIDEO_OK) return decoder;
    av_packet_free(&decoder->packet);
    delete decoder;
    return nullptr;
}

cvideo_status decode(
    cvideo_decoder *decoder, const uint8_t *bytes, size_t count, cvideo_picture *picture,
    cvideo_failure *failure) noexcept {
    static_assert(AV_INPUT_BUFFER_PADDING_SIZE <= 64, "callers leave 64 bytes");
    if (count > 1 << 30) return CVIDEO_NO_PICTURE;
    // Lent: the decoder makes a copy if it needs the data longer.
    decoder->packet->data = const_cast<uint8_t *>(bytes);
    decoder->packet->size = static_cast<int>(count);
    const cvideo_status status = decoder->decoding.decode(decoder->packet, picture, failure);
    av_packet_unref(decoder->packet);
    return status;
}

void writeDecoded(cvideo_decoder *decoder, uint8_t *target, size_t capacity) noexcept {
    decoder->decoding.write(target, capacity);
}

constexpr cvideo_functions table = {
    CVIDEO_ABI,
    LIBAVCODEC_VERSION_MAJOR,
    LIBAVCODEC_VERSION_MINOR,
    LIBAVCODEC_VERSION_MICRO,
    prepare,
    open,
    read,
    write,
    decoder,
    decode,
    writeDecoded,
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const cvideo_functions *candela_video_functions(void) {
    return &table;
}
