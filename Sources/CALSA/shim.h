#pragma once
#include <alsa/asoundlib.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/eventfd.h>

// Where ALSA's own messages go: it would print them on the screen. Its handler is variadic, which
// Swift cannot be, and carries no context; so the text is formatted here. Used from one Swift file
// only: each file that used it would have a copy.
typedef void (*utter_alsa_sink)(const char *message);

static inline utter_alsa_sink *utter_alsa_where(void)
{
    static utter_alsa_sink sink;
    return &sink;
}

static inline void utter_alsa_message(
    const char *file, int line, const char *function, int code, const char *format, ...)
{
    (void)file;
    (void)line;
    utter_alsa_sink sink = *utter_alsa_where();
    if (!sink)
        return;
    char text[512];
    int length = snprintf(text, sizeof text, "%s: ", function ? function : "alsa");
    if (length < 0 || length >= (int)sizeof text)
        length = 0;
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(text + length, sizeof text - (size_t)length, format, arguments);
    va_end(arguments);
    if (more > 0)
        length += more;
    if (code && length < (int)sizeof text)
        snprintf(text + length, sizeof text - (size_t)length, ": %s", snd_strerror(code));
    sink(text);
}

static inline void utter_alsa_redirect(utter_alsa_sink sink)
{
    *utter_alsa_where() = sink;
    snd_lib_error_set_handler(utter_alsa_message);
}

static inline int utter_eventfd(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}
