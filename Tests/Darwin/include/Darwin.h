// Darwin's C library as far as the sources and tests use it, with its types: on 64-bit systems
// int64_t is `long long`, which Swift takes as Int64, not Int.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: sys/_types.h, arm/_types.h, sys/_types/*.h
typedef unsigned short mode_t, nlink_t;
typedef int dev_t, pid_t, blksize_t;
typedef unsigned long long ino_t;
typedef unsigned int uid_t, gid_t, useconds_t, nfds_t, sigset_t, socklen_t, in_addr_t;
typedef long long off_t, blkcnt_t;
typedef long time_t, ssize_t;
typedef unsigned char sa_family_t;
typedef unsigned short in_port_t;
struct timespec { time_t tv_sec; long tv_nsec; };

#pragma clang assume_nonnull end
// Most headers say nothing about null.

// MARK: sys/stat.h
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize;
  uint32_t st_flags, st_gen; int32_t st_lspare; long long st_qspare[2];
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
int mkdir(const char *, mode_t);
int mkfifo(const char *, mode_t);
mode_t umask(mode_t);

// MARK: sys/acl.h
typedef struct _acl *acl_t;
typedef enum { ACL_TYPE_EXTENDED = 0x00000100 } acl_type_t
  __attribute__((enum_extensibility(open)));
acl_t acl_get_file(const char *, acl_type_t);
int acl_free(void *);

// MARK: fcntl.h; open and fcntl are variadic, the overlay has them
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_SETFL 4
#define F_DUPFD_CLOEXEC 67
#define FD_CLOEXEC 1

// MARK: unistd.h
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int link(const char *, const char *);
int symlink(const char *, const char *);
int unlink(const char *);
int rmdir(const char *);
int fsync(int);
int ftruncate(int, off_t);
int truncate(const char *, off_t);
int chown(const char *, uid_t, gid_t);
int lchown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int isatty(int);
int access(const char *, int);
#define W_OK 2
pid_t getpid(void);
pid_t getpgrp(void);
pid_t tcgetpgrp(int);
uid_t geteuid(void);
gid_t getegid(void);
int usleep(useconds_t);
void _exit(int) __attribute__((noreturn));

// MARK: stdio.h, stdlib.h, string.h, time.h
int rename(const char *, const char *);
void free(void *);
char *getcwd(char *, size_t);
char *realpath(const char *, char *);
char *getenv(const char *);
int atexit(void (*_Nonnull)(void));
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
int strncmp(const char *, const char *, size_t);
size_t strlen(const char *);
char *strerror(int);
time_t time(time_t *);
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};
struct tm *gmtime_r(const time_t *, struct tm *);
size_t strftime(char *, size_t, const char *, const struct tm *);
typedef enum {
  CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 6, CLOCK_THREAD_CPUTIME_ID = 16
} clockid_t __attribute__((enum_extensibility(open)));
int clock_gettime(clockid_t, struct timespec *);

// MARK: dirent.h
typedef struct { int dd_fd; } DIR;
struct dirent {
  ino_t d_ino; uint64_t d_seekoff; uint16_t d_reclen; uint16_t d_namlen; uint8_t d_type;
  char d_name[1024];
};
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// MARK: signal.h
union __sigaction_u { void (*__sa_handler)(int); void (*__sa_sigaction)(int, void *, void *); };
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
typedef void (*sig_t)(int);
int sigaction(int, const struct sigaction *, struct sigaction *);
void (*signal(int, void (*)(int)))(int);
int raise(int);
int kill(pid_t, int);
int sigaddset(sigset_t *, int);
int sigemptyset(sigset_t *);
int sigismember(const sigset_t *, int);
int sigpending(sigset_t *);
int sigwait(const sigset_t *, int *);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGUSR1 30
#define SIGUSR2 31
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3

// MARK: sys/ttycom.h, poll.h
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
struct pollfd { int fd; short events, revents; };
#define POLLIN 0x0001
#define POLLOUT 0x0004
int poll(struct pollfd *, nfds_t, int);

// MARK: termios.h, util.h
struct termios {
  unsigned long c_iflag, c_oflag, c_cflag, c_lflag; unsigned char c_cc[20];
  unsigned long c_ispeed, c_ospeed;
};
#define TCSANOW 0
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
void cfmakeraw(struct termios *);
int openpty(int *, int *, char *, struct termios *, struct winsize *);

// MARK: pthread.h; Swift gets the variant without nullability, as SWIFT_CLASS_EXTRA is defined
#pragma clang assume_nonnull begin
struct _opaque_pthread_t { long __sig; void *_Nullable __cleanup_stack; char __opaque[8176]; };
typedef struct _opaque_pthread_t *pthread_t;
pthread_t pthread_self(void);
int pthread_kill(pthread_t, int);
#pragma clang assume_nonnull end

// MARK: errno.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EXDEV 18
#define ENOTDIR 20
#define EINVAL 22
#define EROFS 30
#define ENFILE 23
#define EMFILE 24
#define EPIPE 32
#define EAGAIN 35
#define ENOTSUP 45
#define EADDRINUSE 48
#define EADDRNOTAVAIL 49
#define ENETDOWN 50
#define ENETUNREACH 51
#define ECONNRESET 54
#define ETIMEDOUT 60
#define ECONNREFUSED 61
#define ELOOP 62
#define EHOSTDOWN 64
#define EHOSTUNREACH 65
#define ENOSYS 78
#define EOPNOTSUPP 102

// MARK: what only the tests use: sys/socket.h, netinet/in.h, arpa/inet.h, dlfcn.h
struct sockaddr { unsigned char sa_len; sa_family_t sa_family; char sa_data[14]; };
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in {
  unsigned char sin_len; sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr;
  char sin_zero[8];
};
struct linger { int l_onoff; int l_linger; };
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_LINGER 0x0080
#define SO_NOSIGPIPE 0x1022
#define SHUT_RDWR 2
int socket(int, int, int);
int bind(int, const struct sockaddr *, socklen_t);
int listen(int, int);
int accept(int, struct sockaddr *, socklen_t *);
int setsockopt(int, int, int, const void *, socklen_t);
int shutdown(int, int);
ssize_t recv(int, void *, size_t, int);
ssize_t send(int, const void *, size_t, int);
in_addr_t inet_addr(const char *);
typedef struct dl_info {
  const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr;
} Dl_info;
int dladdr(const void *, Dl_info *);
void *dlopen(const char *, int);
#define RTLD_NOW 0x2
