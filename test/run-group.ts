import { after, mock, suite } from "node:test";
import { pathToFileURL } from "node:url";
import { useClock } from "#lib/kernel/clock.ts";
import { keepEnv } from "#lib/kernel/env.ts";

/** Longest time of one file; a process has several. */
const LONGEST_FILE_MS = 300_000;

/** Trials start whole installations, and one builds an image's content. */
const limitOf = (file: string) => (file.endsWith(".trial.ts") ? 4 : 1) * LONGEST_FILE_MS;

/** Runs test files one after the other in this process and on its database, because loading the service takes a second
 * of processor time. Each file is a suite, whose name is the file's path. All files are imported before the first one
 * runs, so a file changes its process only in hooks and tests. Afterwards mocks, the clock and the settings are restored. */
export function runGroup(files: readonly string[]): void {
  const restoreEnv = keepEnv();
  for (const file of files) {
    suite(file, { timeout: limitOf(file) }, async () => {
      await import(pathToFileURL(file).href);
      after(() => {
        mock.reset();
        mock.timers.reset();
        useClock({ nowMs: Date.now })();
        restoreEnv();
      });
    });
  }
}
