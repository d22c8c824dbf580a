/*
 * Preloaded into PostgreSQL (LD_PRELOAD), it delays each flush to disk. SLOW_DISK names a file whose first four bytes are
 * the delay in milliseconds; all processes of the server share it, so a change applies to the next flush.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const volatile int *delay_ms;

__attribute__((constructor)) static void open_delay(void) {
  const char *path = getenv("SLOW_DISK");
  int file = path ? open(path, O_RDONLY) : -1;
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof(int), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) delay_ms = shared;
}

static void wait_for_disk(void) {
  int ms = delay_ms ? *delay_ms : 0;
  struct timespec rest = {ms / 1000, (ms % 1000) * 1000000L};
  while (ms > 0 && nanosleep(&rest, &rest) == -1 && errno == EINTR) {
  }
}

int fsync(int file) {
  static int (*next)(int);
  if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return next(file);
}

int fdatasync(int file) {
  static int (*next)(int);
  if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return next(file);
}
