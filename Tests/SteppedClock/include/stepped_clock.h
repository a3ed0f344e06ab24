// A library for LD_PRELOAD that steps the clock of the wall for one program: the machine's own stays as it is.
//
// The file that UTTER_TEST_CLOCK names holds the seconds by which the clock is wrong; while there is none it is right.
// Only what tells the time of day is concerned (`time`, `gettimeofday`, CLOCK_REALTIME), as when somebody sets it: the
// monotonic clock knows nothing of it.
#pragma once
