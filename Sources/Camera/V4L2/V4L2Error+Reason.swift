// SPDX-License-Identifier: Apache-2.0

import Glibc

extension V4L2Error {
    /// The cause in words, and the next step if one is known.
    ///
    /// The meaning of an errno depends on the request, so each group of requests has its own table. Sources:
    /// the "Return Value" section of each `VIDIOC_*` page of the kernel's user-space API manual, and
    /// `drivers/media/usb/uvc/uvc_v4l2.c` and `uvc_video.c` of Linux 6.1 for the answers of webcams.
    var reason: (cause: String, next: String?) {
        if error.meansGone, request != .open {
            return (
                "the device is gone: it was unplugged or lost its driver",
                "replug it; if this happens again, use another port"
            )
        }
        let specific =
            switch request {
            case .open: openReason
            case .setFormat, .tryFormat, .setParameters, .requestBuffers: setupReason
            case .streamOn: streamOnReason
            case .queueBuffer, .dequeueBuffer: bufferReason
            case .getControls, .setControls, .queryControl, .queryMenu: controlReason
            default: nil as (String, String?)?
            }
        return specific ?? generalReason
    }

    // See: 'man 2 open', and Documentation/admin-guide/cgroup-v2.rst "Device controller" for EPERM.
    private var openReason: (String, String?)? {
        switch error {
        case .accessDenied:
            (
                "permission denied",
                "add yourself to its group (sudo usermod -aG video $USER, then log in again), or log in at the machine"
            )
        case .notPermitted:
            (
                "a device filter blocks it, as in containers",
                "pass the device into the container (--device \(path))"
            )
        case .noEntry: ("there is no such device", "run `candela list` to see the available devices")
        case .noDevice, .noAddress:
            ("the device node exists, but no device responds", "replug the camera, or load its driver")
        case .busy: ("another program has opened it exclusively", "close that program")
        case .notDirectory, .tooManyLinks, .nameTooLong: ("the path is not valid", "run `candela list`")
        case .isDirectory: ("it is a directory, not a device", nil)
        case .tooManyFiles: ("this process has too many open files", "raise the limit with ulimit -n")
        default: nil
        }
    }

    // See: vidioc-g-fmt.rst, vidioc-g-parm.rst, vidioc-reqbufs.rst.
    private var setupReason: (String, String?)? {
        switch error {
        case .busy: busyReason
        case .invalidArgument: ("the driver rejects these settings", "run `candela info` to see the supported ones")
        case .noSpace: bandwidthReason
        case .inputOutput: ("the camera did not answer", "replug it, into another port or without a hub")
        default: nil
        }
    }

    // See: vidioc-streamon.rst; EIO is uvcvideo's "No fast enough alt setting".
    private var streamOnReason: (String, String?)? {
        switch error {
        case .busy: busyReason
        case .noSpace: bandwidthReason
        case .inputOutput:
            (
                "the camera did not start, or its USB link is too slow for this format",
                "choose a smaller --size or MJPG, or another port"
            )
        case .brokenPipe, .noLink:
            (
                "the device's media pipeline is not linked",
                "this camera requires libcamera: name it as libcamera:"
            )
        case .invalidArgument: ("the driver cannot start with these buffers", nil)
        default: nil
        }
    }

    // See: vidioc-qbuf.rst. On unplug uvcvideo answers EINVAL, EIO or ENODEV, whichever comes first.
    private var bufferReason: (String, String?)? {
        switch error {
        case .inputOutput: ("the camera lost its signal or had an internal error", "replug it")
        case .invalidArgument: ("the stream was interrupted, as by an unplug", "replug the camera")
        case .brokenPipe: ("the driver ended the stream", nil)
        default: nil
        }
    }

    // See: vidioc-g-ext-ctrls.rst; uvcvideo reports a camera's refusals as EILSEQ, EREMOTE and EIO.
    private var controlReason: (String, String?)? {
        switch error {
        case .invalidArgument: ("the camera has no such control or rejects the value", "run `candela controls`")
        case .outOfRange: ("the value is out of range", "run `candela controls` to see the range")
        case .accessDenied:
            (
                "it is read-only, write-only, or overridden by an automatic mode",
                "run `candela controls` to see its flags"
            )
        case .busy: ("another program has locked it, or the camera is not ready", "try again in a moment")
        case .illegalState: ("the camera cannot do this in its current state", "switch off the automatic mode first")
        case .remote: ("the camera is in the wrong power state", "start streaming first")
        case .inputOutput, .brokenPipe, .timedOut: ("the camera did not execute the request", "replug it")
        case .noSpace: ("the answer does not fit the buffer", nil)
        default: nil
        }
    }

    private var busyReason: (String, String?) {
        ("another program is using the camera", "close that program; `candela list` shows which one it is")
    }

    private var bandwidthReason: (String, String?) {
        (
            "the USB bus has not enough bandwidth left for this format",
            "choose MJPG, a smaller --size or a lower --fps, or move other cameras to another port"
        )
    }

    private var generalReason: (String, String?) {
        switch error {
        case .notATerminal: ("it is not a video device, or does not know the request", "run `candela list`")
        case .accessDenied: ("permission denied", nil)
        case .notPermitted: ("it is not permitted here", nil)
        case .busy: busyReason
        case .invalidArgument: ("the driver rejects the request", nil)
        case .noSpace: ("there is no space left", nil)
        case .noData: ("there is no data", nil)
        case .inputOutput: ("the device failed", "replug it")
        case .noMemory: ("the kernel has no memory left for it", nil)
        default: ("the request failed", nil)
        }
    }
}

extension SystemError {
    static let noMemory = Self(rawValue: ENOMEM)
    static let notDirectory = Self(rawValue: ENOTDIR)
    static let isDirectory = Self(rawValue: EISDIR)
    static let tooManyFiles = Self(rawValue: EMFILE)
    static let tooManyLinks = Self(rawValue: ELOOP)
    static let nameTooLong = Self(rawValue: ENAMETOOLONG)
}
