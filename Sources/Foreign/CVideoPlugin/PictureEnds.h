// SPDX-License-Identifier: Apache-2.0
//
// The ends of pictures, for a parser that otherwise learns of one only when the next picture begins, one interval later.
//
// RTP marks the last packet of a picture, and FFmpeg's library does not pass that mark on. After each such packet in a connection
// this puts another that holds an access unit delimiter, with which a picture always begins: the parser gives out what it has.

#ifndef CANDELA_VIDEO_PICTURE_ENDS_H
#define CANDELA_VIDEO_PICTURE_ENDS_H

#include <stddef.h>
#include <stdint.h>

#include <array>
#include <atomic>
#include <vector>

namespace candela {

class PictureEnds {
public:
    enum class Codec { other, h264, hevc };

    /// What the stream has; set from another thread. Until then, and for other codecs, the bytes stay as they are.
    std::atomic<Codec> codec{Codec::other};

    /// Takes bytes of the camera, and appends to `passed` what goes on to the library. Bytes that are no RTSP go on as they are,
    /// and so does everything after them.
    void pass(const uint8_t *bytes, size_t count, std::vector<uint8_t> &passed);

private:
    struct Channel {
        /// Added packets: the sequence numbers of the later ones grow by that.
        uint16_t added = 0;
        uint32_t timestamp = 0;
        bool hasTimestamp = false;
        /// Whether the last packet with a part of a picture was marked.
        bool isMarked = false;
        /// Pictures in a row whose last packet, and no other, was marked. Some cameras mark every packet.
        int marked = 0;
        bool isWrong = false;
    };

    std::vector<uint8_t> pending;
    /// The rest of an answer's body.
    size_t body = 0;
    bool isLost = false;
    std::array<Channel, 256> channels = {};

    size_t unit() const;
    void passPacket(uint8_t *packet, size_t count, std::vector<uint8_t> &passed);
};

}  // namespace candela

#endif
