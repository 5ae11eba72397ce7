// REPEAT_n(M, i) expands to M(i) M(i + 1) … with n repetitions. Compilers do not unroll long loops; arrays
// indexed in a loop are then kept in memory instead of registers, which is three to five times slower.
#define REPEAT_4(M, i) M(i) M((i) + 1) M((i) + 2) M((i) + 3)
#define REPEAT_8(M, i) REPEAT_4(M, i) REPEAT_4(M, (i) + 4)
#define REPEAT_12(M, i) REPEAT_4(M, i) REPEAT_4(M, (i) + 4) REPEAT_4(M, (i) + 8)
#define REPEAT_20(M, i) REPEAT_12(M, i) REPEAT_4(M, (i) + 12) REPEAT_4(M, (i) + 16)
#define REPEAT_24(M, i) REPEAT_12(M, i) REPEAT_12(M, (i) + 12)
#define REPEAT_48(M, i) REPEAT_12(M, i) REPEAT_12(M, (i) + 12) REPEAT_12(M, (i) + 24) REPEAT_12(M, (i) + 36)
