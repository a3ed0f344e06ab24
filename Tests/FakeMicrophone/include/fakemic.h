// An ALSA external I/O plugin: a capture device that is paced, exact and faulty on demand.
//
//     pcm_type.fakemic { lib "/absolute/path/libfakemic.so" }
//     pcm.name { type fakemic  file "/absolute/speech.raw" }
//
// The device plays a raw file (s16le, one channel) as if it were heard live, exactly by CLOCK_MONOTONIC. Every open starts at the
// head of the file. Frames that nobody reads while the stream is down (after an overrun, say) pass by and are lost, as live sound is.
//
// | field          | means                                                                                      |
// |----------------|--------------------------------------------------------------------------------------------|
// | `file`         | the recording; without it the device hears its floor only                                    |
// | `loop`         | 1: begins again at the end of the file                                                       |
// | `floor`        | peak of the noise after the end of the file; 0 (default) is digital silence                  |
// | `rate`         | frames a second of the device and its file, default 16000                                    |
// | `channels`     | channels of the device, default 1; each carries the same sound                               |
// | `speed`        | the device's clock as a multiple of the true one, default 1                                  |
// | `log`          | file to which one line `WHAT SECONDS PID` is appended at each open, prepare, start, stop,    |
// |                | resume, overrun, fault and close (CLOCK_MONOTONIC)                                           |
// | `open-error`   | errno name with which opening fails: EBUSY, EACCES, ENOENT, EIO, ECONNREFUSED, ENODEV        |
// | `params-error` | the same for setting the parameters                                                          |
// | `prepare-error`| the same for preparing again after a start (a device that cannot recover)                    |
// | `open-delay`   | seconds for which opening blocks                                                             |
// | `start-delay`  | seconds for which starting blocks                                                            |
// | `stop-delay`   | seconds for which dropping blocks                                                            |
// | `open-gate`    | opening blocks until this file exists (a minute at most)                                     |
// | `stop-gate`    | the same for dropping                                                                        |
// | `times`        | the errors, delays and gates above apply to the first so many opens in a process; 0 (default) = all |
// | `resume`       | `no` (default): suspend cannot be resumed; `yes`: it can, once its time has passed           |
// | `faults`       | events like `xrun@0.5 stall@1+2`: kind, seconds after the first start, duration              |
//
// | fault     | seen by the reader                                                                              |
// |-----------|-------------------------------------------------------------------------------------------------|
// | `xrun`    | -EPIPE once                                                                                     |
// | `suspend` | -ESTRPIPE; the sound stands still until resumed or prepared                                     |
// | `enodev`  | the device is unplugged: POLLERR, -ENODEV, state DISCONNECTED                                   |
// | `gone`    | the sound server died: poll_revents fails with -EIO and revents 0, for ever                     |
// | `vanish`  | no data and no error, for ever                                                                  |
// | `stall`   | no data for the duration, then all of it                                                        |
// | `block`   | the pointer callback blocks for the duration                                                    |
// | `ready`   | for the duration, poll says ready although there is no data                                     |
// | `pollerr` | for the duration, POLLERR without an error or data                                              |
#pragma once
