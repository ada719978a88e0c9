/**
 * How Node runs the server: a small young generation, and a heap that is collected when it has doubled and not when it
 * has quadrupled, so that what many large bodies leave behind does not pile up. With `MALLOC_ARENA_MAX=2`, the process
 * holds about 190 MB at rest after a warm start, and 200 after its first one, which compiles.
 */
export const serverFlags = ['--max-semi-space-size=2', '--heap-growing-percent=100'];
