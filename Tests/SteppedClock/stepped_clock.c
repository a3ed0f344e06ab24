#include "stepped_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long step(void)
{
    char text[24];
    const char *path = getenv("UTTER_TEST_CLOCK");
    int before = errno;
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t count = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        close(file);
    errno = before;
    if (count <= 0)
        return 0;
    text[count] = '\0';
    return strtol(text, NULL, 10);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (syscall(SYS_clock_gettime, clock, now) < 0)
        return -1;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
        now->tv_sec += step();
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec precise;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &precise) < 0)
        return -1;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now)
{
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise) < 0)
        return -1;
    if (now)
        *now = precise.tv_sec;
    return precise.tv_sec;
}
