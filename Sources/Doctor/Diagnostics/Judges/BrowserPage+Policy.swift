// SPDX-License-Identifier: Apache-2.0

extension BrowserPage {
    /// A permissions policy forbids a page the camera, so that the browser refuses it without asking. Source: W3C, Permissions Policy.
    static func policed(_ client: CameraClientRecord) -> Finding? {
        guard let policy = client.pagePolicy, policy.header != nil || policy.log != nil else { return nil }
        // Of a browser that shows other pages as well, one in the background may be meant.
        let isPageInQuestion = policy.header != nil || policy.isOnlyPage || policy.source != nil && policy.source == policy.opened
        return Finding(
            .accessPagePolicy, isPageInQuestion ? .fail : .warn, message(policy, client),
            confidence: policy.header != nil && policy.log != nil ? .certain : isPageInQuestion ? .likely : .possible,
            evidence: [
                policy.header.map { EvidenceLine("header of \(policy.opened ?? "the page")", $0) },
                policy.log.map { EvidenceLine($0, PagePolicyRecord.words) },
                policy.log == nil ? nil : policy.source.map { EvidenceLine("the script that asked came from", $0) },
                policy.isHeaderClear ? policy.opened.map { EvidenceLine("header of \($0)", "does not forbid the camera") } : nil,
            ].compactMap(\.self),
            effect: "getUserMedia fails at once with NotAllowedError, and no answer or setting of the browser changes that; the camera is not at fault",
            fixes: fixes(policy))
    }

    private static func message(_ policy: PagePolicyRecord, _ client: CameraClientRecord) -> String {
        if let header = policy.header {
            return "the page \(policy.opened ?? "") of \(client.title) is sent with a header that forbids it the camera (\(header)): the browser refuses without asking"
        }
        let cause =
            policy.isHeaderClear
            ? "it lies in a frame (iframe) of another page that does not hand the camera on to it"
            : "the header of its server forbids the camera, or it lies in a frame (iframe) of another page that does not hand the camera on to it"
        return "a permissions policy forbids the camera to a page\(policy.source.map { " with scripts of \($0)" } ?? "") in \(client.title), which refuses it without asking: \(cause)"
    }

    private static func fixes(_ policy: PagePolicyRecord) -> [Fix] {
        let look = policy.opened.map { ["curl -skI \(Words.shell($0)) | grep -i -e permissions-policy -e feature-policy"] } ?? []
        let server = Fix(
            "\(policy.header == nil ? "If the page's server, or that of a page around it, sends the header: let" : "Let") it allow its own pages the camera, Permissions-Policy: camera=(self) in place of camera=(), wherever the server's configuration or a proxy before it sets that header, and load the configuration again. With nginx, a location that has an add_header of its own has none of those around it",
            commands: look, isRunnable: false)
        if policy.header != nil { return [server] }
        let frame = Fix(
            "If the page lies in a frame, as add-ons in the page of their host do: open it in a tab of its own, by its own address. For good, the frame needs the attribute allow=\"camera\": update the program that makes the page around it"
        )
        return policy.isHeaderClear ? [frame] : [frame, server]
    }
}
