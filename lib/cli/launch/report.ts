import { env } from "#lib/kernel/env.ts";
import { redact } from "#lib/kernel/log.ts";

/** Tells a person at a terminal why a command failed, without a stack unless they asked for one
 *  (`LOG_LEVEL=debug`). Answers the exit code. */
export function report(error: unknown): number {
  const known = error instanceof Error ? error : new Error(String(error));
  const detailed = known.name !== "EnvError" && env.logLevel === "debug";
  process.stderr.write(`${redact((detailed && known.stack) || known.message)}\n`);
  return 1;
}
