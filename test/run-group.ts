import { after, mock, suite } from "node:test";
import { pathToFileURL } from "node:url";

/** Longest time of one file; a process has several. */
const LONGEST_FILE_MS = 300_000;

/** Runs test files one after the other in this process and on its database, because loading the service takes a second
 * of processor time. Each file is a suite, whose name is the file's path. */
export function runGroup(files: readonly string[]): void {
  for (const file of files) {
    suite(file, { timeout: LONGEST_FILE_MS }, async () => {
      await import(pathToFileURL(file).href);
      after(() => mock.reset());
    });
  }
}
