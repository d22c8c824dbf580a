import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps this folder in memory. */
const IN_MEMORY = "/dev/shm";
const NEEDED_BYTES = 2 * 2 ** 30;

function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  // The files must leave as much memory again to the tests.
  return bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= 2 * NEEDED_BYTES;
}

/** Creates a folder for data that ends with this run: in memory if there is enough, else in the system's temporary
 * folder. Each test file's database has about a thousand files, and some file systems search the recently deleted ones
 * whenever they create one. */
export function throwawayFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), prefix));
}
