// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2

/// A V4L2 request (an ioctl), with its name for messages.
package struct Request: Hashable, Sendable {
    package let number: UInt
    /// As in the manual, `VIDIOC_QUERYCAP`.
    package let name: String

    private init(_ number: UInt, _ name: String) {
        self.number = number
        self.name = name
    }

    package static let queryCapability = Self(CANDELA_VIDIOC_QUERYCAP, "VIDIOC_QUERYCAP")
    package static let enumerateFormats = Self(CANDELA_VIDIOC_ENUM_FMT, "VIDIOC_ENUM_FMT")
    package static let enumerateFrameSizes = Self(CANDELA_VIDIOC_ENUM_FRAMESIZES, "VIDIOC_ENUM_FRAMESIZES")
    package static let enumerateFrameIntervals = Self(
        CANDELA_VIDIOC_ENUM_FRAMEINTERVALS, "VIDIOC_ENUM_FRAMEINTERVALS")
    package static let enumerateInputs = Self(CANDELA_VIDIOC_ENUMINPUT, "VIDIOC_ENUMINPUT")
    package static let getInput = Self(CANDELA_VIDIOC_G_INPUT, "VIDIOC_G_INPUT")
    package static let getStandard = Self(CANDELA_VIDIOC_G_STD, "VIDIOC_G_STD")
    package static let queryStandard = Self(CANDELA_VIDIOC_QUERYSTD, "VIDIOC_QUERYSTD")
    package static let getFormat = Self(CANDELA_VIDIOC_G_FMT, "VIDIOC_G_FMT")
    package static let setFormat = Self(CANDELA_VIDIOC_S_FMT, "VIDIOC_S_FMT")
    package static let tryFormat = Self(CANDELA_VIDIOC_TRY_FMT, "VIDIOC_TRY_FMT")
    package static let getParameters = Self(CANDELA_VIDIOC_G_PARM, "VIDIOC_G_PARM")
    package static let setParameters = Self(CANDELA_VIDIOC_S_PARM, "VIDIOC_S_PARM")
    package static let requestBuffers = Self(CANDELA_VIDIOC_REQBUFS, "VIDIOC_REQBUFS")
    package static let queryBuffer = Self(CANDELA_VIDIOC_QUERYBUF, "VIDIOC_QUERYBUF")
    package static let queueBuffer = Self(CANDELA_VIDIOC_QBUF, "VIDIOC_QBUF")
    package static let dequeueBuffer = Self(CANDELA_VIDIOC_DQBUF, "VIDIOC_DQBUF")
    package static let streamOn = Self(CANDELA_VIDIOC_STREAMON, "VIDIOC_STREAMON")
    package static let streamOff = Self(CANDELA_VIDIOC_STREAMOFF, "VIDIOC_STREAMOFF")
    package static let queryControl = Self(CANDELA_VIDIOC_QUERY_EXT_CTRL, "VIDIOC_QUERY_EXT_CTRL")
    package static let queryMenu = Self(CANDELA_VIDIOC_QUERYMENU, "VIDIOC_QUERYMENU")
    package static let getControls = Self(CANDELA_VIDIOC_G_EXT_CTRLS, "VIDIOC_G_EXT_CTRLS")
    package static let setControls = Self(CANDELA_VIDIOC_S_EXT_CTRLS, "VIDIOC_S_EXT_CTRLS")
    package static let subscribeEvent = Self(CANDELA_VIDIOC_SUBSCRIBE_EVENT, "VIDIOC_SUBSCRIBE_EVENT")
    package static let dequeueEvent = Self(CANDELA_VIDIOC_DQEVENT, "VIDIOC_DQEVENT")

    package static let getTopology = Self(CANDELA_MEDIA_IOC_G_TOPOLOGY, "MEDIA_IOC_G_TOPOLOGY")

    /// Opening and mapping are calls, not requests, but errors name them in the same way.
    package static let open = Self(0, "open")
    package static let map = Self(0, "mmap")
    package static let poll = Self(0, "poll")
}
