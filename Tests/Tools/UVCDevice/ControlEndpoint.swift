// SPDX-License-Identifier: Apache-2.0

/// Endpoint 0: descriptors, configuration, and class requests to controls and stream parameters.
///
/// It decides and keeps state; other actions are returned as effects.
package struct ControlEndpoint {
    package enum Answer: Hashable, Sendable {
        case data([UInt8])
        case done
        case stall
    }

    package enum Effect: Hashable, Sendable {
        /// A control was written, or refused with `error`.
        case wrote(ControlWrite)
        /// The host chose the stream parameters.
        case committed(StreamParameters)
        /// The host chose an alternate setting of the streaming interface: 0 ends an isochronous stream.
        case alternateSetting(UInt8)
        /// The host reset the streaming endpoint, which ends a bulk stream.
        case clearedHalt
    }

    private let descriptors: CameraDescriptors
    package let bank: ControlBank
    private var extensionUnit = ExtensionUnit()
    private var configuration: UInt8 = 0
    private var alternateSetting: UInt8 = 0
    private var probe: StreamParameters
    private var commit: StreamParameters
    private var lastError = RequestError.none
    /// Controls that refuse every request, or only writes, with the error that they report.
    package var stalled: [StalledControl] = []
    /// Whether it answers no request for a descriptor, as behind a bad cable.
    package var isMute = false

    package struct StalledControl: Hashable, Sendable {
        package var unit: CameraUnit
        package var selector: UInt8
        package var error: RequestError
        /// Whether it can still be read.
        package var isReadable = false
    }

    package init(descriptors: CameraDescriptors, bank: ControlBank) {
        self.descriptors = descriptors
        self.bank = bank
        probe = StreamParameters(standardOf: descriptors.identity)
        commit = probe
    }

    package mutating func handle(_ setup: SetupPacket, data: [UInt8]) -> (Answer, Effect?) {
        switch (setup.kind, setup.recipient) {
        case (.standard, _): isMute && setup.request == 0x06 ? (.stall, nil) : standard(setup)
        case (.class, .interface) where setup.indexLow == CameraDescriptors.controlInterface:
            control(setup, data)
        case (.class, .interface) where setup.indexLow == CameraDescriptors.streamingInterface:
            streaming(setup, data)
        default: (.stall, nil)
        }
    }

    // Source: USB 2.0, table 9-4. The host controller answers SET_ADDRESS itself.
    private mutating func standard(_ setup: SetupPacket) -> (Answer, Effect?) {
        switch (setup.request, setup.recipient) {
        case (0x00, _): return (.data([0, 0]), nil)
        case (0x01, .endpoint):
            let isStream = setup.indexLow == 0x80 | CameraDescriptors.streamingEndpoint
            return (.done, isStream ? .clearedHalt : nil)
        case (0x06, .device):
            let descriptor: [UInt8]? =
                switch setup.valueHigh {
                case 1: descriptors.device
                case 2: descriptors.configuration
                case 3: descriptors.string(setup.valueLow)
                default: nil
                }
            return (descriptor.map { .data($0) } ?? .stall, nil)
        case (0x08, .device): return (.data([configuration]), nil)
        case (0x09, .device):
            configuration = setup.valueLow
            alternateSetting = 0
            return (.done, .alternateSetting(0))
        case (0x0a, .interface):
            let isStreaming = setup.indexLow == CameraDescriptors.streamingInterface
            return (.data([isStreaming ? alternateSetting : 0]), nil)
        case (0x0b, .interface):
            guard setup.indexLow == CameraDescriptors.streamingInterface else { return (.done, nil) }
            alternateSetting = setup.valueLow
            return (.done, .alternateSetting(alternateSetting))
        default: return (.stall, nil)
        }
    }

    // MARK: Units and terminals

    private mutating func control(_ setup: SetupPacket, _ data: [UInt8]) -> (Answer, Effect?) {
        guard let request = VideoRequest(rawValue: setup.request) else { return refuse(.invalidRequest) }
        let selector = setup.valueHigh
        if setup.indexHigh == 0 {
            // The interface itself: the error of the last request.
            guard selector == 0x02, request == .getCurrent else { return refuse(.invalidControl) }
            return (.data([lastError.rawValue]), nil)
        }
        guard let unit = CameraUnit(rawValue: setup.indexHigh) else { return refuse(.invalidUnit) }
        let stall = stalled.first { $0.unit == unit && $0.selector == selector }
        guard request == .setCurrent else {
            if let stall, !stall.isReadable, request == .getCurrent { return refuse(stall.error) }
            switch answer(request, unit, selector) {
            case .success(let bytes):
                lastError = .none
                return (.data(bytes), nil)
            case .failure(let error): return refuse(error)
            }
        }
        let error = stall?.error ?? set(unit, selector, to: data)
        lastError = error ?? .none
        let values = bank.control(unit, selector).flatMap { bank.values(of: $0, in: data) } ?? []
        let write = ControlWrite(
            unit: unit, selector: selector, data: data,
            values: values.map { ControlWrite.Value(id: $0.id, value: $0.value) }, error: error)
        return (error == nil ? .done : .stall, .wrote(write))
    }

    private func answer(
        _ request: VideoRequest, _ unit: CameraUnit, _ selector: UInt8
    ) -> Result<[UInt8], RequestError> {
        if unit == .extension {
            guard let selector = ExtensionUnit.Selector(rawValue: selector) else { return .failure(.invalidControl) }
            return extensionUnit.answer(request, selector)
        }
        guard let control = bank.control(unit, selector) else { return .failure(.invalidControl) }
        return bank.answer(request, control)
    }

    private mutating func set(_ unit: CameraUnit, _ selector: UInt8, to data: [UInt8]) -> RequestError? {
        if unit == .extension {
            guard let selector = ExtensionUnit.Selector(rawValue: selector) else { return .invalidControl }
            return extensionUnit.set(selector, to: data)
        }
        guard let control = bank.control(unit, selector) else { return .invalidControl }
        return bank.set(control, to: data)
    }

    private mutating func refuse(_ error: RequestError) -> (Answer, Effect?) {
        lastError = error
        return (.stall, nil)
    }

    // MARK: Stream parameters

    private mutating func streaming(_ setup: SetupPacket, _ data: [UInt8]) -> (Answer, Effect?) {
        let isProbe = setup.valueHigh == 0x01
        guard isProbe || setup.valueHigh == 0x02, let request = VideoRequest(rawValue: setup.request) else {
            return (.stall, nil)
        }
        switch request {
        case .setCurrent:
            guard let parameters = StreamParameters(proposal: data) else { return (.stall, nil) }
            if isProbe {
                probe = parameters
                return (.done, nil)
            }
            commit = parameters
            return (.done, .committed(parameters))
        case .getCurrent: return (.data((isProbe ? probe : commit).encoded(over: descriptors.transfer)), nil)
        case .getMinimum, .getMaximum:
            // The longest or shortest interval of the mode being negotiated.
            var parameters = probe
            let intervals = parameters.mode.intervals
            parameters.interval = request == .getMinimum ? intervals.first! : intervals.last!
            return (.data(parameters.encoded(over: descriptors.transfer)), nil)
        case .getDefault:
            let standard = StreamParameters(standardOf: descriptors.identity)
            return (.data(standard.encoded(over: descriptors.transfer)), nil)
        case .getLength: return (.data([UInt8](little: Int64(StreamParameters.size), size: 2)), nil)
        case .getInfo: return (.data([ControlInfo.canGet | ControlInfo.canSet]), nil)
        case .getResolution: return (.stall, nil)
        }
    }
}
