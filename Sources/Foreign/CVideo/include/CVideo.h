// SPDX-License-Identifier: Apache-2.0
//
// The interface between Swift and FFmpeg's libraries, whose structures change between versions. A small plugin
// (`CVideoPlugin`, built as libcandela-video.so) hides them behind the C table below. It runs in a confined process only: these
// libraries parse what strangers send.

#ifndef CVIDEO_H
#define CVIDEO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Increase this whenever a struct below changes. Plugins with another number are rejected.
#define CVIDEO_ABI 2u

typedef struct cvideo_stream cvideo_stream;
typedef struct cvideo_decoder cvideo_decoder;

/// Why there is no picture.
typedef enum cvideo_status {
    CVIDEO_OK = 0,
    /// There was data, but no picture was complete.
    CVIDEO_NO_PICTURE = 1,
    /// The server closed the connection, or the stream is over.
    CVIDEO_ENDED = 2,
    CVIDEO_NO_CONNECTION = 3,
    CVIDEO_NO_ANSWER = 4,
    /// `detail` is the reason why the certificate is not trusted.
    CVIDEO_UNTRUSTED = 5,
    /// `code` is the status that the server answered.
    CVIDEO_REFUSED = 6,
    /// The description of the stream has no video.
    CVIDEO_NO_VIDEO = 7,
    /// `detail` is the name of the compression that the libraries cannot decode.
    CVIDEO_NO_DECODER = 8,
    /// What the server says is no RTSP, or cannot be understood.
    CVIDEO_NOT_UNDERSTOOD = 9,
    /// Pictures without a luma plane; `detail` is their format.
    CVIDEO_NO_LUMA = 10,
    /// A call of the system failed; `detail` says which and why.
    CVIDEO_FAILED = 11,
    /// No host has this name.
    CVIDEO_UNKNOWN_HOST = 12,
    /// User and password are too long for the library.
    CVIDEO_LONG_PASSWORD = 13,
    /// It has taken the connection, and does not answer.
    CVIDEO_NO_REPLY = 14,
} cvideo_status;

typedef struct cvideo_failure {
    cvideo_status status;
    /// 401, 404; 499 and 599 for others of their hundred.
    int32_t code;
    /// A clause, or empty. It holds neither user nor password nor the server's text.
    char detail[200];
} cvideo_failure;

typedef struct cvideo_request {
    /// Without brackets.
    const char *host;
    uint16_t port;
    /// With the slash, and the query if there is one.
    const char *path;
    /// NULL if there is none.
    const char *user, *password;
    /// TLS.
    uint8_t is_encrypted;
    /// A file of PEM certificates to trust instead of the system's; NULL for those.
    const char *authorities;
    /// For the connection.
    int32_t timeout_ms;
    /// For an answer to each request: cameras that wake up, or must make a key frame first, take longer for those.
    int32_t answer_timeout_ms;
} cvideo_request;

typedef struct cvideo_facts {
    /// "h264".
    char codec[32];
    /// The password was sent readably.
    uint8_t is_basic;
    /// Pictures come as datagrams.
    uint8_t is_datagrams;
} cvideo_facts;

typedef struct cvideo_picture {
    int32_t width, height;
    /// What the decoder concealed.
    uint8_t is_damaged;
    /// It depends on no other picture.
    uint8_t is_key;
    /// Of the data from which it was decoded, about.
    uint32_t bytes;
    /// When the last of the data came, on CLOCK_MONOTONIC.
    int64_t arrival_ns;
    /// Whether `colours` is set: once a second, and never for pictures without colours or of an unusual format.
    uint8_t has_colours;
    /// The means of red, green and blue, and that of the differences of the greatest and the least of each pixel, 0 to 255.
    float colours[4];
} cvideo_picture;

/// All calls come from one thread.
typedef struct cvideo_functions {
    uint32_t abi;
    /// Of libavcodec, according to its headers.
    uint32_t major, minor, micro;

    /// Resolves the host, reads the certificates and prepares everything that needs files. Returns NULL with the failure.
    cvideo_stream *(*prepare)(const cvideo_request *request, cvideo_failure *failure);
    /// Connects, logs in, starts the stream and opens its decoder; starts the threads that it needs. Needs no files.
    cvideo_status (*open)(cvideo_stream *stream, cvideo_facts *facts, cvideo_failure *failure);
    /// Waits for data, decodes it, and gives the size of the picture if one is complete: CVIDEO_OK, CVIDEO_NO_PICTURE, or a
    /// failure after which there will be no more.
    cvideo_status (*read)(cvideo_stream *stream, cvideo_picture *picture, cvideo_failure *failure);
    /// Writes the luma of the last picture without padding between rows, 8 bits a pixel; at most `capacity` bytes.
    void (*write)(cvideo_stream *stream, uint8_t *target, size_t capacity);

    /// Opens a decoder for packets of a video device. `codec` is the name that FFmpeg gives it: "h264", "hevc".
    cvideo_decoder *(*decoder)(const char *codec, cvideo_failure *failure);
    /// Decodes one buffer of the device, which holds whole pictures. Behind the `count` bytes lie 64 zero bytes.
    cvideo_status (*decode)(
        cvideo_decoder *decoder, const uint8_t *bytes, size_t count, cvideo_picture *picture, cvideo_failure *failure);
    void (*write_decoded)(cvideo_decoder *decoder, uint8_t *target, size_t capacity);
} cvideo_functions;

/// The only symbol that the plugin exports.
#define CVIDEO_ENTRY_POINT "candela_video_functions"
const cvideo_functions *candela_video_functions(void);

/// Loads the plugin's table; see `cplugin_load`.
const cvideo_functions *cvideo_load(const char **reason);

#ifdef __cplusplus
}
#endif

#endif
