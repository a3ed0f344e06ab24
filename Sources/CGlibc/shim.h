// What the Glibc module leaves out, because <wchar.h> and _GNU_SOURCE are not part of it.
#include <stddef.h>
int wcwidth(wchar_t character);
int pipe2(int ends[2], int flags);
