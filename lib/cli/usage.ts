/** A script was called wrongly. */
export class UsageError extends Error {}

/** With `--help` on the command line: prints the usage of a script and ends the process with exit code 0. Call it before
 *  `parseArgs`. `start.mjs run` starts no database then. Otherwise an option that `parseArgs` refuses later ends the process with its
 *  message, the usage and exit code 2. */
export function answerHelp(usage: string): void {
  if (process.argv.slice(2).includes("--help")) {
    process.stdout.write(`${usage.trim()}\n`);
    process.exit(0);
  }
  process.once("uncaughtException", (error) => {
    const isMisuse = "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
    console.error(isMisuse ? `${error.message}\n${usage.trim()}` : error);
    process.exit(isMisuse ? 2 : 1);
  });
}
