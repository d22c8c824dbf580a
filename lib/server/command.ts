/**
 * How the web process is run. V8 lets garbage grow in proportion to the heap it may have: with Node's own
 * limit, which follows the machine's memory, a process with 45 MB alive takes 450 MB under load; with this one
 * 280 MB, at the same rate.
 */
export const WEB_COMMAND: readonly string[] = ["--max-old-space-size=1024", "server.ts"];
