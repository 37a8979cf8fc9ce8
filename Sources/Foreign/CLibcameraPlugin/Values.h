// SPDX-License-Identifier: Apache-2.0
//
// libcamera's control values as numbers. Taking a value out as another type than it has ends the process, so each conversion
// looks at the type first.

#ifndef CANDELA_VALUES_H
#define CANDELA_VALUES_H

#include "CLibcamera.h"

#include <libcamera/libcamera.h>

namespace candela {

/// `count` is 0 if the type is none that the table has.
clibcamera_value number_value(uint32_t id, const libcamera::ControlValue &value);

/// An empty value (`isNone()`) if the numbers do not fit the type.
libcamera::ControlValue control_value(const clibcamera_value &value);

uint8_t type_of(libcamera::ControlType type);

}

#endif
