import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../packages/paydesk/releases/", import.meta.url));
const TARBALL = /^paydesk-(\d+)\.(\d+)\.(\d+)\.tgz$/;

/** Where an installation hands out the newest release of the npm package, below its URL. */
export const NEWEST_PACKAGE = "docs/paydesk.tgz";

/** The releases of the npm package, newest first: their addresses below the installation's URL, and their files. The bytes of
 *  an address never change, and no address ends: lock files have the address and the hash of its bytes. */
export function releasedPackages(): { path: string; file: string }[] {
  return globSync("*.tgz", { cwd: FOLDER })
    .map((name) => ({ name, version: TARBALL.exec(name)?.slice(1).map(Number) ?? [] }))
    .filter(({ version }) => version.length > 0)
    .sort((a, b) => newerFirst(a.version, b.version))
    .map(({ name }) => ({ path: `docs/${name}`, file: `${FOLDER}${name}` }));
}

function newerFirst(a: readonly number[], b: readonly number[]): number {
  const part = a.findIndex((number, index) => number !== b[index]);
  return part < 0 ? 0 : (b[part] ?? 0) - (a[part] ?? 0);
}
