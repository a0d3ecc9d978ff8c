/* The level of an x86-64 processor, 3 or 1: whether it has the features that the psABI names for x86-64-v3, in registers
   that the operating system saves. */
#include <cpuid.h>

#define ONE (bit_SSE3 | bit_SSSE3 | bit_FMA | bit_CMPXCHG16B | bit_SSE41 | bit_SSE42 | bit_MOVBE | bit_POPCNT \
             | bit_OSXSAVE | bit_AVX | bit_F16C)
#define SEVEN (bit_BMI | bit_AVX2 | bit_BMI2)
#define EXTENDED (bit_LAHF_LM | bit_LZCNT)
#define SAVED 6 /* the registers of SSE and AVX */

int boaf_cpu_level(void) {
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & ONE) != ONE) return 1;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & SEVEN) != SEVEN) return 1;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || (c & EXTENDED) != EXTENDED) return 1;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & SAVED) == SAVED ? 3 : 1;
}
