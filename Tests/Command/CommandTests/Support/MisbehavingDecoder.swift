// SPDX-License-Identifier: Apache-2.0

import Foundation
import FrameCoding
import Frames

/// A libturbojpeg that misbehaves on pictures with a mark, and is the real one for all others.
///
/// The loader takes the first file with a library's name, as in `MissingLibraryTests`.
enum MisbehavingDecoder {
    enum Deed: String, CaseIterable {
        case abort = "candela-abort"
        case crash = "candela-crash"
        case hang = "candela-hang"
        /// Asks for 10 GB and writes it all, whether it got it or not.
        case devour = "candela-devour"
        /// Takes 10 GB and gives up when it does not get them.
        case ask = "candela-ask"
        /// Tries to open files, sockets and processes, and decodes if it could do none of it.
        case escape = "candela-escape"
    }

    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")

    /// Builds it in a folder, which is the value for LD_LIBRARY_PATH.
    static func build(in folder: TemporaryFolder) throws -> String {
        let source = try folder.write(Array(code.utf8), "misbehaving/wrapper.c")
        let directory = URL(fileURLWithPath: source).deletingLastPathComponent().path
        let real = try run(["/usr/bin/cc", "-print-file-name=libturbojpeg.so.0"])
        _ = try run([
            "/usr/bin/cc", "-shared", "-fPIC", "-o", directory + "/libturbojpeg.so.0", "-DREAL=\"\(real)\"", source,
        ])
        return directory
    }

    private static func run(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandRunner.Failure(description: "\(words) failed with status \(process.terminationStatus)")
        }
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A JPEG with this mark in a comment.
    static func jpeg(_ image: LumaImage, _ deed: Deed? = nil) throws -> [UInt8] {
        let plain = try JPEGEncoder().encode(image, quality: 90)
        guard let deed else { return plain }
        let words = Array(deed.rawValue.utf8)
        let length = words.count + 2
        return plain[..<2] + [0xff, 0xfe, UInt8(length >> 8), UInt8(length & 255)] + words + plain[2...]
    }

    private static let code = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <turbojpeg.h>
        #include <unistd.h>

        static void *real;
        __attribute__((constructor)) static void load(void) { real = dlopen(REAL, RTLD_NOW | RTLD_LOCAL); }
        #define CALL(type, name, parameters, arguments) \\
            type name parameters { return ((type (*) parameters)dlsym(real, #name)) arguments; }

        CALL(tjhandle, tjInitDecompress, (void), ())
        CALL(tjhandle, tjInitCompress, (void), ())
        CALL(int, tjDestroy, (tjhandle h), (h))
        CALL(char *, tjGetErrorStr2, (tjhandle h), (h))
        CALL(int, tjGetErrorCode, (tjhandle h), (h))
        CALL(void, tjFree, (unsigned char *b), (b))
        CALL(int, tjCompress2, (tjhandle h, const unsigned char *s, int w, int p, int y, int f, unsigned char **b,
             unsigned long *n, int u, int q, int l), (h, s, w, p, y, f, b, n, u, q, l))
        CALL(int, tjCompressFromYUVPlanes, (tjhandle h, const unsigned char **s, int w, const int *t, int y, int u,
             unsigned char **b, unsigned long *n, int q, int l), (h, s, w, t, y, u, b, n, q, l))

        static int can_escape(void) {
            int way = open("/etc/passwd", O_RDONLY);
            if (way >= 0) return 1;
            way = open("/tmp/candela-escaped", O_WRONLY | O_CREAT, 0600);
            if (way >= 0) return 1;
            way = socket(AF_INET, SOCK_STREAM, 0);
            if (way >= 0) return 1;
            way = fork();
            if (way == 0) _exit(0);
            return way > 0;
        }

        int tjDecompress2(tjhandle h, const unsigned char *from, unsigned long count, unsigned char *to, int width,
                          int pitch, int height, int format, int flags) {
            const size_t ten = (size_t)10 << 30;
            #define MARKED(word) memmem(from, count, "candela-" word, strlen("candela-" word))
            if (MARKED("abort")) abort();
            if (MARKED("crash")) *(volatile int *)16 = 1;
            if (MARKED("hang")) for (;;) {}
            if (MARKED("devour")) {
                char *much = malloc(ten);
                memset(much, 1, ten);
            }
            if (MARKED("ask")) {
                char *much = malloc(ten);
                if (!much) return -1;
                memset(much, 1, ten);
            }
            if (MARKED("escape") && can_escape()) abort();
            int (*decompress)(tjhandle, const unsigned char *, unsigned long, unsigned char *, int, int, int, int, int) =
                dlsym(real, "tjDecompress2");
            return decompress(h, from, count, to, width, pitch, height, format, flags);
        }
        """
}
