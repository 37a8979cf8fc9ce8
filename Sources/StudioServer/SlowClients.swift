// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore

/// Sets up a client's connection so that one that is slow gets fewer pictures and not older ones, and one that has
/// vanished is noticed.
final class SlowClients: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    /// What may lie unsent in the kernel, beyond what is on its way: less than two pictures. Without a bound it keeps
    /// megabytes for a slow line, seconds of pictures.
    private static let unsent = 128 << 10
    /// How long, in milliseconds, nothing of what was sent need have arrived; TCP itself waits for a quarter of an hour.
    private static let patience = 20_000

    func handlerAdded(context: ChannelHandlerContext) {
        for (name, value) in [(TCP_NOTSENT_LOWAT, Self.unsent), (TCP_USER_TIMEOUT, Self.patience)] {
            // A connection that has ended meanwhile takes neither, and needs neither.
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: name))
            context.channel.setOption(option, value: value).whenFailure { _ in }
        }
    }
}
