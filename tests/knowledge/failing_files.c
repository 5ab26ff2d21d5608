/* Fails the n-th file call below a folder, of Python and of native code alike.
 *
 * A preloaded library: `plan` arms it. It counts calls whose path contains the name of the folder, and calls on
 * descriptors opened that way. Not reached are system calls made without the C library: the renames and locks of
 * tantivy.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define DESCRIPTORS 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char below[256];
static char hit[512];
static long calls, at;
static int failure;
static char is_ours[DESCRIPTORS];

/* Fail call `n`, counted from 1, with this error; 0 for none. */
void plan(const char *folder, long n, int error)
{
    pthread_mutex_lock(&lock);
    snprintf(below, sizeof below, "%s", folder);
    hit[0] = 0;
    calls = 0;
    at = n;
    failure = error;
    pthread_mutex_unlock(&lock);
}

/* The call that failed; empty if none did. */
const char *failed_call(void) { return hit; }

static int within(const char *path) { return path && below[0] && strstr(path, below) != NULL; }

static int ours(int fd) { return fd >= 0 && fd < DESCRIPTORS && is_ours[fd]; }

/* Whether this call fails. */
static int fails(const char *name, const char *path)
{
    int now;
    pthread_mutex_lock(&lock);
    now = ++calls == at;
    if (now)
        snprintf(hit, sizeof hit, "%s %s", name, path);
    pthread_mutex_unlock(&lock);
    if (now)
        errno = failure;
    return now;
}

static int opened(int fd, const char *path)
{
    if (fd >= 0 && fd < DESCRIPTORS)
        is_ours[fd] = within(path);
    return fd;
}

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) \
        real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

#define MODE \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

#define OPEN(name) \
    int name(const char *path, int flags, ...) \
    { \
        REAL(name); \
        MODE \
        if (within(path) && fails("open", path)) \
            return -1; \
        return opened(real(path, flags, mode), path); \
    }

#define OPENAT(name) \
    int name(int folder, const char *path, int flags, ...) \
    { \
        REAL(name); \
        MODE \
        if ((within(path) || ours(folder)) && fails("open", path)) \
            return -1; \
        return opened(real(folder, path, flags, mode), within(path) ? path : ours(folder) ? below : ""); \
    }

#define BY_PATH(name, types, names, path) \
    int name types \
    { \
        REAL(name); \
        return within(path) && fails(#name, path) ? -1 : real names; \
    }

#define BY_FD(result, name, types, names, fd, wrong) \
    result name types \
    { \
        REAL(name); \
        return ours(fd) && fails(#name, "") ? (wrong) : real names; \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
BY_PATH(mkdir, (const char *path, mode_t mode), (path, mode), path)
BY_PATH(rmdir, (const char *path), (path), path)
BY_PATH(unlink, (const char *path), (path), path)
BY_PATH(rename, (const char *from, const char *to), (from, to), to)
BY_PATH(chmod, (const char *path, mode_t mode), (path, mode), path)
BY_PATH(stat, (const char *path, struct stat *found), (path, found), path)
BY_PATH(stat64, (const char *path, struct stat64 *found), (path, found), path)
BY_PATH(lstat, (const char *path, struct stat *found), (path, found), path)
BY_PATH(lstat64, (const char *path, struct stat64 *found), (path, found), path)
BY_FD(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), folder, -1)
BY_FD(ssize_t, read, (int fd, void *to, size_t size), (fd, to, size), fd, -1)
BY_FD(ssize_t, write, (int fd, const void *from, size_t size), (fd, from, size), fd, -1)
BY_FD(ssize_t, writev, (int fd, const struct iovec *from, int count), (fd, from, count), fd, -1)
BY_FD(ssize_t, sendfile, (int to, int from, off_t *offset, size_t size), (to, from, offset, size), to, -1)
BY_FD(ssize_t, sendfile64, (int to, int from, off64_t *offset, size_t size), (to, from, offset, size), to, -1)
BY_FD(int, ftruncate, (int fd, off_t size), (fd, size), fd, -1)
BY_FD(int, ftruncate64, (int fd, off64_t size), (fd, size), fd, -1)
BY_FD(void *, mmap, (void *where, size_t size, int protection, int flags, int fd, off_t offset),
      (where, size, protection, flags, fd, offset), fd, MAP_FAILED)
BY_FD(void *, mmap64, (void *where, size_t size, int protection, int flags, int fd, off64_t offset),
      (where, size, protection, flags, fd, offset), fd, MAP_FAILED)

/* Nothing is synced: it would take most of the time, and no test cuts the power. */
int fsync(int fd) { return ours(fd) && fails("fsync", "") ? -1 : 0; }
int fdatasync(int fd) { return ours(fd) && fails("fdatasync", "") ? -1 : 0; }

DIR *opendir(const char *path)
{
    REAL(opendir);
    return within(path) && fails("opendir", path) ? NULL : real(path);
}

int close(int fd)
{
    REAL(close);
    if (fd >= 0 && fd < DESCRIPTORS)
        is_ours[fd] = 0;
    return real(fd);
}
