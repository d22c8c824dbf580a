import { renameSync, writeFileSync } from "node:fs";

/** Writes a file that only its owner may read, whole or not at all, and forces it to disk. */
export function keepFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}
