// SPDX-License-Identifier: Apache-2.0

package import Delivery
package import Scanning
internal import Synchronization

/// The window that has the focus: each text is typed into it. Scans that an earlier run left are not typed.
package final class TypeTarget: HookTarget {
    package let name = "type"
    // Enough to type the longest text that a symbol holds.
    package let limit = Duration.seconds(60)
    package let concernsNow = true
    private let layout: KeyLayout
    private let typer: KeyTyper
    private let makeDevice: @Sendable () throws(KeyDeviceError) -> any KeyDevice
    private let device = Mutex<Handle?>(nil)
    private let isCancelled = Mutex(false)

    /// A device, used only by the target's thread.
    private struct Handle: @unchecked Sendable {
        let device: any KeyDevice
    }

    /// - Throws: if no keyboard can be made; the error includes the command to fix it.
    package convenience init(layout: KeyLayout, ending: EndingKey) throws(HookError) {
        do throws(KeyDeviceError) {
            try VirtualKeyboard.check()
        } catch {
            throw HookError(error.description)
        }
        self.init(typer: KeyTyper(layout: layout, ending: ending), layout: layout) { () throws(KeyDeviceError) in
            try VirtualKeyboard()
        }
    }

    /// A target for previews only.
    package convenience init(previewing layout: KeyLayout, ending: EndingKey) {
        self.init(typer: KeyTyper(layout: layout, ending: ending), layout: layout) { () throws(KeyDeviceError) in
            throw KeyDeviceError("cannot type: this is a preview")
        }
    }

    package init(
        typer: KeyTyper, layout: KeyLayout,
        device: @escaping @Sendable () throws(KeyDeviceError) -> any KeyDevice
    ) {
        self.layout = layout
        self.typer = typer
        makeDevice = device
    }

    /// Makes the keyboard early, so that the session knows it before the first scan.
    package func begin() { _ = try? keyboard() }

    package func send(_ message: HookMessage) -> HookAnswer {
        guard message.isFresh else { return .refused(HookMessage.stale) }
        guard !isCancelled.withLock({ $0 }) else { return .cancelled }
        guard let text = message.scan.finalText else { return .refused("its bytes are not text") }
        let keyboard: any KeyDevice
        do throws(KeyDeviceError) {
            keyboard = try self.keyboard()
        } catch {
            return .later(error.description)
        }
        do throws(KeyDeviceError) {
            switch try typer.type(text, on: keyboard) {
            case .typed: return .accepted
            case .untypable(let scalar): return .refused(refusal(scalar))
            case .capsLocked: return .later("Caps Lock is on and would swap capital and small letters")
            }
        } catch {
            // A retry would type the first part twice.
            return .refused("\(error.description); part of it may have been typed")
        }
    }

    private func keyboard() throws(KeyDeviceError) -> any KeyDevice {
        if let known = device.withLock({ $0 }) { return known.device }
        let made = Handle(device: try makeDevice())
        device.withLock { $0 = made }
        return made.device
    }

    private func refusal(_ scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        let isControl = scalar.properties.generalCategory == .control
        return isControl
            ? "it contains the control character \(name), which cannot be typed; --transform can replace it"
            : "the layout \(layout.rawValue) has no key for \(scalar) (\(name))"
    }

    package func cancel() { isCancelled.withLock { $0 = true } }
    package func end() { device.withLock { $0 = nil } }

    package func preview(_ scan: ScanEvent.Scan) -> HookPreview {
        guard let text = scan.finalText else { return HookPreview("", refusal: "its bytes are not text") }
        if case .failure(let untypable) = typer.presses(for: text) {
            return HookPreview("type \(text)", refusal: refusal(untypable.scalar))
        }
        return HookPreview("type \(text)")
    }
}
