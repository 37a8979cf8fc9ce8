// SPDX-License-Identifier: Apache-2.0
//
// What the library does not do: TLS whose certificate is checked (FFmpeg 5.1's RTSP has no options for TLS and accepts every
// certificate), and the ends of pictures. The library connects to a socket of this process, without TLS, and a thread passes the
// bytes on.

#ifndef CANDELA_VIDEO_RELAY_H
#define CANDELA_VIDEO_RELAY_H

#include "Libraries.h"
#include "PictureEnds.h"

#include <gnutls/gnutls.h>
#include <sys/socket.h>

#include <atomic>
#include <vector>

namespace candela {

class Relay {
public:
    Relay() = default;
    Relay(const Relay &) = delete;
    Relay &operator=(const Relay &) = delete;
    ~Relay();

    /// Reads the certificates to trust. Needs files.
    cvideo_status prepare(const char *authorities, cvideo_failure *failure);

    /// Takes over a connected socket, shakes hands, and checks the certificate against `host`, a name or an address. Nothing is
    /// sent before.
    cvideo_status open(int socket, const char *host, int timeoutMs, cvideo_failure *failure);

    /// Takes over a connected socket, without TLS.
    void openPlain(int socket) { outside = socket; }

    /// Starts the thread, which waits for one connection of this process. Returns the port on 127.0.0.1, or 0.
    uint16_t start();

    PictureEnds ends;

    /// Whether the library's last request has had no answer.
    std::atomic<bool> isWaiting = false;
    /// Whether the camera has answered that the client shall go elsewhere.
    std::atomic<bool> isRedirecting = false;
    /// Whether the camera has closed the connection.
    std::atomic<bool> isClosed = false;

private:
    gnutls_certificate_credentials_t trusted = nullptr;
    /// None without TLS.
    gnutls_session_t session = nullptr;
    int outside = -1;
    int listener = -1;
    int inside = -1;

    static void *run(void *relay);
    void pass();
    bool acceptOwn();
    bool passIn();
    bool sendOut(const uint8_t *bytes, size_t count);
};

}  // namespace candela

#endif
