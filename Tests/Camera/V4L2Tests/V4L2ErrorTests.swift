// SPDX-License-Identifier: Apache-2.0

import Testing
import V4L2

@Suite("V4L2 errors")
struct V4L2ErrorTests {
    @Test("opening keeps apart why it failed")
    func open() {
        func sentence(_ error: SystemError) -> String {
            V4L2Error(.open, intent: "open", path: "/dev/video0", error: error).description
        }
        #expect(
            sentence(.accessDenied)
                == "cannot open /dev/video0: permission denied (open: EACCES); add yourself to its group (sudo usermod -aG "
                + "video $USER, then log in again), or log in at the machine")
        #expect(sentence(.notPermitted).contains("a device filter blocks it, as in containers (open: EPERM)"))
        #expect(sentence(.noEntry).contains("there is no such device (open: ENOENT)"))
        #expect(sentence(.busy).contains("another program has opened it exclusively (open: EBUSY)"))
        #expect(sentence(.noDevice).contains("no device responds (open: ENODEV)"))
    }

    @Test("the same errno has its own cause for each group of requests")
    func groups() {
        func cause(_ request: Request, _ error: SystemError) -> String {
            V4L2Error(request, intent: "use", path: "/dev/video0", error: error).description
        }
        #expect(cause(.setFormat, .busy).contains("another program is using the camera (VIDIOC_S_FMT: EBUSY)"))
        #expect(cause(.setControls, .busy).contains("another program has locked it"))
        #expect(
            cause(.setControls, .accessDenied).contains("overridden by an automatic mode (VIDIOC_S_EXT_CTRLS: EACCES)"))
        #expect(cause(.setControls, .outOfRange).contains("out of range (VIDIOC_S_EXT_CTRLS: ERANGE)"))
        #expect(cause(.setFormat, .invalidArgument).contains("rejects these settings (VIDIOC_S_FMT: EINVAL)"))
        #expect(cause(.queryCapability, .notATerminal).contains("not a video device"))
        #expect(cause(.dequeueBuffer, .noDevice).contains("the device is gone"))
    }

    @Test("an errno without a name of ours shows its number")
    func unknown() {
        #expect(SystemError(rawValue: 4095).name == "errno 4095")
    }
}
