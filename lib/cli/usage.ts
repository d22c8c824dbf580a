/** A script was called wrongly. */
export class UsageError extends Error {}

/** With `--help` on the command line: prints the usage of a script and ends the process with exit code 0. Call it before
 *  `parseArgs`, which refuses unknown options. `start.mjs run` starts no database then. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).includes("--help")) return;
  process.stdout.write(`${usage.trim()}\n`);
  process.exit(0);
}
