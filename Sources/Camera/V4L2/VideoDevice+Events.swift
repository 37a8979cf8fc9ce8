// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import CVideodev2

/// A change of a control, by any program.
package struct ControlEvent: Hashable, Sendable {
    package var id: ControlID
    /// The new value of a numeric control; `nil` if only its flags or range changed.
    package var value: Int64?
    /// The current flags.
    package var flags: ControlFlags
}

extension VideoDevice {
    /// Subscribes to changes of a control; with `own`, also to changes made through this handle.
    package func subscribe(to id: ControlID, own: Bool = true) throws(V4L2Error) {
        var subscription = v4l2_event_subscription()
        subscription.type = UInt32(V4L2_EVENT_CTRL)
        subscription.id = id.rawValue
        subscription.flags = own ? UInt32(V4L2_EVENT_SUB_FL_ALLOW_FEEDBACK) : 0
        try perform(.subscribeEvent, &subscription, intent: "watch control \(id) of")
    }

    /// Waits for the next change of a subscribed control; `nil` after `timeout`, or when `wake` is readable.
    package func nextControlEvent(timeout: Duration?, wake: CInt? = nil) throws(V4L2Error) -> ControlEvent? {
        let intent = "wait for changed controls of"
        do throws(SystemError) {
            let result = try kernel.poll(descriptor, for: .event, wake: wake, timeout: timeout)
            // POLLERR without POLLHUP only means that nothing streams on this handle; with POLLHUP the device is gone.
            if result.isHungUp { throw SystemError.noDevice }
            guard result.isReady else { return nil }
            var event = v4l2_event()
            try attempt(.dequeueEvent, &event)
            guard event.type == UInt32(V4L2_EVENT_CTRL) else { return nil }
            let change = unsafe candela_event_control(&event)
            let hasValue = change.changes & UInt32(V4L2_EVENT_CTRL_CH_VALUE) != 0
            return ControlEvent(
                id: ControlID(rawValue: event.id), value: hasValue ? change.value64OrValue : nil,
                flags: ControlFlags(rawValue: change.flags))
        } catch .tryAgain {
            return nil
        } catch .noEntry {
            return nil  // The event was merged into one already read.
        } catch {
            throw V4L2Error(.dequeueEvent, intent: intent, path: path, error: error)
        }
    }
}

extension v4l2_event_ctrl {
    var value64OrValue: Int64 { type == V4L2_CTRL_TYPE_INTEGER64.rawValue ? value64 : Int64(value) }
}
