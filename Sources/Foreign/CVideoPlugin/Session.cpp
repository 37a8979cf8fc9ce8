// SPDX-License-Identifier: Apache-2.0

#include "Session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>

namespace candela {

/// Set by the library's messages, which are read and never shown: they hold addresses with passwords.
static std::atomic<bool> hasSentBasic{false};

static void hear(void *, int, const char *format, va_list arguments) {
    if (strncmp(format, "Sending:", 8) != 0) return;
    char words[4096];
    vsnprintf(words, sizeof words, format, arguments);
    if (strstr(words, "Authorization: Basic") != nullptr) hasSentBasic = true;
}

static std::string text(const char *words) { return words != nullptr ? words : ""; }

Session::Session(const cvideo_request *request)
    : host(text(request->host)), path(text(request->path)), user(text(request->user)),
      password(text(request->password)), authorities(text(request->authorities)), hasUser(request->user != nullptr),
      hasPassword(request->password != nullptr), hasAuthorities(request->authorities != nullptr),
      isEncrypted(request->is_encrypted != 0), port(request->port), timeoutMs(request->timeout_ms),
      answerTimeoutMs(request->answer_timeout_ms) {}

Session::~Session() {
    avformat_close_input(&context);
    av_packet_free(&packet);
    if (addresses != nullptr) freeaddrinfo(addresses);
}

cvideo_status Session::prepare(cvideo_failure *failure) {
    av_log_set_callback(hear);
    avformat_network_init();
    addrinfo hints = {};
    hints.ai_socktype = SOCK_STREAM;
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    const int code = getaddrinfo(host.c_str(), service, &hints, &addresses);
    if (code != 0) {
        fail(failure, CVIDEO_UNKNOWN_HOST, code == EAI_AGAIN ? "the name server does not answer" : "");
        return failure->status;
    }
    return isEncrypted ? relay.prepare(hasAuthorities ? authorities.c_str() : nullptr, failure) : CVIDEO_OK;
}

/// A connected socket, or the errno as a negative number.
static int connectTo(const addrinfo *address, int timeoutMs) {
    const int descriptor = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -errno;
    int number = ::connect(descriptor, address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
    if (number == EINPROGRESS) {
        pollfd waiting = {descriptor, POLLOUT, 0};
        socklen_t size = sizeof number;
        const int ready = poll(&waiting, 1, timeoutMs);
        if (ready == 0) number = ETIMEDOUT;
        else if (ready < 0 || getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) != 0) number = errno;
    }
    if (number == 0 && fcntl(descriptor, F_SETFL, 0) != 0) number = errno;
    if (number == 0) return descriptor;
    close(descriptor);
    return -number;
}

static cvideo_status unconnected(int number, cvideo_failure *failure) {
    if (number == ETIMEDOUT) fail(failure, CVIDEO_NO_ANSWER);
    else fail(failure, CVIDEO_NO_CONNECTION, strerror(number));
    return failure->status;
}

/// Finds the address that answers, and gives the place to which the library shall connect: the relay.
cvideo_status Session::connect(std::string &place, cvideo_failure *failure) {
    int number = EHOSTUNREACH;
    for (const addrinfo *address = addresses; address != nullptr; address = address->ai_next) {
        char name[NI_MAXHOST];
        if (getnameinfo(address->ai_addr, address->ai_addrlen, name, sizeof name, nullptr, 0, NI_NUMERICHOST) != 0)
            continue;
        const int descriptor = connectTo(address, timeoutMs);
        if (descriptor < 0) {
            number = -descriptor;
            continue;
        }
        direct = strchr(name, ':') != nullptr ? "[" + std::string(name) + "]" : name;
        direct += ":" + std::to_string(port);
        if (!isEncrypted) relay.openPlain(descriptor);
        else if (const cvideo_status status = relay.open(descriptor, host.c_str(), timeoutMs, failure); status != CVIDEO_OK)
            return status;
        const uint16_t inside = relay.start();
        if (inside == 0) {
            fail(failure, CVIDEO_FAILED, "no connection within this process can be made");
            return failure->status;
        }
        place = "127.0.0.1:" + std::to_string(inside);
        return CVIDEO_OK;
    }
    return unconnected(number, failure);
}

/// With percent signs for everything but letters and digits.
static std::string encoded(const std::string &text) {
    std::string words;
    for (const unsigned char byte : text) {
        if ((byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z')) {
            words += static_cast<char>(byte);
            continue;
        }
        char sign[4];
        snprintf(sign, sizeof sign, "%%%02X", byte);
        words += sign;
    }
    return words;
}

/// The library has room for 127 bytes of user, colon and password, and cuts what is longer.
static constexpr size_t longestLogin = 127;

/// Ends every wait of the library after the server has sent it elsewhere: it would give the password to whoever is there.
int Session::interrupt(void *session) {
    Session *self = static_cast<Session *>(session);
    if (self->context == nullptr || self->context->url == nullptr) return 0;
    if (self->url != self->context->url) self->isRedirected = true;
    return self->isRedirected;
}

/// The library does not say which way it has chosen.
static bool usesDatagrams() {
    for (int descriptor = 3; descriptor < 64; descriptor++) {
        int family = 0, type = 0;
        socklen_t size = sizeof family;
        if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0 || family == AF_UNIX) continue;
        size = sizeof type;
        if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_DGRAM) return true;
    }
    return false;
}

/// Returns 0, or the library's error.
int Session::openAt(const std::string &place, const char *transport) {
    url = place;
    context = avformat_alloc_context();
    if (context == nullptr) return AVERROR(ENOMEM);
    context->interrupt_callback = {interrupt, this};
    AVDictionary *options = nullptr;
    av_dict_set(&options, "rtsp_transport", transport, 0);
    av_dict_set(&options, "allowed_media_types", "video", 0);
    // A description can name others, and files.
    av_dict_set(&options, "protocol_whitelist", "tcp,udp,rtp", 0);
    av_dict_set(&options, "timeout", std::to_string(static_cast<int64_t>(answerTimeoutMs) * 1000).c_str(), 0);
    // It is freed if this fails.
    AVFormatContext *opened = context;
    const int code = avformat_open_input(&opened, url.c_str(), nullptr, &options);
    av_dict_free(&options);
    context = opened;
    return code;
}

cvideo_status Session::open(cvideo_facts *facts, cvideo_failure *failure) {
    std::string place;
    if (const cvideo_status status = connect(place, failure); status != CVIDEO_OK) return status;
    std::string login;
    if (hasUser) {
        login = encoded(user) + ":" + (hasPassword ? encoded(password) : "");
        if (login.size() > longestLogin) {
            fail(failure, CVIDEO_LONG_PASSWORD);
            return failure->status;
        }
        login += "@";
    }
    packet = av_packet_alloc();
    if (packet == nullptr) {
        fail(failure, CVIDEO_FAILED, "out of memory");
        return failure->status;
    }
    int code = openAt("rtsp://" + login + place + path, "tcp");
    // Datagrams only if the server refuses the connection for pictures: each lost one damages pictures until the next key
    // frame. They would not be encrypted, and do not come through the relay.
    if (code == AVERROR(EPROTONOSUPPORT) && !isEncrypted) code = openAt("rtsp://" + login + direct + path, "udp");
    facts->is_basic = hasSentBasic && !isEncrypted;
    if (code < 0) return failed(code, failure);
    for (unsigned index = 0; index < context->nb_streams; index++) {
        if (context->streams[index]->codecpar->codec_type == AVMEDIA_TYPE_VIDEO) {
            video = static_cast<int>(index);
            break;
        }
    }
    if (video < 0) {
        fail(failure, CVIDEO_NO_VIDEO);
        return failure->status;
    }
    facts->is_datagrams = usesDatagrams();
    const AVCodecParameters *parameters = context->streams[video]->codecpar;
    if (parameters->codec_id == AV_CODEC_ID_H264) relay.ends.codec = PictureEnds::Codec::h264;
    if (parameters->codec_id == AV_CODEC_ID_HEVC) relay.ends.codec = PictureEnds::Codec::hevc;
    snprintf(facts->codec, sizeof facts->codec, "%s", avcodec_get_name(parameters->codec_id));
    // The description has the parameters; waiting for frames to find them takes seconds.
    return decoding.open(parameters->codec_id, parameters, failure);
}

cvideo_status Session::failed(int code, cvideo_failure *failure) const {
    const bool isElsewhere = isRedirected || relay.isRedirecting;
    switch (code) {
    case AVERROR_HTTP_UNAUTHORIZED: fail(failure, CVIDEO_REFUSED, "", 401); break;
    case AVERROR_HTTP_FORBIDDEN: fail(failure, CVIDEO_REFUSED, "", 403); break;
    case AVERROR_HTTP_NOT_FOUND: fail(failure, CVIDEO_REFUSED, "", 404); break;
    case AVERROR_HTTP_BAD_REQUEST: fail(failure, CVIDEO_REFUSED, "", 400); break;
    case AVERROR_HTTP_OTHER_4XX: fail(failure, CVIDEO_REFUSED, "", 499); break;
    case AVERROR_HTTP_SERVER_ERROR: fail(failure, CVIDEO_REFUSED, "", 599); break;
    case AVERROR(ETIMEDOUT): fail(failure, CVIDEO_NO_REPLY); break;
    case AVERROR_EOF: fail(failure, CVIDEO_ENDED); break;
    case AVERROR_EXIT: fail(failure, CVIDEO_REFUSED, "", isElsewhere ? 302 : 0); break;
    case AVERROR(ECONNREFUSED):
    case AVERROR(EHOSTUNREACH):
    case AVERROR(ENETUNREACH): fail(failure, CVIDEO_NO_CONNECTION, strerror(AVUNERROR(code))); break;
    case AVERROR(ECONNRESET):
    case AVERROR(EPIPE): fail(failure, CVIDEO_ENDED); break;
    case AVERROR_INVALIDDATA:
        // The library says so of an answer that did not come, too.
        if (!isElsewhere && relay.isWaiting && !relay.isClosed) {
            fail(failure, CVIDEO_NO_REPLY);
            break;
        }
        [[fallthrough]];
    default: {
        // Words of the library for its own numbers; never what a server says.
        char words[AV_ERROR_MAX_STRING_SIZE] = "";
        av_strerror(code, words, sizeof words);
        fail(failure, isElsewhere ? CVIDEO_REFUSED : CVIDEO_NOT_UNDERSTOOD, words, isElsewhere ? 302 : 0);
    }
    }
    return failure->status;
}

cvideo_status Session::read(cvideo_picture *picture, cvideo_failure *failure) {
    av_packet_unref(packet);
    const int code = av_read_frame(context, packet);
    if (code == AVERROR(EAGAIN)) return CVIDEO_NO_PICTURE;
    if (code < 0) {
        failed(code, failure);
        // A stream that worked and now makes no sense has come to an end.
        if (failure->status == CVIDEO_NOT_UNDERSTOOD) failure->status = CVIDEO_ENDED;
        return failure->status;
    }
    if (packet->stream_index != video) return CVIDEO_NO_PICTURE;
    return decoding.decode(packet, picture, failure);
}

}  // namespace candela
