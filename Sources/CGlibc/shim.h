// What the Glibc module leaves out, because <wchar.h> and _GNU_SOURCE are not part of it. Without other headers: what they
// declare would be of this module, and no longer of that.
#include <stddef.h>
int wcwidth(wchar_t character);
int pipe2(int ends[2], int flags);
// The first is a posix_spawn_file_actions_t.
int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);
