import { renameSync, writeFileSync } from "node:fs";

/** Writes a file atomically, readable by its owner only, and syncs it to disk. */
export function keepFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}
