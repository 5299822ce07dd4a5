/*
 * Makes the n-th state-changing call below a folder go wrong, counted over all processes of a batch together.
 *
 *   FAULT_DIR      the folder; calls on paths and descriptors below it count
 *   FAULT_SKIP     one file below it that does not count
 *   FAULT_COUNTER  a file of at least sizeof(struct shared) bytes, mapped by every process
 *   FAULT_AT       n, counted from 1
 *   FAULT_ONLY     "call:suffix": only this call on paths that end so counts
 *   FAULT_MODE     count, kill-all, kill-worker, kill-torn, eio-once, eio-from, enospc-once, enospc-from, erofs-from,
 *                  short-once, short-from
 *   FAULT_LOG      where to append "n pid call path" for every counted call
 *
 * The first process that attaches is the coordinator. kill-all ends it, and then the caller; workers end with their
 * coordinator. kill-torn does half of a write before that. kill-worker counts the calls of workers alone, and ends the one
 * that made the n-th. ENOSPC is only told where a disk can say it: never for a removal.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* Read by the tests as four little-endian integers and a text. */
struct shared {
  atomic_int count;
  atomic_int coordinator;
  atomic_int fired;
  atomic_int of_workers;
  char what[496];
};

enum fault { NONE, KILL_WORKER, KILL_ALL, KILL_TORN, FAIL, SHORT };
enum kind { ALLOCATES, REMOVES };

static struct shared *shared;
static char dir[PATH_MAX], skip[PATH_MAX], only_call[64], only_suffix[256];
static enum fault fault;
static int at, error_number, log_fd = -1;
static int isFrom;

static int map_counter(const char *path) {
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return 0;
  void *mapped = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (mapped == MAP_FAILED) return 0;
  shared = mapped;
  return 1;
}

static void read_mode(const char *mode) {
  isFrom = strstr(mode, "-from") != NULL;
  if (!strcmp(mode, "kill-worker")) fault = KILL_WORKER;
  else if (!strcmp(mode, "kill-all")) fault = KILL_ALL;
  else if (!strcmp(mode, "kill-torn")) fault = KILL_TORN;
  else if (!strncmp(mode, "eio-", 4)) fault = FAIL, error_number = EIO;
  else if (!strncmp(mode, "enospc-", 7)) fault = FAIL, error_number = ENOSPC;
  else if (!strncmp(mode, "erofs-", 6)) fault = FAIL, error_number = EROFS;
  else if (!strncmp(mode, "short-", 6)) fault = SHORT;
}

__attribute__((constructor)) static void attach(void) {
  const char *folder = getenv("FAULT_DIR"), *counter = getenv("FAULT_COUNTER"), *mode = getenv("FAULT_MODE");
  const char *left_out = getenv("FAULT_SKIP"), *n = getenv("FAULT_AT"), *log = getenv("FAULT_LOG");
  if (!folder || !counter || !mode || !map_counter(counter)) return;
  snprintf(dir, sizeof dir, "%s/", folder);
  snprintf(skip, sizeof skip, "%s", left_out ? left_out : "");
  at = n ? atoi(n) : -1;
  if (getenv("FAULT_ONLY")) sscanf(getenv("FAULT_ONLY"), "%63[^:]:%255s", only_call, only_suffix);
  read_mode(mode);
  if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  int nobody = 0;
  atomic_compare_exchange_strong(&shared->coordinator, &nobody, getpid());
}

static int is_below(const char *path) { return !strncmp(path, dir, strlen(dir)) && strcmp(path, skip); }

/* Where a descriptor leads; an empty text if nowhere. */
static void path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
}

static void resolve(int folder, const char *name, char *path) {
  char base[PATH_MAX];
  if (name == NULL || name[0] == '/') {
    snprintf(path, PATH_MAX, "%s", name ? name : "");
    return;
  }
  if (folder == AT_FDCWD) {
    if (getcwd(base, sizeof base) == NULL) base[0] = 0;
  } else path_of(folder, base);
  size_t length = strlen(base);
  if (length + strlen(name) + 2 > PATH_MAX) length = 0;
  memcpy(path, base, length);
  path[length] = '/';
  strncpy(path + length + 1, name, PATH_MAX - length - 2);
  path[PATH_MAX - 1] = 0;
}

static int is_meant(const char *call, const char *path) {
  size_t length = strlen(path), end = strlen(only_suffix);
  if (only_call[0] == 0) return 1;
  return !strcmp(call, only_call) && length >= end && !strcmp(path + length - end, only_suffix);
}

static void note(int n, const char *call, const char *path) {
  char line[PATH_MAX + 100];
  int length = snprintf(line, sizeof line, "%d %d %s %s\n", n, getpid(), call, path);
  if (log_fd >= 0) syscall(SYS_write, log_fd, line, length);
  if (n != at) return;
  snprintf(shared->what, sizeof shared->what, "%s of %s %.400s", call,
           getpid() == atomic_load(&shared->coordinator) ? "the coordinator" : "a worker", path);
  atomic_store(&shared->fired, 1);
}

static void die(int isAll) {
  if (isAll) kill(atomic_load(&shared->coordinator), SIGKILL);
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Zero for a call that this fault does not look at. */
static int count_call(void) {
  int isWorker = getpid() != atomic_load(&shared->coordinator);
  int all = atomic_fetch_add(&shared->count, 1) + 1;
  int ofWorkers = isWorker ? atomic_fetch_add(&shared->of_workers, 1) + 1 : 0;
  return fault == KILL_WORKER ? ofWorkers : all;
}

enum verdict { GO_ON, REFUSE, HALVE, HALVE_AND_DIE };

/* Counts a call and says what becomes of it. */
static enum verdict judge(const char *call, const char *path, enum kind kind, size_t size) {
  if (shared == NULL || !is_below(path) || !is_meant(call, path)) return GO_ON;
  int n = count_call();
  note(n, call, path);
  if (n != at && !(isFrom && n > at)) return GO_ON;
  if (fault == KILL_TORN && size > 1) return HALVE_AND_DIE;
  if (fault == KILL_WORKER || fault == KILL_ALL || fault == KILL_TORN) die(fault != KILL_WORKER);
  if (fault == SHORT && size > 1) return HALVE;
  if (fault != FAIL || (error_number == ENOSPC && kind == REMOVES)) return GO_ON;
  errno = error_number;
  return REFUSE;
}

static enum verdict judge_fd(const char *call, int fd, size_t size) {
  char path[PATH_MAX];
  if (shared == NULL) return GO_ON;
  path_of(fd, path);
  return judge(call, path, ALLOCATES, size);
}

static enum verdict judge_at(const char *call, int folder, const char *name, enum kind kind) {
  char path[PATH_MAX];
  if (shared == NULL) return GO_ON;
  resolve(folder, name, path);
  return judge(call, path, kind, 0);
}

#define REAL(result, name, ...)                  \
  static result (*real)(__VA_ARGS__);            \
  if (real == NULL) real = dlsym(RTLD_NEXT, name)

static size_t size_of(const struct iovec *parts, int count) {
  size_t size = 0;
  for (int i = 0; i < count; i += 1) size += parts[i].iov_len;
  return size;
}

#define WRITE(name, size, whole, half)                    \
  enum verdict verdict = judge_fd(name, fd, size);        \
  if (verdict == REFUSE) return -1;                       \
  if (verdict == GO_ON) return whole;                     \
  ssize_t written = half;                                 \
  if (verdict == HALVE_AND_DIE) die(1);                   \
  return written

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  WRITE("write", size, real(fd, bytes, size), real(fd, bytes, size / 2));
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  WRITE("pwrite", size, real(fd, bytes, size, offset), real(fd, bytes, size / 2, offset));
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  WRITE("pwrite", size, real(fd, bytes, size, offset), real(fd, bytes, size / 2, offset));
}

/* Half of a list of parts is half of its first one. */
ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  WRITE("writev", size_of(parts, count), real(fd, parts, count),
        (ssize_t)syscall(SYS_write, fd, parts[0].iov_base, (parts[0].iov_len + 1) / 2));
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  REAL(ssize_t, "pwritev", int, const struct iovec *, int, off_t);
  WRITE("pwritev", size_of(parts, count), real(fd, parts, count, offset),
        (ssize_t)syscall(SYS_pwrite64, fd, parts[0].iov_base, (parts[0].iov_len + 1) / 2, offset));
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  REAL(ssize_t, "pwritev64", int, const struct iovec *, int, off64_t);
  WRITE("pwritev", size_of(parts, count), real(fd, parts, count, offset),
        (ssize_t)syscall(SYS_pwrite64, fd, parts[0].iov_base, (parts[0].iov_len + 1) / 2, offset));
}

#define ON_FD(name, parameters, types, arguments)            \
  int name parameters {                                      \
    REAL(int, #name, types);                                 \
    return judge_fd(#name, fd, 0) == REFUSE ? -1 : real arguments; \
  }
#define TYPES(...) __VA_ARGS__

ON_FD(fsync, (int fd), TYPES(int), (fd))
ON_FD(fdatasync, (int fd), TYPES(int), (fd))
ON_FD(fchmod, (int fd, mode_t mode), TYPES(int, mode_t), (fd, mode))
ON_FD(ftruncate, (int fd, off_t length), TYPES(int, off_t), (fd, length))
ON_FD(ftruncate64, (int fd, off64_t length), TYPES(int, off64_t), (fd, length))

/* These tell their error as their value. */
int posix_fallocate(int fd, off_t offset, off_t length) {
  REAL(int, "posix_fallocate", int, off_t, off_t);
  return judge_fd("posix_fallocate", fd, 0) == REFUSE ? error_number : real(fd, offset, length);
}

int posix_fallocate64(int fd, off64_t offset, off64_t length) {
  REAL(int, "posix_fallocate64", int, off64_t, off64_t);
  return judge_fd("posix_fallocate", fd, 0) == REFUSE ? error_number : real(fd, offset, length);
}

#define ON_PATH(name, kind, folder, path, parameters, types, arguments)       \
  int name parameters {                                                       \
    REAL(int, #name, types);                                                  \
    return judge_at(#name, folder, path, kind) == REFUSE ? -1 : real arguments; \
  }

ON_PATH(rename, ALLOCATES, AT_FDCWD, to, (const char *from, const char *to), TYPES(const char *, const char *), (from, to))
ON_PATH(renameat, ALLOCATES, b, to, (int a, const char *from, int b, const char *to),
        TYPES(int, const char *, int, const char *), (a, from, b, to))
ON_PATH(renameat2, ALLOCATES, b, to, (int a, const char *from, int b, const char *to, unsigned flags),
        TYPES(int, const char *, int, const char *, unsigned), (a, from, b, to, flags))
ON_PATH(link, ALLOCATES, AT_FDCWD, to, (const char *from, const char *to), TYPES(const char *, const char *), (from, to))
ON_PATH(linkat, ALLOCATES, b, to, (int a, const char *from, int b, const char *to, int flags),
        TYPES(int, const char *, int, const char *, int), (a, from, b, to, flags))
ON_PATH(symlink, ALLOCATES, AT_FDCWD, to, (const char *from, const char *to), TYPES(const char *, const char *), (from, to))
ON_PATH(mkdir, ALLOCATES, AT_FDCWD, path, (const char *path, mode_t mode), TYPES(const char *, mode_t), (path, mode))
ON_PATH(mkdirat, ALLOCATES, folder, path, (int folder, const char *path, mode_t mode), TYPES(int, const char *, mode_t),
        (folder, path, mode))
ON_PATH(chmod, ALLOCATES, AT_FDCWD, path, (const char *path, mode_t mode), TYPES(const char *, mode_t), (path, mode))
ON_PATH(truncate, ALLOCATES, AT_FDCWD, path, (const char *path, off_t length), TYPES(const char *, off_t), (path, length))
ON_PATH(truncate64, ALLOCATES, AT_FDCWD, path, (const char *path, off64_t length), TYPES(const char *, off64_t), (path, length))
ON_PATH(unlink, REMOVES, AT_FDCWD, path, (const char *path), TYPES(const char *), (path))
ON_PATH(unlinkat, REMOVES, folder, path, (int folder, const char *path, int flags), TYPES(int, const char *, int),
        (folder, path, flags))
ON_PATH(rmdir, REMOVES, AT_FDCWD, path, (const char *path), TYPES(const char *), (path))
ON_PATH(remove, REMOVES, AT_FDCWD, path, (const char *path), TYPES(const char *), (path))

/* Only what may make a file counts: opening one that is there changes nothing. */
static int may_make(int folder, const char *path, int flags) {
  struct stat found;
  if (flags & O_TRUNC) return 1;
  return (flags & O_CREAT) && fstatat(folder, path, &found, AT_SYMLINK_NOFOLLOW) != 0;
}

#define OPEN(name, folder, parameters, types, arguments)                                             \
  int name parameters {                                                                              \
    REAL(int, #name, types);                                                                         \
    mode_t mode = 0;                                                                                 \
    if (flags & (O_CREAT | __O_TMPFILE)) {                                                           \
      va_list rest;                                                                                  \
      va_start(rest, flags);                                                                         \
      mode = va_arg(rest, mode_t);                                                                   \
      va_end(rest);                                                                                  \
    }                                                                                                \
    if (shared != NULL && may_make(folder, path, flags) && judge_at("open", folder, path, ALLOCATES) == REFUSE) return -1; \
    return real arguments;                                                                           \
  }

OPEN(open, AT_FDCWD, (const char *path, int flags, ...), TYPES(const char *, int, ...), (path, flags, mode))
OPEN(open64, AT_FDCWD, (const char *path, int flags, ...), TYPES(const char *, int, ...), (path, flags, mode))
OPEN(openat, folder, (int folder, const char *path, int flags, ...), TYPES(int, const char *, int, ...), (folder, path, flags, mode))
OPEN(openat64, folder, (int folder, const char *path, int flags, ...), TYPES(int, const char *, int, ...), (folder, path, flags, mode))
