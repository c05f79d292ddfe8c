import JPCore

/// The longer texts of the command's page.
extension Cache {
  /// The rules by which responses are stored and used.
  static let storing: [HelpPage.Block] = [
    .paragraph(
      """
      Responses are stored and used by the rules of RFC 9111. A fresh one needs no request; a \
      stale one is revalidated. If the server fails, the stored response, or the record in a \
      stored list, is shown, and a line on standard error says what failed and how old it is. \
      --strict makes that exit 8, as cache warm always does; --max-stale 0 forbids it. \
      --offline shows what is stored, however old. A bad response never replaces a good one.
      """),
    .paragraph(
      """
      Failures are: no answer, 5xx, 408, 425, 429, 404 and 410 for one of the \
      \(Resource.countInWords) lists, a page instead of JSON, and JSON that is cut. 404 and 410 for anything else are answers: \
      the stored response is removed. Other 3xx and 4xx are refusals, shown as errors. Before \
      a failure is reported, the request is retried (--retry): after a reset, after 408, 425, \
      429, 500, 502 to 504 and 520 to 524 (Cloudflare's), and after a refused connection if no \
      stored response can be shown. A Retry-After of up to 30 s is observed if --timeout \
      leaves time for it.
      """),
    .paragraph(
      """
      --max-stale bounds how stale a response may be, not how old: how long ago its freshness \
      ended. A server can forbid stale responses (no-cache, must-revalidate, Vary: *) or bound \
      them (stale-if-error); the error then says that there is a copy. If given, --max-stale \
      overrides no-cache, which json-server always sends, and stale-if-error: a departure from \
      RFC 9111, section 4.2.4.
      """),
    .paragraph(
      """
      Each response is a file of mode 0600, checksummed and renamed into place. Runs can share \
      the directory; it can be copied, or mounted read-only. It holds about 256 MiB. Another \
      user's directory is not used. Never stored are responses to requests with credentials, a \
      server's cookies, anything that came over http for an https URL, and for a list or a \
      record of a resource other JSON than records with ids that are all numbers or all \
      strings. Credentials are a user name in the URL, header fields that are named like one, \
      and query parameters named token, access_token, api_key, apikey, key, secret, password, \
      signature or sig. They are shown as ***, too.
      """),
    .paragraph(
      """
      An answer has at most 256 MiB of content, 8 million values, 512 levels, 128 KiB of \
      header fields and 10 redirects; all answers of a run fit in 384 MiB, with 16 bytes for \
      each value.
      """),
  ]
}
