// SPDX-License-Identifier: Apache-2.0

#include "Values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace candela {
namespace {

template <typename T> void take(const libcamera::ControlValue &value, clibcamera_value &result) {
    if (value.isArray()) {
        auto all = value.get<libcamera::Span<const T>>();
        result.is_array = 1;
        result.count = uint8_t(std::min<size_t>(all.size(), CLIBCAMERA_NUMBERS));
        for (uint8_t i = 0; i < result.count; i++) result.numbers[i] = double(all[i]);
    } else {
        result.count = 1;
        result.numbers[0] = double(value.get<T>());
    }
}

template <typename T> libcamera::ControlValue give(const clibcamera_value &value) {
    T numbers[CLIBCAMERA_NUMBERS] = {};
    for (uint8_t i = 0; i < value.count; i++) {
        double number = value.numbers[i];
        if (!std::isfinite(number)) return {};
        if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
            number = std::round(number);
            // As a double, the largest int64_t is one too large.
            const double low = double(std::numeric_limits<T>::min()), high = double(std::numeric_limits<T>::max());
            if (number < low || number > high || (sizeof(T) == 8 && number == high)) return {};
        }
        numbers[i] = T(number);
    }
    libcamera::ControlValue result;
    if (value.is_array)
        result.set(libcamera::Span<const T>(numbers, value.count));
    else
        result.set(numbers[0]);
    return result;
}

}

uint8_t type_of(libcamera::ControlType type) {
    switch (type) {
    case libcamera::ControlTypeBool: return CLIBCAMERA_BOOL;
    case libcamera::ControlTypeByte: return CLIBCAMERA_BYTE;
    case libcamera::ControlTypeInteger32: return CLIBCAMERA_INTEGER32;
    case libcamera::ControlTypeInteger64: return CLIBCAMERA_INTEGER64;
    case libcamera::ControlTypeFloat: return CLIBCAMERA_FLOAT;
    case libcamera::ControlTypeRectangle: return CLIBCAMERA_RECTANGLE;
    default: return 0;
    }
}

clibcamera_value number_value(uint32_t id, const libcamera::ControlValue &value) {
    clibcamera_value result = {};
    result.id = id;
    result.type = type_of(value.type());
    switch (result.type) {
    case CLIBCAMERA_BOOL:
        // An array of bool is no array of numbers in memory that a Span can have.
        if (!value.isArray()) take<bool>(value, result);
        break;
    case CLIBCAMERA_BYTE: take<uint8_t>(value, result); break;
    case CLIBCAMERA_INTEGER32: take<int32_t>(value, result); break;
    case CLIBCAMERA_INTEGER64: take<int64_t>(value, result); break;
    case CLIBCAMERA_FLOAT: take<float>(value, result); break;
    case CLIBCAMERA_RECTANGLE:
        if (!value.isArray()) {
            auto area = value.get<libcamera::Rectangle>();
            result.count = 4;
            result.numbers[0] = area.x;
            result.numbers[1] = area.y;
            result.numbers[2] = area.width;
            result.numbers[3] = area.height;
        }
        break;
    }
    return result;
}

libcamera::ControlValue control_value(const clibcamera_value &value) {
    if (value.count == 0 || value.count > CLIBCAMERA_NUMBERS || (!value.is_array && value.type != CLIBCAMERA_RECTANGLE && value.count != 1))
        return {};
    switch (value.type) {
    case CLIBCAMERA_BOOL: return value.is_array ? libcamera::ControlValue() : libcamera::ControlValue(value.numbers[0] != 0);
    case CLIBCAMERA_BYTE: return give<uint8_t>(value);
    case CLIBCAMERA_INTEGER32: return give<int32_t>(value);
    case CLIBCAMERA_INTEGER64: return give<int64_t>(value);
    case CLIBCAMERA_FLOAT: return give<float>(value);
    case CLIBCAMERA_RECTANGLE: {
        for (double number : value.numbers)
            if (!(number >= 0 && number <= 1e6)) return {};
        if (value.is_array || value.count != 4) return {};
        return libcamera::ControlValue(libcamera::Rectangle(
            int(value.numbers[0]), int(value.numbers[1]), unsigned(value.numbers[2]), unsigned(value.numbers[3])));
    }
    default: return {};
    }
}

}
