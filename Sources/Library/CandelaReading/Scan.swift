// SPDX-License-Identifier: Apache-2.0

internal import Output
package import Scanning

/// A code that a camera read, once for each time that it is shown to the camera.
@dynamicMemberLookup
public struct Scan: Hashable, Sendable {
    package var event: ScanEvent.Scan

    package init(_ event: ScanEvent.Scan) { self.event = event }

    /// The code.
    public var barcode: Barcode { Barcode(event.barcode) }

    /// The name of the camera, as in `Camera.name`, or of the picture.
    public var source: String { event.source }

    /// When it was read: milliseconds since 1970.
    public var milliseconds: Int64 { event.time.milliseconds }

    /// When it was read, as in RFC 3339, in UTC: `2026-11-25T17:15:00.123Z`.
    public var time: String { event.time.text }

    /// How long it took to read the frame.
    public var decodeTime: Duration { event.decodeTime }

    /// The time from the frame to the scan, if it is known.
    public var age: Duration? { event.age }

    /// A property of the code: `scan.text`, `scan.corners`.
    public subscript<Value>(dynamicMember path: KeyPath<Barcode, Value>) -> Value { barcode[keyPath: path] }
}
