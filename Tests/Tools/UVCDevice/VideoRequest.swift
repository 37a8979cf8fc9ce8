// SPDX-License-Identifier: Apache-2.0

/// A class request to a control. Source: UVC 1.0, table A-8.
package enum VideoRequest: UInt8, Sendable {
    case setCurrent = 0x01
    case getCurrent = 0x81
    case getMinimum = 0x82
    case getMaximum = 0x83
    case getResolution = 0x84
    case getLength = 0x85
    case getInfo = 0x86
    case getDefault = 0x87
}

/// Why the last request was refused: the host asks after a stall. Source: UVC 1.0, section 4.2.1.2.
package enum RequestError: UInt8, Error, Sendable {
    case none = 0
    case notReady = 1
    case wrongState = 2
    case power = 3
    case outOfRange = 4
    case invalidUnit = 5
    case invalidControl = 6
    case invalidRequest = 7
}

/// The bits of GET_INFO's answer. Source: UVC 1.0, table 4-3.
package enum ControlInfo {
    package static let canGet: UInt8 = 0x01
    package static let canSet: UInt8 = 0x02
    /// The camera changes it itself, so the host must not cache it.
    package static let autoUpdate: UInt8 = 0x08
    /// The interrupt endpoint reports changes.
    package static let asynchronous: UInt8 = 0x10
}
