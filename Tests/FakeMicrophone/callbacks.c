#include "microphone.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    pause_until(m->stop_gate);
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
    free(m->stop_gate);
    free(m);
    return 0;
}

const snd_pcm_ioplug_callback_t microphone_callbacks = {
    .start = on_start, .stop = on_stop, .pointer = on_pointer, .transfer = on_transfer,
    .prepare = on_prepare, .resume = on_resume, .sw_params = on_sw_params,
    .poll_revents = on_revents, .hw_params = on_hw_params, .close = on_close,
};
