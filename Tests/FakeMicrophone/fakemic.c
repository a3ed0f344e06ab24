#include "fakemic.h"

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum kind { XRUN, SUSPEND, ENODEV_FAULT, GONE, VANISH, STALL, BLOCK, READY, POLLERR_FAULT, KINDS };

static const char *const kind_names[KINDS] = {
    "xrun", "suspend", "enodev", "gone", "vanish", "stall", "block", "ready", "pollerr",
};

struct fault {
    enum kind kind;
    double at;
    double lasts;
    int fired;
};

struct microphone {
    snd_pcm_ioplug_t io;
    int log;
    int16_t *sound;
    long frames;
    long loop;
    long noise;
    uint32_t seed;
    double speed;
    int resumable;
    int params_error, prepare_error;
    double start_delay, stop_delay;
    struct fault faults[32];
    unsigned fault_count;
    int started_once, running, suspended;
    double origin;             // the first start: second 0 of the sound and of the faults
    int64_t base;              // sound position of hardware frame 0 since the last prepare and start
    int64_t frozen;            // hardware frames at which an error froze the stream, or -1
    snd_pcm_uframes_t avail_min, boundary;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void pause_for(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&t, &t) < 0 && errno == EINTR) {
    }
}

static void note(struct microphone *m, const char *what)
{
    char line[96];
    int length = snprintf(line, sizeof line, "%s %.9f %d\n", what, now(), (int)getpid());
    if (m->log >= 0 && length > 0 && write(m->log, line, (size_t)length) < 0) {
        // A test that reads the log will miss the line and fail there.
    }
}

static void note_fault(struct microphone *m, enum kind kind)
{
    char what[32];
    snprintf(what, sizeof what, "fault-%s", kind_names[kind]);
    note(m, what);
}

// Seconds since the first start. Faults and sound share this clock.
static double elapsed(const struct microphone *m)
{
    return m->started_once ? now() - m->origin : 0;
}

static struct fault *active(struct microphone *m, enum kind kind)
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

static int64_t position(const struct microphone *m, double t)
{
    return (int64_t)(t * m->io.rate * m->speed + 1e-6);
}

// Hardware frames since the last start at time `t` since the first one, as far as a reader may know of them.
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

// Frames handed over since the last prepare.
static int64_t taken(const struct microphone *m)
{
    return (int64_t)m->io.appl_ptr;
}

static int64_t hardware(struct microphone *m)
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

// Arms the descriptor for the instant at which a reader has something to do: enough data, or the next fault. The descriptor is a
// one-shot timer armed anew, so that it is level-triggered as a device is: it stays readable until the reader has caught up.
static void arm(struct microphone *m, int64_t taken)
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
            } else if (f->kind == GONE || f->kind == ENODEV_FAULT || f->kind == XRUN || f->kind == SUSPEND) {
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

static int on_start(snd_pcm_ioplug_t *io)
{
    struct microphone *m = io->private_data;
    if (m->start_delay > 0)
        pause_for(m->start_delay);
    if (!m->started_once) {
        m->started_once = 1;
        m->origin = now();
    }
    m->running = 1;
    m->frozen = -1;
    m->base = position(m, elapsed(m));
    note(m, "start");
    arm(m, 0);
    return 0;
}

static int on_stop(snd_pcm_ioplug_t *io)
{
    struct microphone *m = io->private_data;
    m->running = 0;
    arm(m, 0);
    if (m->stop_delay > 0)
        pause_for(m->stop_delay);
    note(m, "stop");
    return 0;
}

static int on_prepare(snd_pcm_ioplug_t *io)
{
    struct microphone *m = io->private_data;
    note(m, "prepare");
    if (m->started_once && m->prepare_error)
        return m->prepare_error;
    m->running = 0;
    m->suspended = 0;
    m->frozen = -1;
    arm(m, 0);
    return 0;
}

static snd_pcm_sframes_t on_pointer(snd_pcm_ioplug_t *io)
{
    struct microphone *m = io->private_data;
    struct fault *f;
    if (!m->running)
        return 0;
    if ((f = active(m, BLOCK))) {
        f->fired = 1;
        note_fault(m, BLOCK);
        pause_for(f->lasts);
    }
    if ((f = active(m, XRUN))) {
        f->fired = 1;
        note_fault(m, XRUN);
        m->frozen = hardware(m);
        return -EPIPE;
    }
    if ((f = active(m, SUSPEND)) && !m->suspended) {
        m->suspended = 1;
        m->frozen = hardware(m);
        note_fault(m, SUSPEND);
        snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED);
        if (f->lasts == 0)
            f->fired = 1;
    }
    if (active(m, ENODEV_FAULT) && io->state != SND_PCM_STATE_DISCONNECTED) {
        note_fault(m, ENODEV_FAULT);
        snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED);
    }
    int64_t frames = hardware(m);
    if (frames - taken(m) > (int64_t)io->buffer_size) {
        note(m, "overrun");
        m->frozen = taken(m);
        return -EPIPE;
    }
    return (snd_pcm_sframes_t)((snd_pcm_uframes_t)frames % m->boundary);
}

static int16_t sample(struct microphone *m, int64_t at)
{
    if (m->loop && m->frames > 0)
        at %= m->frames;
    if (at < m->frames)
        return m->sound[at];
    if (m->noise <= 0)
        return 0;
    m->seed = m->seed * 1664525u + 1013904223u;
    return (int16_t)((long)(m->seed >> 8) % (2 * m->noise + 1) - m->noise);
}

static snd_pcm_sframes_t on_transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset,
    snd_pcm_uframes_t size)
{
    struct microphone *m = io->private_data;
    for (snd_pcm_uframes_t i = 0; i < size; i++) {
        int16_t s = sample(m, m->base + taken(m) + (int64_t)i);
        for (unsigned c = 0; c < io->channels; c++) {
            const snd_pcm_channel_area_t *a = &areas[c];
            char *to = (char *)a->addr + (a->first + a->step * (offset + i)) / 8;
            memcpy(to, &s, sizeof s);
        }
    }
    arm(m, taken(m) + (int64_t)size);
    return (snd_pcm_sframes_t)size;
}

static int on_resume(snd_pcm_ioplug_t *io)
{
    struct microphone *m = io->private_data;
    note(m, "resume");
    if (!m->resumable)
        return -ENOSYS;
    if (active(m, SUSPEND))
        return -EAGAIN;
    // The sound goes on where it stands now: what passed during the sleep was not heard.
    m->base = position(m, elapsed(m)) - m->frozen;
    m->frozen = -1;
    m->suspended = 0;
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
    arm(m, taken(m));
    return 0;
}

static int on_sw_params(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *params)
{
    struct microphone *m = io->private_data;
    snd_pcm_sw_params_get_avail_min(params, &m->avail_min);
    return snd_pcm_sw_params_get_boundary(params, &m->boundary);
}

static int on_revents(
    snd_pcm_ioplug_t *io, struct pollfd *fds, unsigned count, unsigned short *revents)
{
    struct microphone *m = io->private_data;
    uint64_t ticks;
    *revents = 0;
    if (count != 1)
        return -EINVAL;
    if (fds[0].revents & POLLIN) {
        if (read(fds[0].fd, &ticks, sizeof ticks) < 0 && errno != EAGAIN)
            return -errno;
    }
    if (active(m, GONE))
        return -EIO;
    if (active(m, ENODEV_FAULT) || active(m, POLLERR_FAULT))
        *revents = POLLERR;
    else if (
        active(m, READY) || active(m, XRUN) || active(m, SUSPEND)
        || hardware(m) - taken(m) >= (int64_t)m->avail_min)
        *revents = POLLIN;
    arm(m, taken(m));
    return 0;
}

static int on_hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params)
{
    const struct microphone *m = io->private_data;
    (void)params;
    return m->params_error;
}

static int on_close(snd_pcm_ioplug_t *io)
{
    struct microphone *m = io->private_data;
    note(m, "close");
    close(io->poll_fd);
    if (m->log >= 0)
        close(m->log);
    free(m->sound);
    free(m);
    return 0;
}

static const snd_pcm_ioplug_callback_t plain = {
    .start = on_start, .stop = on_stop, .pointer = on_pointer, .transfer = on_transfer,
    .prepare = on_prepare, .resume = on_resume, .sw_params = on_sw_params,
    .poll_revents = on_revents, .hw_params = on_hw_params, .close = on_close,
};

static int error_named(const char *name)
{
    if (!name || !*name)
        return 0;
    static const struct { const char *name; int code; } table[] = {
        {"EBUSY", EBUSY}, {"EACCES", EACCES}, {"EPERM", EPERM}, {"ENOENT", ENOENT}, {"EIO", EIO},
        {"ECONNREFUSED", ECONNREFUSED}, {"ENODEV", ENODEV}, {"EINVAL", EINVAL}, {"EAGAIN", EAGAIN},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (!strcmp(name, table[i].name))
            return -table[i].code;
    }
    return -EINVAL;
}

static int parse_faults(struct microphone *m, const char *text)
{
    while (*text) {
        while (*text == ' ')
            text++;
        if (!*text)
            break;
        const char *at = strchr(text, '@');
        if (!at || m->fault_count == sizeof m->faults / sizeof *m->faults)
            return -EINVAL;
        struct fault f = {.kind = KINDS};
        for (int k = 0; k < KINDS; k++) {
            if (strlen(kind_names[k]) == (size_t)(at - text) && !strncmp(text, kind_names[k], (size_t)(at - text)))
                f.kind = (enum kind)k;
        }
        char *end;
        f.at = strtod(at + 1, &end);
        if (*end == '+')
            f.lasts = strtod(end + 1, &end);
        if (f.kind == KINDS || (*end && *end != ' '))
            return -EINVAL;
        m->faults[m->fault_count++] = f;
        text = end;
    }
    return 0;
}

static int load_sound(struct microphone *m, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0)
        return -errno;
    if (fstat(fd, &status) < 0 || !(m->sound = malloc((size_t)status.st_size + 2))) {
        close(fd);
        return -ENOMEM;
    }
    size_t have = 0;
    ssize_t n;
    while (have < (size_t)status.st_size
           && (n = read(fd, (char *)m->sound + have, (size_t)status.st_size - have)) > 0)
        have += (size_t)n;
    close(fd);
    m->frames = (long)(have / sizeof *m->sound);
    return 0;
}

SND_PCM_PLUGIN_DEFINE_FUNC(fakemic)
{
    static atomic_int opens;
    snd_config_iterator_t i, next;
    const char *file = NULL, *log = NULL, *faults = NULL, *resume = NULL;
    const char *open_error = NULL, *params = NULL, *prepare = NULL;
    double open_delay = 0, speed = 1, start_delay = 0, stop_delay = 0;
    long loop = 0, noise = 0, rate = 16000, channels = 1, times = 0;
    const struct { const char *name; const char **text; double *real; long *whole; } fields[] = {
        {"file", &file, NULL, NULL}, {"log", &log, NULL, NULL}, {"faults", &faults, NULL, NULL},
        {"resume", &resume, NULL, NULL}, {"open-error", &open_error, NULL, NULL},
        {"params-error", &params, NULL, NULL}, {"prepare-error", &prepare, NULL, NULL},
        {"open-delay", NULL, &open_delay, NULL}, {"start-delay", NULL, &start_delay, NULL},
        {"stop-delay", NULL, &stop_delay, NULL}, {"speed", NULL, &speed, NULL},
        {"loop", NULL, NULL, &loop}, {"floor", NULL, NULL, &noise}, {"rate", NULL, NULL, &rate},
        {"channels", NULL, NULL, &channels}, {"times", NULL, NULL, &times},
    };
    (void)root;
    if (stream != SND_PCM_STREAM_CAPTURE)
        return -EINVAL;
    snd_config_for_each(i, next, conf) {
        snd_config_t *node = snd_config_iterator_entry(i);
        const char *id;
        int result = -ENOENT;
        if (snd_config_get_id(node, &id) < 0 || !strcmp(id, "comment") || !strcmp(id, "type")
            || !strcmp(id, "hint"))
            continue;
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
            if (strcmp(id, fields[k].name))
                continue;
            if (fields[k].text)
                result = snd_config_get_string(node, fields[k].text);
            else if (fields[k].real)
                result = snd_config_get_ireal(node, fields[k].real);
            else
                result = snd_config_get_integer(node, fields[k].whole);
        }
        if (result < 0) {
            SNDERR("fakemic: field %s: unknown or of the wrong type", id);
            return -EINVAL;
        }
    }

    struct microphone *m = calloc(1, sizeof *m);
    if (!m)
        return -ENOMEM;
    m->log = log && *log ? open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    m->frozen = -1;
    m->loop = loop;
    m->noise = noise;
    m->seed = 1;
    m->speed = speed;
    m->resumable = resume && !strcmp(resume, "yes");
    m->boundary = 1ul << 30;
    m->avail_min = 1;
    m->io.poll_fd = -1;
    note(m, "open");
    int opened = atomic_fetch_add(&opens, 1);
    int troubled = times == 0 || opened < times;
    int result = 0;
    if (troubled) {
        m->params_error = error_named(params);
        m->start_delay = start_delay;
        m->stop_delay = stop_delay;
        m->prepare_error = error_named(prepare);
        if (open_delay > 0)
            pause_for(open_delay);
        result = error_named(open_error);
    }
    if (result == 0 && faults)
        result = parse_faults(m, faults);
    if (result == 0 && file && *file)
        result = load_sound(m, file);
    if (result == 0) {
        m->io.version = SND_PCM_IOPLUG_VERSION;
        m->io.name = "fakemic";
        m->io.callback = &plain;
        m->io.private_data = m;
        m->io.flags = SND_PCM_IOPLUG_FLAG_MONOTONIC | SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
        m->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
        m->io.poll_events = POLLIN;
        result = m->io.poll_fd < 0 ? -errno : snd_pcm_ioplug_create(&m->io, name, stream, mode);
    }
    if (result < 0) {
        note(m, "open-failed");
        if (m->io.poll_fd >= 0)
            close(m->io.poll_fd);
        if (m->log >= 0)
            close(m->log);
        free(m->sound);
        free(m);
        return result;
    }
    static const unsigned accesses[] = {
        SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
    static const unsigned formats[] = {SND_PCM_FORMAT_S16_LE};
    unsigned frame = 2 * (unsigned)channels;
    snd_pcm_ioplug_set_param_list(&m->io, SND_PCM_IOPLUG_HW_ACCESS, 2, accesses);
    snd_pcm_ioplug_set_param_list(&m->io, SND_PCM_IOPLUG_HW_FORMAT, 1, formats);
    snd_pcm_ioplug_set_param_minmax(
        &m->io, SND_PCM_IOPLUG_HW_CHANNELS, (unsigned)channels, (unsigned)channels);
    snd_pcm_ioplug_set_param_minmax(
        &m->io, SND_PCM_IOPLUG_HW_RATE, (unsigned)rate, (unsigned)rate);
    snd_pcm_ioplug_set_param_minmax(
        &m->io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 80 * frame, (unsigned)rate * frame);
    snd_pcm_ioplug_set_param_minmax(&m->io, SND_PCM_IOPLUG_HW_PERIODS, 2, 256);
    *pcmp = m->io.pcm;
    return 0;
}

__attribute__((visibility("default"))) SND_PCM_PLUGIN_SYMBOL(fakemic);
