// One thread of another process that gets no time, while the others go on.
#pragma once

// Stops the thread, waits so many milliseconds and lets it go on, all from the calling thread.
// Returns 0, or the errno value that forbids it. The corresponding C function is `ptrace`.
int stop_thread_for(int thread, int milliseconds);
