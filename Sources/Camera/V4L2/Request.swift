// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2

/// A V4L2 request (an ioctl), with its name for messages.
public struct Request: Hashable, Sendable {
    public let number: UInt
    /// As in the manual, `VIDIOC_QUERYCAP`.
    public let name: String

    private init(_ number: UInt, _ name: String) {
        self.number = number
        self.name = name
    }

    public static let queryCapability = Self(CANDELA_VIDIOC_QUERYCAP, "VIDIOC_QUERYCAP")
    public static let enumerateFormats = Self(CANDELA_VIDIOC_ENUM_FMT, "VIDIOC_ENUM_FMT")
    public static let enumerateFrameSizes = Self(CANDELA_VIDIOC_ENUM_FRAMESIZES, "VIDIOC_ENUM_FRAMESIZES")
    public static let enumerateFrameIntervals = Self(
        CANDELA_VIDIOC_ENUM_FRAMEINTERVALS, "VIDIOC_ENUM_FRAMEINTERVALS")
    public static let enumerateInputs = Self(CANDELA_VIDIOC_ENUMINPUT, "VIDIOC_ENUMINPUT")
    public static let getInput = Self(CANDELA_VIDIOC_G_INPUT, "VIDIOC_G_INPUT")
    public static let getFormat = Self(CANDELA_VIDIOC_G_FMT, "VIDIOC_G_FMT")
    public static let setFormat = Self(CANDELA_VIDIOC_S_FMT, "VIDIOC_S_FMT")
    public static let tryFormat = Self(CANDELA_VIDIOC_TRY_FMT, "VIDIOC_TRY_FMT")
    public static let getParameters = Self(CANDELA_VIDIOC_G_PARM, "VIDIOC_G_PARM")
    public static let setParameters = Self(CANDELA_VIDIOC_S_PARM, "VIDIOC_S_PARM")
    public static let requestBuffers = Self(CANDELA_VIDIOC_REQBUFS, "VIDIOC_REQBUFS")
    public static let queryBuffer = Self(CANDELA_VIDIOC_QUERYBUF, "VIDIOC_QUERYBUF")
    public static let queueBuffer = Self(CANDELA_VIDIOC_QBUF, "VIDIOC_QBUF")
    public static let dequeueBuffer = Self(CANDELA_VIDIOC_DQBUF, "VIDIOC_DQBUF")
    public static let streamOn = Self(CANDELA_VIDIOC_STREAMON, "VIDIOC_STREAMON")
    public static let streamOff = Self(CANDELA_VIDIOC_STREAMOFF, "VIDIOC_STREAMOFF")
    public static let queryControl = Self(CANDELA_VIDIOC_QUERY_EXT_CTRL, "VIDIOC_QUERY_EXT_CTRL")
    public static let queryMenu = Self(CANDELA_VIDIOC_QUERYMENU, "VIDIOC_QUERYMENU")
    public static let getControls = Self(CANDELA_VIDIOC_G_EXT_CTRLS, "VIDIOC_G_EXT_CTRLS")
    public static let setControls = Self(CANDELA_VIDIOC_S_EXT_CTRLS, "VIDIOC_S_EXT_CTRLS")
    public static let subscribeEvent = Self(CANDELA_VIDIOC_SUBSCRIBE_EVENT, "VIDIOC_SUBSCRIBE_EVENT")
    public static let dequeueEvent = Self(CANDELA_VIDIOC_DQEVENT, "VIDIOC_DQEVENT")

    public static let getTopology = Self(CANDELA_MEDIA_IOC_G_TOPOLOGY, "MEDIA_IOC_G_TOPOLOGY")

    /// Opening and mapping are calls, not requests, but errors name them in the same way.
    public static let open = Self(0, "open")
    public static let map = Self(0, "mmap")
    public static let poll = Self(0, "poll")
}
