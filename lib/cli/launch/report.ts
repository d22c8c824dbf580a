import { env } from "#lib/kernel/env.ts";
import { redact } from "#lib/kernel/log.ts";

/** Prints why a command failed, with a stack only for `LOG_LEVEL=debug`. Returns the exit code. */
export function report(error: unknown): number {
  const known = error instanceof Error ? error : new Error(String(error));
  const detailed = known.name !== "EnvError" && env.logLevel === "debug";
  process.stderr.write(`${redact((detailed && known.stack) || known.message)}\n`);
  return 1;
}
