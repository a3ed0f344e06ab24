#include "microphone.h"

#include <errno.h>
#include <stdio.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

const char *const kind_names[KINDS] = {
    "xrun", "suspend", "enodev", "gone", "vanish", "stall", "block", "ready", "pollerr",
};

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void pause_for(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&t, &t) < 0 && errno == EINTR) {
    }
}

void pause_until(const char *path)
{
    for (int i = 0; path && *path && access(path, F_OK) < 0 && i < 12000; i++)
        pause_for(0.005);
}

void note(struct microphone *m, const char *what)
{
    char line[96];
    int length = snprintf(line, sizeof line, "%s %.9f %d\n", what, now(), (int)getpid());
    if (m->log >= 0 && length > 0 && write(m->log, line, (size_t)length) < 0) {
        // A test that reads the log will miss the line and fail there.
    }
}

void note_fault(struct microphone *m, enum kind kind)
{
    char what[32];
    snprintf(what, sizeof what, "fault-%s", kind_names[kind]);
    note(m, what);
}

double elapsed(const struct microphone *m)
{
    return m->started_once ? now() - m->origin : 0;
}

struct fault *active(struct microphone *m, enum kind kind)
{
    double t = elapsed(m);
    for (unsigned i = 0; i < m->fault_count; i++) {
        struct fault *f = &m->faults[i];
        if (f->kind == kind && !f->fired && m->started_once && t >= f->at
            && (f->lasts == 0 || t < f->at + f->lasts))
            return f;
    }
    return NULL;
}

int64_t position(const struct microphone *m, double t)
{
    return (int64_t)(t * m->io.rate * m->speed + 1e-6);
}

// Hardware frames since the last start at time `t` since the first one, as far as a reader may know
// of them.
static int64_t captured(struct microphone *m, double t)
{
    double held = -1;
    for (unsigned i = 0; i < m->fault_count; i++) {
        const struct fault *f = &m->faults[i];
        int holds = f->kind == STALL || f->kind == VANISH || f->kind == GONE || f->kind == READY
            || f->kind == POLLERR_FAULT || f->kind == ENODEV_FAULT;
        int for_ever = f->kind == VANISH || f->kind == GONE || f->kind == ENODEV_FAULT;
        if (holds && t >= f->at && (for_ever || t < f->at + f->lasts) && (held < 0 || f->at < held))
            held = f->at;
    }
    int64_t frames = position(m, held >= 0 ? held : t) - m->base;
    return frames > 0 ? frames : 0;
}

int64_t taken(const struct microphone *m)
{
    return (int64_t)m->io.appl_ptr;
}

int64_t hardware(struct microphone *m)
{
    if (m->frozen >= 0)
        return m->frozen;
    if (!m->running)
        return 0;
    int64_t frames = captured(m, elapsed(m));
    // A server that stalled has kept everything itself, and hands it on as there is room.
    for (unsigned i = 0; i < m->fault_count; i++) {
        if (m->faults[i].kind == STALL && frames - taken(m) > (int64_t)m->io.buffer_size)
            frames = taken(m) + (int64_t)m->io.buffer_size;
    }
    return frames;
}

// Arms the descriptor for the instant at which a reader has something to do: enough data, or the
// next fault. The descriptor is a one-shot timer armed anew, so that it is level-triggered as a
// device is: it stays readable until the reader has caught up.
void arm(struct microphone *m, int64_t taken)
{
    struct itimerspec when = {{0, 0}, {0, 0}};
    if (m->running) {
        double t = elapsed(m), next = 1e9;
        int64_t wanted = taken + (int64_t)m->avail_min;
        if (hardware(m) >= wanted)
            next = t;
        else
            next = (double)(m->base + wanted) / (m->io.rate * m->speed);
        if (next <= t && hardware(m) < wanted)
            next = 1e9; // held back: only the faults below can bring news
        for (unsigned i = 0; i < m->fault_count; i++) {
            const struct fault *f = &m->faults[i];
            if (f->fired)
                continue;
            if (f->at > t) {
                if (f->at < next)
                    next = f->at;
            } else if (f->kind == READY || f->kind == POLLERR_FAULT) {
                next = t < f->at + f->lasts ? t : next;
            } else if (
                f->kind == GONE || f->kind == ENODEV_FAULT || f->kind == XRUN
                || f->kind == SUSPEND) {
                next = t;
            }
            if (f->at <= t && f->lasts > 0 && f->at + f->lasts > t && f->at + f->lasts < next)
                next = f->at + f->lasts;
        }
        if (next < 1e9) {
            double due = m->origin + next;
            when.it_value.tv_sec = (time_t)due;
            when.it_value.tv_nsec = (long)((due - (double)(time_t)due) * 1e9);
            if (when.it_value.tv_sec == 0 && when.it_value.tv_nsec == 0)
                when.it_value.tv_nsec = 1;
        }
    }
    timerfd_settime(m->io.poll_fd, TFD_TIMER_ABSTIME, &when, NULL);
}
