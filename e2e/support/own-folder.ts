import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO } from "#lib/domain/accounts/index.ts";

/** A folder for an installation of a journey's own. It says that the demo merchant was created, so a start does not
 *  create one, which takes as much processor time as the rest of a first start. */
export function ownFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `paydesk-${name}-`));
  const { email, password } = DEMO;
  writeFileSync(join(folder, "demo.json"), JSON.stringify({ email, password }));
  return folder;
}
