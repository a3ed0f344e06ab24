// Declared by <wchar.h>, which the Glibc module leaves out.
#include <stddef.h>
int wcwidth(wchar_t character);
