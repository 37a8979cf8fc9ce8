// SPDX-License-Identifier: Apache-2.0

#include "Buffers.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <map>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace candela {

MappedBuffer::MappedBuffer(const libcamera::FrameBuffer &buffer) {
    // Planes usually share one descriptor.
    std::map<int, size_t> lengths;
    const auto &all = buffer.planes();
    for (const auto &plane : all) {
        if (!plane.fd.isValid() || plane.offset == libcamera::FrameBuffer::Plane::kInvalidOffset) throw int(EINVAL);
        size_t &length = lengths[plane.fd.get()];
        length = std::max(length, size_t(plane.offset) + plane.length);
    }
    try {
        std::map<int, const uint8_t *> places;
        for (auto [descriptor, length] : lengths) {
            if (length == 0) continue;
            int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
            if (own < 0) throw int(errno);
            void *address = mmap(nullptr, length, PROT_READ, MAP_SHARED, own, 0);
            if (address == MAP_FAILED) {
                int cause = errno;
                close(own);
                throw cause;
            }
            mappings.push_back({own, address, length});
            places[descriptor] = static_cast<const uint8_t *>(address);
        }
        for (const auto &plane : all) {
            // libcamera 0.4's virtual camera has an empty third plane.
            if (plane.length == 0) continue;
            if (planes_.size() == CLIBCAMERA_PLANES) throw int(EINVAL);
            planes_.push_back({places[plane.fd.get()] + plane.offset, plane.length, 0});
        }
    } catch (...) {
        unmap();
        throw;
    }
}

MappedBuffer::MappedBuffer(MappedBuffer &&other) noexcept
    : mappings(std::exchange(other.mappings, {})), planes_(std::exchange(other.planes_, {})) {}

MappedBuffer::~MappedBuffer() { unmap(); }

void MappedBuffer::unmap() {
    for (const Mapping &mapping : mappings) {
        munmap(mapping.address, mapping.length);
        close(mapping.descriptor);
    }
    mappings.clear();
}

void MappedBuffer::synchronise(bool starts) const {
    for (const Mapping &mapping : mappings) {
        dma_buf_sync request = {};
        request.flags = DMA_BUF_SYNC_READ | (starts ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END);
        // Memory that is no DMA buffer needs none and refuses it.
        while (ioctl(mapping.descriptor, DMA_BUF_IOCTL_SYNC, &request) != 0 && (errno == EINTR || errno == EAGAIN)) {}
    }
}

}
