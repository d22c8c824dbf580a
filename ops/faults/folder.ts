import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder on disk that programs of other accounts can enter. It is removed when this process ends. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `paydesk-${name}-`));
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
