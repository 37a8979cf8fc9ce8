// SPDX-License-Identifier: Apache-2.0

import ConfinedXML
import OnvifCameras

/// Answers in the manners of cameras: their prefixes, their order and their oddities, as their owners published them in the
/// tests and threads that each names, with addresses of RFC 5737 and made-up serial numbers.
enum Answers {
    /// Dahua: go2rtc, `pkg/onvif/onvif_test.go` ("Dahua default").
    static func dahua(_ body: String) -> String {
        "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\" ?><s:Envelope "
            + "xmlns:sc=\"http://www.w3.org/2003/05/soap-encoding\" xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\" "
            + "xmlns:tt=\"http://www.onvif.org/ver10/schema\" xmlns:tds=\"http://www.onvif.org/ver10/device/wsdl\" "
            + "xmlns:trt=\"http://www.onvif.org/ver10/media/wsdl\"><s:Header/><s:Body>\(body)</s:Body></s:Envelope>"
    }

    static let dahuaStream = dahua(
        """
        <trt:GetStreamUriResponse><trt:MediaUri><tt:Uri>
            rtsp://192.0.2.123:554/cam/realmonitor?channel=1&amp;subtype=1&amp;unicast=true&amp;proto=Onvif</tt:Uri>
        <tt:InvalidAfterConnect>true</tt:InvalidAfterConnect><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>
        </trt:GetStreamUriResponse>
        """)

    static let dahuaCapabilities = dahua(
        """
        <tds:GetCapabilitiesResponse><tds:Capabilities><tt:Analytics><tt:XAddr>http://192.0.2.123/onvif/analytics_service</tt:XAddr>
        </tt:Analytics><tt:Device><tt:XAddr>http://192.0.2.123/onvif/device_service</tt:XAddr></tt:Device><tt:Media>
        <tt:XAddr>http://192.0.2.123/onvif/media_service</tt:XAddr></tt:Media></tds:Capabilities></tds:GetCapabilitiesResponse>
        """)

    /// Prefixes MC1 and MC2, undeclared here, and white space around the address: go2rtc, the same file ("Unknown").
    static let nameless = """
        <?xml version="1.0" encoding="UTF-8"?>
        <SOAP-ENV:Envelope>
           <SOAP-ENV:Header></SOAP-ENV:Header>
           <SOAP-ENV:Body><MC1:GetStreamUriResponse><MC1:MediaUri><MC2:Uri>
                    rtsp://192.0.2.53:8090/profile1=r
                </MC2:Uri></MC1:MediaUri></MC1:GetStreamUriResponse></SOAP-ENV:Body>
        </SOAP-ENV:Envelope>
        """

    /// gSOAP's envelope, as Hikvision, Reolink and many others send it.
    static func gsoap(_ body: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SOAP-ENV:Envelope "
            + "xmlns:SOAP-ENV=\"http://www.w3.org/2003/05/soap-envelope\" xmlns:tt=\"http://www.onvif.org/ver10/schema\" "
            + "xmlns:trt=\"http://www.onvif.org/ver10/media/wsdl\" xmlns:tr2=\"http://www.onvif.org/ver20/media/wsdl\" "
            + "xmlns:tds=\"http://www.onvif.org/ver10/device/wsdl\"><SOAP-ENV:Body>\(body)</SOAP-ENV:Body></SOAP-ENV:Envelope>"
    }

    /// Reolink: a main and a sub stream, the address with a port (h264Preview_01_main).
    static let reolinkProfiles = gsoap(
        """
        <trt:GetProfilesResponse><trt:Profiles fixed="true" token="000"><tt:Name>MainStream</tt:Name>
        <tt:VideoSourceConfiguration token="000"><tt:Name>VS</tt:Name></tt:VideoSourceConfiguration>
        <tt:VideoEncoderConfiguration token="000"><tt:Name>VE</tt:Name><tt:Encoding>H264</tt:Encoding><tt:Resolution>
        <tt:Width>2560</tt:Width><tt:Height>1440</tt:Height></tt:Resolution><tt:RateControl><tt:FrameRateLimit>25</tt:FrameRateLimit>
        </tt:RateControl></tt:VideoEncoderConfiguration></trt:Profiles><trt:Profiles fixed="true" token="audio"><tt:Name>Audio</tt:Name>
        </trt:Profiles><trt:Profiles fixed="true" token="001"><tt:Name>SubStream &amp; more</tt:Name>
        <tt:VideoEncoderConfiguration token="001"><tt:Encoding>JPEG</tt:Encoding><tt:Resolution><tt:Width>640</tt:Width>
        <tt:Height>480</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration></trt:Profiles></trt:GetProfilesResponse>
        """)

    /// Milesight: H.265 in the second media service only, rates with a fraction.
    static let media2Profiles = gsoap(
        """
        <tr2:GetProfilesResponse><tr2:Profiles token="main" fixed="true"><tr2:Name>mainStream</tr2:Name><tr2:Configurations>
        <tr2:VideoEncoder token="ve0" GovLength="50" Profile="Main"><tt:Name>ve0</tt:Name><tt:Encoding>H265</tt:Encoding>
        <tt:Resolution><tt:Width>3840</tt:Width><tt:Height>2160</tt:Height></tt:Resolution><tt:RateControl ConstantBitRate="false">
        <tt:FrameRateLimit>20.000000</tt:FrameRateLimit></tt:RateControl></tr2:VideoEncoder></tr2:Configurations></tr2:Profiles>
        </tr2:GetProfilesResponse>
        """)

    static let media2Services = gsoap(
        """
        <tds:GetServicesResponse><tds:Service><tds:Namespace>http://www.onvif.org/ver10/device/wsdl</tds:Namespace>
        <tds:XAddr>http://192.0.2.7/onvif/device_service</tds:XAddr></tds:Service><tds:Service>
        <tds:Namespace>http://www.onvif.org/ver20/media/wsdl</tds:Namespace><tds:XAddr>http://192.0.2.7/onvif/media2_service</tds:XAddr>
        </tds:Service></tds:GetServicesResponse>
        """)

    static func time(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> String {
        gsoap(
            """
            <tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType>
            <tt:TimeZone><tt:TZ>CST6CDT,M3.2.0,M11.1.0</tt:TZ></tt:TimeZone><tt:UTCDateTime><tt:Time><tt:Hour>\(hour)</tt:Hour>
            <tt:Minute>\(minute)</tt:Minute><tt:Second>\(second)</tt:Second></tt:Time><tt:Date><tt:Year>\(year)</tt:Year>
            <tt:Month>\(month)</tt:Month><tt:Day>\(day)</tt:Day></tt:Date></tt:UTCDateTime><tt:LocalDateTime><tt:Time><tt:Hour>1</tt:Hour>
            </tt:Time></tt:LocalDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>
            """)
    }

    /// The fault of the specification, which Hikvision and Axis send with status 400 and others with 401 or 500.
    static func fault(_ subcode: String, _ words: String) -> String {
        gsoap(
            "<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value><SOAP-ENV:Subcode><SOAP-ENV:Value>"
                + "\(subcode)</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Code><SOAP-ENV:Reason><SOAP-ENV:Text xml:lang=\"en\">"
                + "\(words)</SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>")
    }

    /// - Parameters:
    ///   - related: to which message.
    ///   - places: its addresses.
    static func match(
        related: String, places: String, endpoint: String = "urn:uuid:2419D68A-2dd2-21b2-a205-ec8d59a3f0f2",
        scopes: String =
            "onvif://www.onvif.org/type/video_encoder\n  onvif://www.onvif.org/name/Front%20door onvif://www.onvif.org/hardware/"
            + "DS-2CD2043G2 onvif://www.onvif.org/Profile/Streaming onvif://www.onvif.org/location/hall"
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"
        xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:wsdd="http://schemas.xmlsoap.org/ws/2005/04/discovery"
        xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><SOAP-ENV:Header><wsa:MessageID>uuid:1</wsa:MessageID>
        <wsa:RelatesTo>\(related)</wsa:RelatesTo></SOAP-ENV:Header><SOAP-ENV:Body><wsdd:ProbeMatches><wsdd:ProbeMatch>
        <wsa:EndpointReference><wsa:Address>\(endpoint)</wsa:Address></wsa:EndpointReference>
        <wsdd:Types>dn:NetworkVideoTransmitter</wsdd:Types><wsdd:Scopes>\(scopes)</wsdd:Scopes><wsdd:XAddrs>\(places)</wsdd:XAddrs>
        <wsdd:MetadataVersion>1</wsdd:MetadataVersion></wsdd:ProbeMatch></wsdd:ProbeMatches></SOAP-ENV:Body></SOAP-ENV:Envelope>
        """
    }

    static func root(_ text: String) throws -> XMLElement { try XMLReader(isInProcess: true).read(Array(text.utf8)) }

    static func body(_ text: String) throws -> XMLElement? { OnvifAnswer.body(try root(text)) }
}
