// SPDX-License-Identifier: Apache-2.0

#include "PictureEnds.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace candela {

/// Of an answer without its body.
static constexpr size_t longestHead = 1 << 14;
static constexpr size_t frameHeader = 4, rtpHeader = 12;
/// Marked pictures before the marks of a camera are believed.
static constexpr int trustedAfter = 3;

static constexpr uint8_t h264Delimiter[] = {0x09, 0xF0};
static constexpr uint8_t hevcDelimiter[] = {0x46, 0x01, 0x50};

static uint16_t number16(const uint8_t *bytes) { return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]); }

/// The length of an answer's head with its empty line, or 0 if it is not complete.
static size_t headLength(std::string_view text) {
    for (size_t end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) {
        if (text.substr(end + 1, 1) == "\n") return end + 2;
        if (text.substr(end + 1, 2) == "\r\n") return end + 3;
    }
    return 0;
}

static size_t bodyLength(std::string_view head) {
    constexpr std::string_view name = "\ncontent-length:";
    for (size_t at = head.find('\n'); at != head.npos; at = head.find('\n', at + 1)) {
        if (head.size() - at > name.size() && strncasecmp(head.data() + at, name.data(), name.size()) == 0)
            return strtoul(std::string(head.substr(at + name.size(), 12)).c_str(), nullptr, 10);
    }
    return 0;
}

/// Whether a payload of RTP holds a part of a picture, and not only parameters.
/// See: RFC 6184, 5.2, and RFC 7798, 4.4.
static bool holdsPicture(PictureEnds::Codec codec, const uint8_t *payload, size_t count) {
    if (count < 3) return false;
    if (codec == PictureEnds::Codec::hevc) {
        const int kind = payload[0] >> 1 & 0x3F;
        constexpr int fragment = 49;
        return (kind == fragment ? payload[2] & 0x3F : kind) < 32;
    }
    const auto isSlice = [](int kind) { return kind >= 1 && kind <= 5; };
    constexpr int several = 24, fragmentA = 28, fragmentB = 29;
    const int kind = payload[0] & 0x1F;
    if (kind == fragmentA || kind == fragmentB) return isSlice(payload[1] & 0x1F);
    if (kind != several) return isSlice(kind);
    for (size_t at = 1; at + 3 <= count; at += 2 + number16(payload + at)) {
        if (isSlice(payload[at + 2] & 0x1F)) return true;
    }
    return false;
}

/// The length of the first whole unit in `pending`: a packet, or an answer's head; 0 if it is not complete.
size_t PictureEnds::unit() const {
    if (pending[0] == '$') {
        if (pending.size() < frameHeader) return 0;
        const size_t count = frameHeader + number16(&pending[2]);
        return pending.size() < count ? 0 : count;
    }
    return headLength({reinterpret_cast<const char *>(pending.data()), pending.size()});
}

void PictureEnds::pass(const uint8_t *bytes, size_t count, std::vector<uint8_t> &passed) {
    const auto goOn = [&](size_t length) {
        passed.insert(passed.end(), pending.begin(), pending.begin() + static_cast<ptrdiff_t>(length));
        pending.erase(pending.begin(), pending.begin() + static_cast<ptrdiff_t>(length));
    };
    pending.insert(pending.end(), bytes, bytes + count);
    while (!pending.empty() && !isLost) {
        if (body > 0) {
            const size_t length = std::min(body, pending.size());
            body -= length;
            goOn(length);
            continue;
        }
        const bool isPacket = pending[0] == '$';
        const size_t length = unit();
        // An answer, or a request of the camera.
        isLost = !isPacket && (pending[0] < 'A' || pending[0] > 'Z' || (length == 0 && pending.size() > longestHead));
        if (isLost) break;
        if (length == 0) return;
        if (isPacket) {
            passPacket(pending.data(), length, passed);
            pending.erase(pending.begin(), pending.begin() + static_cast<ptrdiff_t>(length));
        } else {
            body = bodyLength({reinterpret_cast<const char *>(pending.data()), length});
            goOn(length);
        }
    }
    if (isLost) goOn(pending.size());
}

/// - Parameter packet: with the four bytes before it that say its channel and length.
void PictureEnds::passPacket(uint8_t *packet, size_t count, std::vector<uint8_t> &passed) {
    uint8_t *rtp = packet + frameHeader;
    const Codec kind = codec;
    // Packets of RTCP have types of 192 to 223.
    // See: RFC 5761, 4.
    if (count <= frameHeader + rtpHeader || rtp[0] >> 6 != 2 || (rtp[1] >= 192 && rtp[1] <= 223)) {
        passed.insert(passed.end(), packet, packet + count);
        return;
    }
    Channel &channel = channels[packet[1]];
    const uint16_t sequence = static_cast<uint16_t>(number16(rtp + 2) + channel.added);
    rtp[2] = static_cast<uint8_t>(sequence >> 8);
    rtp[3] = static_cast<uint8_t>(sequence);
    passed.insert(passed.end(), packet, packet + count);

    const size_t begin = frameHeader + rtpHeader + 4 * (rtp[0] & 0x0F);
    // An extension of the header is not looked through: there the picture ends a picture late.
    const bool isPlain = (rtp[0] & 0x10) == 0 && begin < count;
    if (kind == Codec::other || !isPlain || !holdsPicture(kind, packet + begin, count - begin)) return;
    const bool isMarked = (rtp[1] & 0x80) != 0;
    const uint32_t timestamp = static_cast<uint32_t>(number16(rtp + 4)) << 16 | number16(rtp + 6);
    if (channel.hasTimestamp) {
        const bool isNext = timestamp != channel.timestamp;
        if (!isNext && channel.isMarked) channel.isWrong = true;
        if (isNext) channel.marked = channel.isMarked ? std::min(channel.marked + 1, trustedAfter) : 0;
    }
    channel.hasTimestamp = true;
    channel.timestamp = timestamp;
    channel.isMarked = isMarked;
    if (!isMarked || channel.isWrong || channel.marked < trustedAfter) return;

    const uint8_t *delimiter = kind == Codec::h264 ? h264Delimiter : hevcDelimiter;
    const size_t length = kind == Codec::h264 ? sizeof h264Delimiter : sizeof hevcDelimiter;
    channel.added++;
    const uint16_t next = static_cast<uint16_t>(sequence + 1);
    const uint8_t header[] = {'$', packet[1], 0, static_cast<uint8_t>(rtpHeader + length),
                              0x80, rtp[1], static_cast<uint8_t>(next >> 8), static_cast<uint8_t>(next)};
    passed.insert(passed.end(), header, header + sizeof header);
    // Timestamp and source.
    passed.insert(passed.end(), rtp + 4, rtp + rtpHeader);
    passed.insert(passed.end(), delimiter, delimiter + length);
}

}  // namespace candela
