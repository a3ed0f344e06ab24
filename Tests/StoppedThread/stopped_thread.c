#include "stopped_thread.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>

int stop_thread_for(int thread, int milliseconds)
{
    int status;
    // SIGSTOP would stop the whole process; a tracer stops the one thread.
    if (ptrace(PTRACE_SEIZE, thread, 0, 0) < 0 || ptrace(PTRACE_INTERRUPT, thread, 0, 0) < 0)
        return errno;
    while (waitpid(thread, &status, __WALL) < 0) {
        if (errno != EINTR)
            return errno;
    }
    struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000l};
    while (nanosleep(&left, &left) < 0 && errno == EINTR) {
    }
    return ptrace(PTRACE_DETACH, thread, 0, 0) < 0 ? errno : 0;
}
