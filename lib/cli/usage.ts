import { parseArgs } from "node:util";
import { report } from "./launch/report.ts";

/** A script was called wrongly. The message says how, in a sentence. */
export class UsageError extends Error {}

const isMisuse = (error: Error & { code?: unknown }) =>
  error instanceof UsageError || String(error.code).startsWith("ERR_PARSE_ARGS_");

/** With `--help` on the command line: prints the usage of a script and ends the process with exit code 0. Call it before
 *  anything else. `start.mjs run` starts no database then. Otherwise an error that nothing catches ends the process without a
 *  stack (`report`): a `UsageError`, or an option that `parseArgs` refuses, with its message, the usage and exit code 2; any
 *  other with its message and 1. */
export function answerHelp(usage: string): void {
  if (process.argv.slice(2).includes("--help")) {
    process.stdout.write(`${usage.trim()}\n`);
    process.exit(0);
  }
  process.once("uncaughtException", (error) => {
    const code = report(error);
    if (!isMisuse(error)) process.exit(code);
    process.stderr.write(`${usage.trim()}\n`);
    process.exit(2);
  });
}

/** Throws for any argument of a script that takes none. */
export function refuseArguments(): void {
  parseArgs({ options: {} });
}

/** The only argument that a script takes, described by `what` (`a FOLDER`). Throws `UsageError`. */
export function onlyArgument(what: string): string {
  const { positionals } = parseArgs({ options: {}, allowPositionals: true });
  const [argument, ...rest] = positionals;
  if (argument === undefined || rest.length > 0)
    throw new UsageError(`Name ${what}, and only one.`);
  return argument;
}

/** The number that an option has as text: not negative, with a point or without. Throws `UsageError`. */
export function numberOf(text: string, option: string): number {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) throw new UsageError(`--${option} must be a number.`);
  return Number(text);
}

/** The whole number that an option has as text: not negative. Throws `UsageError`. */
export function wholeNumberOf(text: string, option: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new UsageError(`--${option} must be a whole number.`);
  return Number(text);
}
