// What the Glibc module leaves out, because <wchar.h> and _GNU_SOURCE are not part of it.
#include <spawn.h>
#include <stddef.h>
int wcwidth(wchar_t character);
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
