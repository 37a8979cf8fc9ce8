// SPDX-License-Identifier: Apache-2.0
//
// A stream over RTSP: connecting, logging in, reading and decoding.

#ifndef CANDELA_VIDEO_SESSION_H
#define CANDELA_VIDEO_SESSION_H

#include "Decoding.h"
#include "Relay.h"

#include <netdb.h>

#include <string>

namespace candela {

class Session {
public:
    explicit Session(const cvideo_request *request);
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;
    ~Session();

    /// Resolves the host and reads certificates. Needs files.
    cvideo_status prepare(cvideo_failure *failure);
    cvideo_status open(cvideo_facts *facts, cvideo_failure *failure);
    cvideo_status read(cvideo_picture *picture, cvideo_failure *failure);

    Decoding decoding;

private:
    std::string host, path, user, password, authorities;
    bool hasUser, hasPassword, hasAuthorities, isEncrypted;
    uint16_t port;
    int timeoutMs;
    int answerTimeoutMs;
    addrinfo *addresses = nullptr;
    Relay relay;
    AVFormatContext *context = nullptr;
    AVPacket *packet = nullptr;
    /// The camera's own address and port.
    std::string direct;
    /// What the library was asked to open.
    std::string url;
    int video = -1;
    bool isRedirected = false;

    int openAt(const std::string &place, const char *transport);
    cvideo_status connect(std::string &place, cvideo_failure *failure);
    cvideo_status failed(int code, cvideo_failure *failure) const;
    static int interrupt(void *session);
};

}  // namespace candela

#endif
