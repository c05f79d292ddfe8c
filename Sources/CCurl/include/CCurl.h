// Loads libcurl at run time. libcurl's headers aren't needed: the numbers and layouts below are its
// stable ABI. A comment on an enum gives a manual page and the prefix that its constants have in
// libcurl: with CURLOPT_, CCURL_URL is CURLOPT_URL.
#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Opaque handles, with libcurl's names.
typedef struct ccurl_easy ccurl_easy;    // CURL
typedef struct ccurl_multi ccurl_multi;  // CURLM

// struct curl_slist, curl_slist_append(3).
typedef struct ccurl_list {
  char *data;
  struct ccurl_list *next;
} ccurl_list;

// CURLMsg, curl_multi_info_read(3). Its only kind is CURLMSG_DONE.
typedef struct {
  int kind;
  ccurl_easy *easy;
  union {
    void *whatever;
    int result;
  } data;
} ccurl_message;

// The callback type of CURLOPT_WRITEFUNCTION(3) and CURLOPT_HEADERFUNCTION(3).
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

// struct curl_sockaddr, CURLOPT_OPENSOCKETFUNCTION(3).
typedef struct ccurl_address ccurl_address;

// The callback type of CURLOPT_OPENSOCKETFUNCTION(3).
typedef int (*ccurl_socket_opener)(void *context, int purpose, ccurl_address *address);

// Options of curl_easy_setopt(3), CURLOPT_, with one enum for each type of value.
enum ccurl_long_option {
  CCURL_FOLLOWLOCATION = 52,
  CCURL_MAXREDIRS = 68,
  CCURL_FORBID_REUSE = 75,
  CCURL_HTTP_VERSION = 84,
  CCURL_BUFFERSIZE = 98,
  CCURL_NOSIGNAL = 99,
  CCURL_CONNECTTIMEOUT_MS = 156,
  CCURL_PROTOCOLS = 181,
  CCURL_PIPEWAIT = 237,
  CCURL_QUICK_EXIT = 322,  // since libcurl 7.87
};

enum ccurl_string_option {
  CCURL_URL = 10002,
  CCURL_CAINFO = 10065,
  CCURL_CAPATH = 10097,
  CCURL_ACCEPT_ENCODING = 10102,
};

enum ccurl_pointer_option {
  CCURL_WRITEDATA = 10001,
  CCURL_ERRORBUFFER = 10010,
  CCURL_HEADERDATA = 10029,
  CCURL_OPENSOCKETDATA = 10164,
};

enum ccurl_list_option {
  CCURL_HTTPHEADER = 10023,
};

enum ccurl_receiver_option {
  CCURL_WRITEFUNCTION = 20011,
  CCURL_HEADERFUNCTION = 20079,
};

enum ccurl_opener_option {
  CCURL_OPENSOCKETFUNCTION = 20163,
};

// Information from curl_easy_getinfo(3), CURLINFO_, with one enum for each type of value.
enum ccurl_long_info {
  CCURL_RESPONSE_CODE = 0x200000 + 2,
  CCURL_SSL_VERIFYRESULT = 0x200000 + 13,
  CCURL_HTTP_CONNECTCODE = 0x200000 + 22,
  CCURL_OS_ERRNO = 0x200000 + 25,
  CCURL_USED_PROXY = 0x200000 + 66,  // since libcurl 8.7
};

// Seconds since the start of the transfer; the prefix of the names is CURLINFO_.
enum ccurl_time_info {
  CCURL_NAMELOOKUP_TIME = 0x300000 + 4,
  CCURL_CONNECT_TIME = 0x300000 + 5,
  CCURL_STARTTRANSFER_TIME = 0x300000 + 17,
  CCURL_APPCONNECT_TIME = 0x300000 + 33,
};

enum ccurl_string_info {
  CCURL_EFFECTIVE_URL = 0x100000 + 1,
  CCURL_REDIRECT_URL = 0x100000 + 31,
};

// Result codes, CURLE_, libcurl-errors(3).
enum ccurl_code {
  CCURL_OK = 0,
  CCURL_UNSUPPORTED_PROTOCOL = 1,
  CCURL_URL_MALFORMAT = 3,
  CCURL_COULDNT_RESOLVE_PROXY = 5,
  CCURL_COULDNT_RESOLVE_HOST = 6,
  CCURL_COULDNT_CONNECT = 7,
  CCURL_WEIRD_SERVER_REPLY = 8,
  CCURL_HTTP2 = 16,
  CCURL_PARTIAL_FILE = 18,
  CCURL_WRITE_ERROR = 23,
  CCURL_OUT_OF_MEMORY = 27,
  CCURL_OPERATION_TIMEDOUT = 28,
  CCURL_SSL_CONNECT_ERROR = 35,
  CCURL_BAD_FUNCTION_ARGUMENT = 43,
  CCURL_TOO_MANY_REDIRECTS = 47,
  CCURL_GOT_NOTHING = 52,
  CCURL_SEND_ERROR = 55,
  CCURL_RECV_ERROR = 56,
  CCURL_PEER_FAILED_VERIFICATION = 60,
  CCURL_BAD_CONTENT_ENCODING = 61,
  CCURL_SSL_CACERT_BADFILE = 77,
  CCURL_SSL_SHUTDOWN_FAILED = 80,
  CCURL_HTTP2_STREAM = 92,
  CCURL_PROXY = 97,
  CCURL_SSL_CLIENTCERT = 98,
  CCURL_TOO_LARGE = 100,
};

enum {
  CCURL_HTTP_VERSION_2TLS = 4,  // CURL_HTTP_VERSION_2TLS, CURLOPT_HTTP_VERSION(3)
  CCURL_HTTP_AND_HTTPS = 3,     // CURLPROTO_HTTP | CURLPROTO_HTTPS, CURLOPT_PROTOCOLS(3)
  CCURL_ERROR_SIZE = 256,       // CURL_ERROR_SIZE, CURLOPT_ERRORBUFFER(3)
};

// The beginning of struct curl_version_info_data, curl_version_info(3).
typedef struct {
  int age;
  const char *version;
  unsigned version_num;
  const char *host;
  int features;
  const char *ssl_version;
  long ssl_version_num;
  const char *libz_version;
  const char *const *protocols;
  const char *ares;
  int ares_num;
  const char *libidn;
  int iconv_ver_num;
  const char *libssh_version;
  unsigned brotli_ver_num;
  const char *brotli_version;
  unsigned nghttp2_ver_num;
  const char *nghttp2_version;
  const char *quic_version;
  const char *cainfo;
  const char *capath;
} ccurl_version;

enum { CCURL_VERSION_SEVENTH = 6 };  // CURLVERSION_SEVENTH, libcurl 7.70

// Calls the macro `function` for each function of libcurl that is used, with its result type, its
// name without "curl_", and its parameters.
#define CCURL_FUNCTIONS(function) \
  function(int, global_init, (long flags)) \
  function(ccurl_easy *, easy_init, (void)) \
  function(void, easy_cleanup, (ccurl_easy *)) \
  function(void, easy_reset, (ccurl_easy *)) \
  function(int, easy_setopt, (ccurl_easy *, int, ...)) \
  function(int, easy_getinfo, (ccurl_easy *, int, ...)) \
  function(const char *, easy_strerror, (int)) \
  function(const ccurl_version *, version_info, (int age)) \
  function(ccurl_list *, slist_append, (ccurl_list *, const char *)) \
  function(void, slist_free_all, (ccurl_list *)) \
  function(ccurl_multi *, multi_init, (void)) \
  function(int, multi_cleanup, (ccurl_multi *)) \
  function(int, multi_add_handle, (ccurl_multi *, ccurl_easy *)) \
  function(int, multi_remove_handle, (ccurl_multi *, ccurl_easy *)) \
  function(int, multi_perform, (ccurl_multi *, int *running)) \
  function(int, multi_poll, (ccurl_multi *, void *, unsigned count, int timeout_ms, int *ready)) \
  function(int, multi_wakeup, (ccurl_multi *)) \
  function(ccurl_message *, multi_info_read, (ccurl_multi *, int *left))

#define CCURL_POINTER(result, name, parameters) result (*name) parameters;
struct ccurl_functions {
  CCURL_FUNCTIONS(CCURL_POINTER)
};

/// The addresses of libcurl's functions, which ccurl_load fills in. Call them only after it
/// returned 0.
extern struct ccurl_functions ccurl;

/// Loads and initialises libcurl. Not safe to call from two threads at once, because
/// curl_global_init(3) is not thread-safe in every version.
///
/// Returns 0 on success; otherwise -1, and writes the reason to `message`.
int ccurl_load(char *message, size_t capacity);

static inline ccurl_easy *ccurl_easy_init(void) { return ccurl.easy_init(); }
static inline void ccurl_easy_cleanup(ccurl_easy *easy) { ccurl.easy_cleanup(easy); }
static inline void ccurl_easy_reset(ccurl_easy *easy) { ccurl.easy_reset(easy); }
static inline const char *ccurl_easy_strerror(int code) { return ccurl.easy_strerror(code); }

/// The certificate directory that libcurl was built with (CURLOPT_CAPATH(3)); NULL if it was built
/// without one, or if libcurl is older than 7.70. Each file in the directory is one certificate,
/// and its name is the hash of the certificate's subject.
static inline const char *ccurl_default_directory(void) {
  const ccurl_version *version = ccurl.version_info(CCURL_VERSION_SEVENTH);
  return version->age >= CCURL_VERSION_SEVENTH ? version->capath : NULL;
}

/// Makes libcurl read host names as UTF-8 on this thread, by setting the thread's locale: libcurl
/// assumes the locale's encoding when it converts a name that isn't ASCII to `xn--...`.
///
/// Returns false if this libcurl can't convert names, or if the system has no UTF-8 locale.
bool ccurl_use_utf8_names(void);

/// Whether libcurl uses this TLS library: "OpenSSL/" or "GnuTLS/".
static inline bool ccurl_uses(const char *library) {
  const char *name = ccurl.version_info(CCURL_VERSION_SEVENTH)->ssl_version;
  return name && strncmp(name, library, strlen(library)) == 0;
}

static inline ccurl_list *ccurl_slist_append(ccurl_list *list, const char *text) {
  return ccurl.slist_append(list, text);
}
static inline void ccurl_slist_free_all(ccurl_list *list) { ccurl.slist_free_all(list); }

static inline ccurl_multi *ccurl_multi_init(void) { return ccurl.multi_init(); }
static inline int ccurl_multi_cleanup(ccurl_multi *multi) { return ccurl.multi_cleanup(multi); }
static inline int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy) {
  return ccurl.multi_add_handle(multi, easy);
}
static inline int ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy) {
  return ccurl.multi_remove_handle(multi, easy);
}
static inline int ccurl_multi_perform(ccurl_multi *multi) {
  int running = 0;
  return ccurl.multi_perform(multi, &running);
}
static inline int ccurl_multi_poll(ccurl_multi *multi, int timeout_ms) {
  return ccurl.multi_poll(multi, NULL, 0, timeout_ms, NULL);
}
static inline int ccurl_multi_wakeup(ccurl_multi *multi) { return ccurl.multi_wakeup(multi); }
/// The next message about a finished transfer; NULL if there are no more. A message is valid until
/// the next call with `multi`.
static inline const ccurl_message *ccurl_multi_next_message(ccurl_multi *multi) {
  int left = 0;
  return ccurl.multi_info_read(multi, &left);
}

static inline int ccurl_set_long(ccurl_easy *easy, enum ccurl_long_option option, long value) {
  return ccurl.easy_setopt(easy, option, value);
}

static inline int ccurl_set_string(ccurl_easy *easy, enum ccurl_string_option option,
                                   const char *value) {
  return ccurl.easy_setopt(easy, option, value);
}

static inline int ccurl_set_pointer(ccurl_easy *easy, enum ccurl_pointer_option option,
                                    void *value) {
  return ccurl.easy_setopt(easy, option, value);
}

static inline int ccurl_set_list(ccurl_easy *easy, enum ccurl_list_option option,
                                 ccurl_list *value) {
  return ccurl.easy_setopt(easy, option, value);
}

static inline int ccurl_set_receiver(ccurl_easy *easy, enum ccurl_receiver_option option,
                                     ccurl_receiver value) {
  return ccurl.easy_setopt(easy, option, value);
}

static inline int ccurl_set_opener(ccurl_easy *easy, enum ccurl_opener_option option,
                                   ccurl_socket_opener value) {
  return ccurl.easy_setopt(easy, option, value);
}

/// Opens the socket for an address, as libcurl does without CURLOPT_OPENSOCKETFUNCTION(3).
///
/// Returns -1 if there is no socket.
int ccurl_open_socket(const ccurl_address *address);

/// The port of an address; 0 if it has none.
int ccurl_port(const ccurl_address *address);

static inline long ccurl_get_long(ccurl_easy *easy, enum ccurl_long_info info) {
  long value = 0;
  ccurl.easy_getinfo(easy, info, &value);
  return value;
}

static inline double ccurl_get_time(ccurl_easy *easy, enum ccurl_time_info info) {
  double value = 0;
  ccurl.easy_getinfo(easy, info, &value);
  return value;
}

/// The returned string is valid until `easy` is used for another transfer, reset or cleaned up.
static inline const char *ccurl_get_string(ccurl_easy *easy, enum ccurl_string_info info) {
  char *value = NULL;
  ccurl.easy_getinfo(easy, info, &value);
  return value;
}

// The number of the process's arguments, with the program's name; 0 if the C library doesn't pass them
// to constructors.
int ccurl_argument_count(void);

// The process's arguments; NULL if the C library doesn't pass them to constructors.
char **ccurl_arguments(void);

#endif
