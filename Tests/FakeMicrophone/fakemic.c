#include "microphone.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

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
            size_t length = (size_t)(at - text);
            if (strlen(kind_names[k]) == length && !strncmp(text, kind_names[k], length))
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
    const char *open_gate = NULL, *stop_gate = NULL;
    const char *open_error = NULL, *params = NULL, *prepare = NULL;
    double open_delay = 0, speed = 1, start_delay = 0, stop_delay = 0;
    long loop = 0, noise = 0, rate = 16000, channels = 1, times = 0;
    const struct { const char *name; const char **text; double *real; long *whole; } fields[] = {
        {"file", &file, NULL, NULL}, {"log", &log, NULL, NULL}, {"faults", &faults, NULL, NULL},
        {"resume", &resume, NULL, NULL}, {"open-error", &open_error, NULL, NULL},
        {"open-gate", &open_gate, NULL, NULL}, {"stop-gate", &stop_gate, NULL, NULL},
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
        m->stop_gate = stop_gate ? strdup(stop_gate) : NULL;
        pause_until(open_gate);
        result = error_named(open_error);
    }
    if (result == 0 && faults)
        result = parse_faults(m, faults);
    if (result == 0 && file && *file)
        result = load_sound(m, file);
    if (result == 0) {
        m->io.version = SND_PCM_IOPLUG_VERSION;
        m->io.name = "fakemic";
        m->io.callback = &microphone_callbacks;
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
        free(m->stop_gate);
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
