// What the files of the plugin share: the device, its clock, and its descriptor.
#pragma once

#include "fakemic.h"

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <stdint.h>

enum kind { XRUN, SUSPEND, ENODEV_FAULT, GONE, VANISH, STALL, BLOCK, READY, POLLERR_FAULT, KINDS };

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
    char *stop_gate;
    struct fault faults[32];
    unsigned fault_count;
    int started_once, running, suspended;
    double origin;             // the first start: second 0 of the sound and of the faults
    int64_t base;              // where in the sound the last start was
    int64_t frozen;            // hardware frames at which an error froze the stream, or -1
    snd_pcm_uframes_t avail_min, boundary;
};

// Names as short as these must not meet those of the program that loads the plugin.
#pragma GCC visibility push(hidden)
extern const char *const kind_names[KINDS];
extern const snd_pcm_ioplug_callback_t microphone_callbacks;

// Sleeps whole, whatever signals come.
void pause_for(double seconds);
// Sleeps until a file exists, a minute at most; an empty name is no file.
void pause_until(const char *path);
// Appends a line to the log.
void note(struct microphone *m, const char *what);
void note_fault(struct microphone *m, enum kind kind);
// Seconds of CLOCK_MONOTONIC.
double now(void);
// Seconds since the first start. Faults and sound share this clock.
double elapsed(const struct microphone *m);
// The fault of a kind that is due at this moment, or NULL.
struct fault *active(struct microphone *m, enum kind kind);
// Where in the sound the device is `t` seconds after the first start.
int64_t position(const struct microphone *m, double t);
// Frames handed over since the last prepare.
int64_t taken(const struct microphone *m);
// Frames since the last start, as far as a reader may know of them.
int64_t hardware(struct microphone *m);
// Arms the descriptor for the instant at which a reader who has taken so many frames has something
// to do.
void arm(struct microphone *m, int64_t taken);
#pragma GCC visibility pop
