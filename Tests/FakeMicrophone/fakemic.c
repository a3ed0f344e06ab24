#include "fakemic.h"
int fakemic_unused;
