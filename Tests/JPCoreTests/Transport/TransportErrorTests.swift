import CCurl
import TestSupport
import Testing

@testable import JPCore

@Suite("Why a transfer failed", .limited)
struct TransportErrorTests {
  @Test(
    "The system's error number distinguishes a missing route from a refused connection",
    arguments: [
      (EHOSTUNREACH, .noRoute), (ENETUNREACH, .noRoute), (ENETDOWN, .noRoute),
      (ETIMEDOUT, .noRoute), (EACCES, .noRoute), (EINVAL, .noRoute),
      (ECONNREFUSED, .connectionRefused), (0, .other),
    ] as [(Int32, TransportError.Reason)])
  func routes(errno: Int32, reason: TransportError.Reason) throws {
    let failure = CurlFailure(
      code: CCURL_COULDNT_CONNECT, message: "", systemError: errno, hasHead: false,
      isChunked: false, isContentEncoded: false)
    #expect(failure.reason(for: try #require(HTTPURL("http://h"))) == reason)
  }

  @Test("If no file descriptor is left, that is the reason, whatever libcurl reports")
  func descriptors() throws {
    for code in [CCURL_COULDNT_CONNECT, CCURL_COULDNT_RESOLVE_HOST] {
      var failure = CurlFailure(code: code, message: "")
      failure.lacksDescriptors = true
      #expect(failure.reason(for: try #require(HTTPURL("http://h"))) == .tooManyOpenFiles)
    }
  }

  @Test(
    "A connection that ends during the TLS handshake is lost, with any TLS library",
    arguments: [
      ("", ECONNRESET), ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h:443 ", 0),
      ("TLS connect error: error:0A000126:SSL routines::unexpected eof while reading", 0),
      ("TLS connect error: error:00000000:lib(0)::reason(0)", 0),
      ("GnuTLS, handshake failed: The TLS connection was non-properly terminated.", 0),
      ("Recv failure: Connection reset by peer", 0),
    ] as [(String, Int32)])
  func handshake(message: String, errno: Int32) throws {
    let failure = CurlFailure(
      code: CCURL_SSL_CONNECT_ERROR, message: message, systemError: errno, hasHead: false,
      isChunked: false, isContentEncoded: false)
    #expect(failure.reason(for: try #require(HTTPURL("https://h"))) == .connectionLost)
  }

  @Test(
    "A TLS library's message gives the reason why there is no secure connection",
    arguments: [
      ("SSL certificate problem: certificate has expired", .expired),
      ("SSL certificate problem: certificate is not yet valid", .notYetValid),
      ("error:0A000415:SSL routines::sslv3 alert certificate expired", .refusedHandshake),
      ("error:0A000438:SSL routines::tlsv1 alert internal error", .refusedHandshake),
      ("error:0A000458:SSL routines::tlsv1 unrecognized name", .refusedHandshake),
      ("GnuTLS, handshake failed: A TLS fatal alert has been received.", .refusedHandshake),
      ("gnutls_handshake() failed: Certificate is expired", .refusedHandshake),
      ("gnutls_handshake() failed: CA is unknown", .refusedHandshake),
      ("gnutls_handshake() failed: Handshake failed", .refusedHandshake),
      ("gnutls_handshake() failed: Internal error", .refusedHandshake),
      ("gnutls_handshake() failed: Certificate is required", .clientCertificate),
      ("gnutls_handshake() failed: The server name sent was not recognized", .refusedHandshake),
      ("server certificate verification failed. CAfile: /x CRLfile: none", .other),
      ("SSL certificate problem: self-signed certificate", .unknownAuthority),
      ("SSL certificate problem: unable to get local issuer certificate", .unknownAuthority),
      (
        "SSL: no alternative certificate subject name matches target host name 'h'", .otherHost
      ),
      ("error:0A00010B:SSL routines::wrong version number", .notTLS),
      ("GnuTLS, handshake failed: An unexpected TLS packet was received.", .notTLS),
      ("error:0A00042E:SSL routines::tlsv1 alert protocol version", .version),
      ("error:0A000102:SSL routines::unsupported protocol", .version),
      ("error:0A00045C:SSL routines::tlsv13 alert certificate required", .clientCertificate),
      ("error:0A00014D:SSL routines::legacy sigalg disallowed or unsupported", .version),
      ("error:0A000410:SSL routines::sslv3 alert handshake failure", .refusedHandshake),
      ("SSL certificate problem: self signed certificate in certificate chain", .unknownAuthority),
      ("SSL certificate problem: unable to get issuer certificate", .unknownAuthority),
      ("SSL certificate problem: unable to verify the first certificate", .unknownAuthority),
      ("error:0A000418:SSL routines::tlsv1 alert unknown ca", .refusedHandshake),
      ("certificate verification failed: signer not found", .unknownAuthority),
      ("SSL certificate problem: hostname mismatch", .otherHost),
      ("The certificate Common Name (CN) does not match with the expected CN", .otherHost),
      ("error:0A0000C6:SSL routines::packet length too long", .notTLS),
      ("error:0A00009C:SSL routines::http request", .notTLS),
      ("error:0A00018C:SSL routines::version too low", .version),
      ("error:0A0000BF:SSL routines::no protocols available", .version),
      ("something new", .other),
    ] as [(String, TransportError.TLSProblem)])
  func words(text: String, problem: TransportError.TLSProblem) {
    #expect(TransportError.TLSProblem(message: text) == problem)
  }

  @Test(
    "GnuTLS's bits give the reason, because its message is the same for all certificates",
    arguments: [
      (1 << 10 | 2, .expired), (1 << 9 | 2, .notYetValid), (1 << 6 | 2, .unknownAuthority),
    ] as [(Int, TransportError.TLSProblem)])
  func bits(status: Int, problem: TransportError.TLSProblem) throws {
    let message = "server certificate verification failed. CAfile: /expired CRLfile: none"
    let failure = CurlFailure(
      code: CCURL_PEER_FAILED_VERIFICATION, message: message, certificateStatus: status)
    #expect(failure.reason(for: try #require(HTTPURL("https://h"))) == .insecure(problem))
  }

  @Test(
    "A failure is the proxy's until the connection stands, for https through its tunnel",
    arguments: [
      (CCURL_COULDNT_CONNECT, "http", false, .proxyFailed),
      (CCURL_COULDNT_CONNECT, "https", false, .proxyFailed),
      (CCURL_PROXY, "http", false, .proxyFailed),
      (CCURL_RECV_ERROR, "https", false, .proxyFailed),
      (CCURL_GOT_NOTHING, "https", false, .proxyFailed),
      (CCURL_WEIRD_SERVER_REPLY, "https", false, .proxyNotFound),
      (CCURL_RECV_ERROR, "https", true, .connectionLost),
      (CCURL_RECV_ERROR, "http", false, .connectionLost),
      (CCURL_GOT_NOTHING, "http", false, .connectionLost),
      (CCURL_SSL_CONNECT_ERROR, "https", false, .connectionLost),
    ] as [(ccurl_code, String, Bool, TransportError.Reason)])
  func proxies(
    code: ccurl_code, scheme: String, hasTunnel: Bool, reason: TransportError.Reason
  ) throws {
    var failure = CurlFailure(code: code, message: "", systemError: ECONNRESET)
    failure.usesProxy = true
    failure.hasTunnel = hasTunnel
    #expect(failure.reason(for: try #require(HTTPURL("\(scheme)://h"))) == reason)
  }
}
