// SPDX-License-Identifier: Apache-2.0

#ifndef CANDELA_BUFFERS_H
#define CANDELA_BUFFERS_H

#include "CLibcamera.h"

#include <libcamera/libcamera.h>

#include <vector>

namespace candela {

/// The memory of one frame buffer, mapped for reading once for all its frames.
class MappedBuffer {
public:
    /// Throws an errno as an int.
    explicit MappedBuffer(const libcamera::FrameBuffer &buffer);
    ~MappedBuffer();
    MappedBuffer(MappedBuffer &&other) noexcept;
    MappedBuffer(const MappedBuffer &) = delete;
    MappedBuffer &operator=(const MappedBuffer &) = delete;

    /// Makes what the camera wrote visible to the processor, until `end`. Needed where the camera's writes go past the caches.
    void begin() const { synchronise(true); }
    void end() const { synchronise(false); }

    /// Without `used`.
    const std::vector<clibcamera_plane> &planes() const { return planes_; }

private:
    struct Mapping {
        /// Ours: the library may close its own earlier.
        int descriptor;
        void *address;
        size_t length;
    };
    std::vector<Mapping> mappings;
    std::vector<clibcamera_plane> planes_;

    void synchronise(bool starts) const;
    void unmap();
};

}

#endif
