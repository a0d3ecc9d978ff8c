/* Replays a call of a compiled function that `try_elsewhere.py` recorded: replay LIBRARY CALL OUT.
   CALL holds, as words of 64 bits with the lowest byte first: the number of blocks, and the size and the bytes of each;
   the number of pointers inside blocks, and for each the block, the offset and the block pointed to; the number of
   arguments, and for each whether it points to a block and its value; then the name of the function.
   OUT gets the result and the bytes of all blocks as the function left them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#define MOST 24
typedef const char *(*Function)(int64_t *, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                                int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                                int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);

static FILE *file;

static void stop(const char *why) {
    fprintf(stderr, "replay: %s\n", why);
    exit(1);
}

static int64_t word(void) {
    int64_t value;
    if (fread(&value, sizeof value, 1, file) != 1) stop("the call is cut off");
    return value;
}

int main(int argc, char **argv) {
    if (argc != 4 || !(file = fopen(argv[2], "rb"))) stop("usage: replay LIBRARY CALL OUT");
    HMODULE library = LoadLibraryA(argv[1]);
    if (!library) stop("the library cannot be loaded");

    int64_t count = word();
    char **blocks = calloc(count, sizeof *blocks);
    int64_t *sizes = calloc(count, sizeof *sizes);
    for (int64_t k = 0; k < count; k++) {
        sizes[k] = word();
        blocks[k] = _aligned_malloc(sizes[k] + 64, 64);
        if (sizes[k] && fread(blocks[k], sizes[k], 1, file) != 1) stop("a block is cut off");
    }
    for (int64_t left = word(); left > 0; left--) {
        int64_t block = word(), offset = word(), target = word();
        *(char **)(blocks[block] + offset) = blocks[target];
    }
    int64_t a[MOST] = {0}, arguments = word();
    if (arguments > MOST) stop("too many arguments");
    for (int64_t k = 0; k < arguments; k++) {
        int64_t points = word(), value = word();
        a[k] = points ? (int64_t)(intptr_t)blocks[value] : value;
    }
    char name[256] = {0};
    fread(name, 1, sizeof name - 1, file);
    fclose(file);
    Function function = (Function)(void *)GetProcAddress(library, name);
    if (!function) stop("the library has no such function");

    int64_t result[8] = {0};
    const char *error = function(result, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12],
                                 a[13], a[14], a[15], a[16], a[17], a[18], a[19], a[20], a[21], a[22], a[23]);
    if (error) stop(error);
    if (!(file = fopen(argv[3], "wb"))) stop("OUT cannot be written");
    fwrite(result, sizeof result[0], 1, file);
    for (int64_t k = 0; k < count; k++) fwrite(blocks[k], 1, sizes[k], file);
    return fclose(file) != 0;
}
