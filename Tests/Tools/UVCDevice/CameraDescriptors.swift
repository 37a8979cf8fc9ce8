// SPDX-License-Identifier: Apache-2.0

/// The descriptors of a UVC 1.0 webcam: camera terminal → processing unit → extension unit → USB.
///
/// Source: USB 2.0, chapter 9.6; UVC 1.0, chapter 3.
package struct CameraDescriptors: Sendable {
    package var identity: CameraIdentity
    package var transfer: TransferKind
    /// The declared controls by unit: bit numbers of bmControls.
    package var controlBits: [CameraUnit: [Int]]

    package init(identity: CameraIdentity, transfer: TransferKind, controlBits: [CameraUnit: [Int]]) {
        self.identity = identity
        self.transfer = transfer
        self.controlBits = controlBits
    }

    /// Presentation times tick in microseconds.
    package static let clockFrequency: UInt32 = 1_000_000
    package static let controlInterface: UInt8 = 0
    package static let streamingInterface: UInt8 = 1
    package static let streamingEndpoint: UInt8 = 1
    package static let statusEndpoint: UInt8 = 3
    /// wMaxPacketSize of the alternate settings from 1 on: one, two, three transactions of 1024 bytes per microframe.
    package static let alternatePacketSizes: [UInt16] = [1024, 1024 | 1 << 11, 1024 | 2 << 11]

    package var device: [UInt8] {
        var bytes: [UInt8] = [18, 1]
        bytes.append(little: UInt16(0x0200))
        // Several functions, with interface association descriptors; or the class is that of the interface.
        bytes += identity.isVendorSpecific ? [0, 0, 0] : [0xef, 2, 1]
        bytes.append(64)
        bytes.append(little: identity.vendorID)
        bytes.append(little: identity.productID)
        bytes.append(little: UInt16(0x0100))
        bytes += [1, 2, 3]  // strings: manufacturer, product, serial
        bytes.append(1)
        return bytes
    }

    /// String `index`; 0 is the list of languages. `nil` if it does not exist.
    package func string(_ index: UInt8) -> [UInt8]? {
        let texts = [identity.manufacturer, identity.product, identity.serial]
        if index == 0 { return [4, 3, 0x09, 0x04] }
        guard texts.indices.contains(Int(index) - 1) else { return nil }
        var bytes: [UInt8] = [0, 3]
        for unit in texts[Int(index) - 1].utf16.prefix(126) { bytes.append(little: unit) }
        bytes[0] = UInt8(bytes.count)
        return bytes
    }

    package var configuration: [UInt8] {
        let association: [UInt8] = [8, 0x0b, 0, 2, 0x0e, 0x03, 0, 2]
        let vendorSpecific: [UInt8] = [9, 4, 0, 0, 0, 0xff, 0, 0, 0]
        let body = identity.isVendorSpecific ? vendorSpecific : association + control + streaming
        var bytes: [UInt8] = [9, 2]
        bytes.append(little: UInt16(9 + body.count))
        bytes += [identity.isVendorSpecific ? 1 : 2, 1, 0, 0x80, 250]  // interfaces, bus powered, 500 mA
        return bytes + body
    }

    private var control: [UInt8] {
        var units = cameraTerminal
        units += processingUnit
        units += extensionUnit
        units += [9, 0x24, 0x03, Self.outputTerminal, 0x01, 0x01, 0, CameraUnit.extension.rawValue, 0]
        var header: [UInt8] = [13, 0x24, 0x01, 0x00, 0x01]
        header.append(little: UInt16(13 + units.count))
        header.append(little: Self.clockFrequency)
        header += [1, Self.streamingInterface]
        let interface: [UInt8] = [9, 4, Self.controlInterface, 0, 1, 0x0e, 0x01, 0, 2]
        // An interrupt endpoint reports controls that the camera changed itself: every 2^(8-1) microframes.
        let endpoint: [UInt8] = [7, 5, 0x80 | Self.statusEndpoint, 3, 16, 0, 8]
        let classEndpoint: [UInt8] = [5, 0x25, 3, 16, 0]
        return interface + header + units + endpoint + classEndpoint
    }

    private static let outputTerminal: UInt8 = 4

    private var cameraTerminal: [UInt8] {
        var bytes: [UInt8] = [18, 0x24, 0x02, CameraUnit.cameraTerminal.rawValue, 0x01, 0x02, 0, 0]
        bytes.append(little: UInt16(0))  // focal lengths: no optical zoom
        bytes.append(little: UInt16(0))
        bytes.append(little: UInt16(0))
        return bytes + [3] + controlBitmap(of: .cameraTerminal, size: 3)
    }

    private var processingUnit: [UInt8] {
        var bytes: [UInt8] = [
            11, 0x24, 0x05, CameraUnit.processing.rawValue, CameraUnit.cameraTerminal.rawValue, 0, 0,
        ]
        bytes += [2] + controlBitmap(of: .processing, size: 2)
        return bytes + [0]
    }

    private var extensionUnit: [UInt8] {
        var bytes: [UInt8] = [26, 0x24, 0x06, CameraUnit.extension.rawValue]
        bytes += ExtensionUnit.guid
        bytes += [UInt8(ExtensionUnit.Selector.allCases.count), 1, CameraUnit.processing.rawValue]
        bytes += [1] + controlBitmap(of: .extension, size: 1)
        return bytes + [0]
    }

    private func controlBitmap(of unit: CameraUnit, size: Int) -> [UInt8] {
        var bitmap: Int64 = 0
        for bit in controlBits[unit] ?? [] { bitmap |= 1 << Int64(bit) }
        return [UInt8](little: bitmap, size: size)
    }
}

/// A unit or terminal of the camera that has controls. The raw value is its ID in the descriptors.
package enum CameraUnit: UInt8, CaseIterable, Sendable {
    case cameraTerminal = 1
    case processing = 2
    case `extension` = 3
}
