/* What the wrapper needs of PocketSphinx, in one vocabulary for the two generations of its API.
 *
 * 0.8+5prealpha (Debian 12 and 13, Ubuntu 24.04) is configured by "-key" arguments, keeps its cepstral mean
 * in a public structure and removes silence in its front end, so that the frame numbers of the search lag
 * behind those of the stream: the front end is driven here, one step apart from the search, to count them.
 * 5.x is configured by names without the dash, exchanges the mean as text and removes nothing. So with 5.x a hold
 * of a voice that is not known is always heard again at its end if it is short, as what it alone comes to is not
 * told before, and a long hold is cut by its length, not at pauses, which count in the live mean and make it worse.
 * 5.x also has no second library beside it (pkg-config tells what to link).
 * Only this header knows which of them it is compiled against; utter_ps_generation tells the wrapper.
 */
#pragma once

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <pocketsphinx.h>
#if __has_include(<pocketsphinx/search.h>)
#define UTTER_PS_GENERATION 5
#include <pocketsphinx/err.h>
#else
#define UTTER_PS_GENERATION 0
#include <sphinxbase/err.h>
#include <sphinxbase/ngram_model.h>
#endif

/* Coefficients of one cepstrum that are kept; models of the en-us kind have 13. */
#define UTTER_PS_CEPSTRA 13

static inline int utter_ps_generation(void) { return UTTER_PS_GENERATION; }

/* ---- log ---- */

/* Levels of the log, alike in both generations. */
enum { UTTER_PS_INFO = 1, UTTER_PS_WARNING = 2, UTTER_PS_ERROR = 3, UTTER_PS_FATAL = 4 };

/* Takes one message of the library. At UTTER_PS_FATAL the library calls exit(1) when this returns. */
typedef void (*utter_ps_sink)(int level, const char *text);

static inline void utter_ps_log(void *sink, err_lvl_t level, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    int mapped = level >= ERR_FATAL ? UTTER_PS_FATAL
        : level == ERR_ERROR ? UTTER_PS_ERROR
        : level == ERR_WARN ? UTTER_PS_WARNING
        : UTTER_PS_INFO;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ((utter_ps_sink)sink)(mapped, text);
}

/* Sends every message of the library to sink and nothing to the screen. The stream is kept for each thread,
 * and parts of the library write to it without a message: every thread with a decoder calls this. */
static inline void utter_ps_set_log(utter_ps_sink sink)
{
    err_set_logfp(NULL);
    err_set_callback(utter_ps_log, (void *)sink);
}

/* ---- life ---- */

/* Creates a decoder from count pairs of name (without dash) and value. NULL if it cannot be done. */
static inline ps_decoder_t *utter_ps_open(const char *const *names, const char *const *values, int count)
{
#if UTTER_PS_GENERATION == 5
    ps_config_t *config = ps_config_init(NULL);
    ps_decoder_t *decoder;
    if (config == NULL)
        return NULL;
    /* On by default in the older generation, which its models rely on; those of 5.x ask for it themselves. */
    ps_config_set_bool(config, "remove_noise", TRUE);
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], "remove_silence") == 0 || strncmp(names[i], "vad_", 4) == 0)
            continue; /* gone with the silence removal */
        if (ps_config_set_str(config, names[i], values[i]) == NULL) {
            ps_config_free(config);
            return NULL;
        }
    }
    decoder = ps_init(config);
    ps_config_free(config);
    return decoder;
#else
    char **arguments = (char **)calloc((size_t)count * 2 + 1, sizeof *arguments);
    cmd_ln_t *config = NULL;
    ps_decoder_t *decoder = NULL;
    bool complete = arguments != NULL;
    for (int i = 0; complete && i < count; i++) {
        size_t size = strlen(names[i]) + 2;
        arguments[2 * i] = (char *)malloc(size);
        arguments[2 * i + 1] = strdup(values[i]);
        complete = arguments[2 * i] != NULL && arguments[2 * i + 1] != NULL;
        if (arguments[2 * i] != NULL)
            snprintf(arguments[2 * i], size, "-%s", names[i]);
    }
    if (complete)
        config = cmd_ln_parse_r(NULL, ps_args(), count * 2, arguments, TRUE);
    if (config != NULL) {
        decoder = ps_init(config);
        cmd_ln_free_r(config);
    }
    for (int i = 0; arguments != NULL && i < count * 2; i++)
        free(arguments[i]);
    free(arguments);
    return decoder;
#endif
}

/* ---- cepstral mean ---- */

/* The live mean, and what the next one is made of: the sum of the cepstra since, and how many they were. */
typedef struct {
    float mean[UTTER_PS_CEPSTRA];
    float sum[UTTER_PS_CEPSTRA];
    int32_t frames;
} utter_ps_mean;

/* False if this decoder has no mean of that shape. 5.x tells the mean alone. */
static inline bool utter_ps_get_mean(ps_decoder_t *decoder, utter_ps_mean *state)
{
#if UTTER_PS_GENERATION == 5
    const char *text = ps_get_cmn(decoder, FALSE);
    for (int i = 0; i < UTTER_PS_CEPSTRA; i++) {
        char *end;
        if (text == NULL)
            return false;
        state->mean[i] = strtof(text, &end);
        state->sum[i] = 0;
        if (end == text)
            return false;
        text = *end == ',' ? end + 1 : NULL;
    }
    state->frames = 0;
    return true;
#else
    cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
    if (cmn == NULL || cmn->veclen != UTTER_PS_CEPSTRA)
        return false;
    memcpy(state->mean, cmn->cmn_mean, sizeof state->mean);
    memcpy(state->sum, cmn->sum, sizeof state->sum);
    state->frames = cmn->nframe;
    return true;
#endif
}

/* 5.x sets the mean with the weight of five seconds, whatever sum and frames say. */
static inline bool utter_ps_set_mean(ps_decoder_t *decoder, const utter_ps_mean *state)
{
#if UTTER_PS_GENERATION == 5
    char text[UTTER_PS_CEPSTRA * 32];
    int length = 0;
    for (int i = 0; i < UTTER_PS_CEPSTRA; i++)
        length += snprintf(
            text + length, sizeof text - (size_t)length, i ? ",%g" : "%g", state->mean[i]);
    return ps_set_cmn(decoder, text) == 0;
#else
    cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
    if (cmn == NULL || cmn->veclen != UTTER_PS_CEPSTRA)
        return false;
    memcpy(cmn->cmn_mean, state->mean, sizeof state->mean);
    memcpy(cmn->sum, state->sum, sizeof state->sum);
    cmn->nframe = state->frames;
    return true;
#endif
}

/* ---- audio ---- */

/* Begins an utterance; unless it continues the audio of the one before, its noise estimate is forgotten.
 * Of 5.x that is a failure where nothing estimates noise, as its models have it. */
static inline int utter_ps_begin(ps_decoder_t *decoder, bool continuing)
{
    if (!continuing && ps_start_stream(decoder) < 0 && UTTER_PS_GENERATION == 0)
        return -1;
    return ps_start_utt(decoder);
}

/* Feeds samples as they arrive. Returns how many of the stream's newest frames went to the search, -1 on
 * failure. 5.x removes no silence: it answers with the count of all samples in frames of 10 ms. */
static inline int utter_ps_feed(ps_decoder_t *decoder, const int16_t *samples, size_t count)
{
#if UTTER_PS_GENERATION == 5
    return ps_process_raw(decoder, samples, count, FALSE, FALSE) < 0 ? -1 : (int)(count / 160);
#else
    /* A few frames at a time. After a pause the front end gives twenty at once; the library keeps twelve and
     * searches five behind the newest (pl_window), so that with many at a time the frame to be searched has been
     * overwritten: it is skipped without an error, and an assertion about hmm_frame then ends the process. */
    enum { CAPACITY = 4 };
    fe_t *frontend = ps_get_fe(decoder);
    float storage[CAPACITY][UTTER_PS_CEPSTRA];
    mfcc_t *rows[CAPACITY];
    int total = 0;

    if (fe_get_output_size(frontend) != UTTER_PS_CEPSTRA)
        return -1;
    for (int i = 0; i < CAPACITY; i++)
        rows[i] = storage[i];
    for (;;) {
        int32 frames = CAPACITY, index = 0;
        if (fe_process_frames(frontend, &samples, &count, rows, &frames, &index) < 0)
            return -1;
        if (frames > 0 && ps_process_cep(decoder, rows, frames, FALSE, FALSE) < 0)
            return -1;
        total += frames;
        if (frames == 0)
            return total;
    }
#endif
}

/* Ends the utterance: the last pass runs here. Returns the frames that the remainder gave, -1 on failure. */
static inline int utter_ps_end(ps_decoder_t *decoder)
{
#if UTTER_PS_GENERATION == 5
    return ps_end_utt(decoder) < 0 ? -1 : 0;
#else
    float storage[UTTER_PS_CEPSTRA];
    mfcc_t *row = storage;
    int32 frames = 0;

    fe_end_utt(ps_get_fe(decoder), storage, &frames);
    if (frames > 0)
        ps_process_cep(decoder, &row, 1, FALSE, FALSE);
    return ps_end_utt(decoder) < 0 ? -1 : frames;
#endif
}

/* Decodes a whole utterance with its own cepstral mean and leaves the live mean as it was. streamFrames[i]
 * becomes the frame of the audio to which frame i of the search belongs; it must hold count / 160 + 32
 * numbers. Returns how many it holds, -1 on failure. */
static inline int utter_ps_decode_whole(
    ps_decoder_t *decoder, const int16_t *samples, size_t count, int32_t *streamFrames)
{
    int capacity = (int)(count / 160) + 32;
#if UTTER_PS_GENERATION == 5
    utter_ps_mean live;
    bool known = utter_ps_get_mean(decoder, &live);
    int result = -1;
    /* Audio in pieces turns the front end to the live mean for good, and whole utterances would be heard with that
     * from then on; a new front end has the mean of the utterance itself again. */
    if (ps_reinit_feat(decoder, NULL) < 0)
        return -1;
    if (utter_ps_begin(decoder, false) == 0) {
        int failed = ps_process_raw(decoder, samples, count, FALSE, TRUE) < 0;
        result = ps_end_utt(decoder) < 0 || failed ? -1 : capacity;
    }
    for (int i = 0; i < capacity; i++)
        streamFrames[i] = i;
    if (known)
        utter_ps_set_mean(decoder, &live);
    return result;
#else
    enum { BLOCK = 320 };
    fe_t *frontend = ps_get_fe(decoder);
    feat_t *features = ps_get_feat(decoder);
    size_t width = UTTER_PS_CEPSTRA;
    float *storage = (float *)calloc((size_t)capacity * width, sizeof *storage);
    mfcc_t **rows = (mfcc_t **)calloc((size_t)capacity, sizeof *rows);
    utter_ps_mean live;
    int filled = 0, result = -1;
    size_t fed = 0;
    cmn_type_t type = features->cmn;
    bool fits = storage != NULL && rows != NULL && utter_ps_get_mean(decoder, &live)
        && fe_get_output_size(frontend) == UTTER_PS_CEPSTRA;

    for (int i = 0; fits && i < capacity; i++)
        rows[i] = storage + (size_t)i * width;
    if (fits && utter_ps_begin(decoder, false) == 0) {
        /* Small steps, so that the frames of one step are known to be the stream's newest. */
        while (fed < count) {
            size_t step = count - fed < BLOCK ? count - fed : BLOCK;
            const int16_t *block = samples + fed;
            int before = filled;
            fed += step;
            for (;;) {
                int32 frames = capacity - filled, index = 0;
                if (frames <= 0 || fe_process_frames(frontend, &block, &step, rows + filled, &frames, &index) < 0
                    || frames == 0)
                    break;
                filled += frames;
            }
            /* A frame of 410 samples every 160: the newest one ends with the samples fed so far. */
            int newest = fed < 410 ? 0 : (int)((fed - 410) / 160);
            for (int i = before; i < filled; i++)
                streamFrames[i] = newest - (filled - 1 - i);
        }
        int32 last = 0;
        if (filled < capacity)
            fe_end_utt(frontend, rows[filled], &last);
        if (last > 0) {
            streamFrames[filled] = filled > 0 ? streamFrames[filled - 1] + 1 : 0;
            filled++;
        }
        features->cmn = CMN_BATCH;
        int failed = filled > 0 && ps_process_cep(decoder, rows, filled, FALSE, TRUE) < 0;
        result = ps_end_utt(decoder) < 0 || failed ? -1 : filled;
        /* Whatever the type was before, what streams next needs the live mean. */
        features->cmn = type == CMN_NONE ? CMN_NONE : CMN_LIVE;
        utter_ps_set_mean(decoder, &live);
    }
    free(rows);
    free(storage);
    return result;
#endif
}

#include "models.h"
