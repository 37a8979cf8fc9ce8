// SPDX-License-Identifier: Apache-2.0

import Glibc

extension V4L2Error {
    /// The cause in words, and what to do next where that is known.
    ///
    /// The same number means different things to different requests, so each group has its own dictionary. Sources:
    /// the "Return Value" section of each `VIDIOC_*` page of the kernel's user-space API manual, and
    /// `drivers/media/usb/uvc/uvc_v4l2.c` and `uvc_video.c` of Linux 6.1 for what webcams answer.
    var reason: (cause: String, next: String?) {
        if error.meansGone, request != .open {
            return (
                "the device is gone: it was unplugged or lost its driver",
                "plug it in again, in another port if it keeps happening"
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
                "you have no access to it",
                "join its group (sudo usermod -aG video $USER, then log in again) or use a session at the machine"
            )
        case .notPermitted:
            (
                "a device filter forbids it, as containers have",
                "pass the device into the container (--device \(path))"
            )
        case .noEntry: ("there is no such device", "run `candela list` to see those there are")
        case .noDevice, .noAddress:
            ("the node is there but no device answers behind it", "plug the camera in again, or load its driver")
        case .busy: ("another program has it and does not share it", "close that program")
        case .notDirectory, .tooManyLinks, .nameTooLong: ("the path leads nowhere", "run `candela list`")
        case .isDirectory: ("it is a folder, not a device", nil)
        case .tooManyFiles: ("this process has too many files open", "raise the limit with ulimit -n")
        default: nil
        }
    }

    // See: vidioc-g-fmt.rst, vidioc-g-parm.rst, vidioc-reqbufs.rst.
    private var setupReason: (String, String?)? {
        switch error {
        case .busy: busyReason
        case .invalidArgument: ("the driver refuses these settings", "run `candela info` to see those it offers")
        case .noSpace: bandwidthReason
        case .inputOutput: ("the camera did not answer", "plug it in again, in another port or without the hub")
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
                "this camera is driven through libcamera: use its programs and pipe their frames in"
            )
        case .invalidArgument: ("the driver refuses to start with these buffers", nil)
        default: nil
        }
    }

    // See: vidioc-qbuf.rst. On unplug uvcvideo answers EINVAL, EIO or ENODEV, whichever comes first.
    private var bufferReason: (String, String?)? {
        switch error {
        case .inputOutput: ("the camera lost its signal or failed inside", "plug it in again")
        case .invalidArgument: ("the stream was taken away, as an unplug does", "plug the camera in again")
        case .brokenPipe: ("the driver ended the stream", nil)
        default: nil
        }
    }

    // See: vidioc-g-ext-ctrls.rst; EILSEQ, EREMOTE and EIO are uvcvideo's words for a camera's refusals.
    private var controlReason: (String, String?)? {
        switch error {
        case .invalidArgument: ("the camera has no such control or refuses the value", "run `candela controls`")
        case .outOfRange: ("the value is out of range", "run `candela controls` to see the range")
        case .accessDenied:
            (
                "it is read-only, write-only, or overruled by an automatic mode",
                "run `candela controls` to see its flags"
            )
        case .busy: ("another program holds it, or the camera is not ready", "try again in a moment")
        case .illegalState: ("the camera cannot do that in its present state", "switch the automatic mode off first")
        case .remote: ("the camera is in the wrong power state", "start streaming first")
        case .inputOutput, .brokenPipe, .timedOut: ("the camera did not carry the request out", "plug it in again")
        case .noSpace: ("the answer does not fit the space given", nil)
        default: nil
        }
    }

    private var busyReason: (String, String?) {
        ("another program is using the camera", "close it; `candela list` names the holder")
    }

    private var bandwidthReason: (String, String?) {
        (
            "the USB bus has no bandwidth left for this format",
            "choose MJPG, a smaller --size or a lower --fps, or move other cameras to another port"
        )
    }

    private var generalReason: (String, String?) {
        switch error {
        case .notATerminal: ("it is not a video device, or does not know the request", "run `candela list`")
        case .accessDenied: ("access is denied", nil)
        case .notPermitted: ("it is not permitted here", nil)
        case .busy: busyReason
        case .invalidArgument: ("the driver refuses the request", nil)
        case .noSpace: ("there is no room left", nil)
        case .noData: ("there is nothing of the kind", nil)
        case .inputOutput: ("the device failed", "plug it in again")
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
