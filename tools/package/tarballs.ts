import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** The tarballs of all released versions, which an installation hands out, and their hashes. */
export const RELEASES = "packages/paydesk/releases";
const HASHES = `${RELEASES}/integrity.json`;

/** By version: the hash of its tarball, as lock files have it. */
export type Hashes = Readonly<Record<string, string>>;

export const tarballOf = (version: string) => join(ROOT, RELEASES, `paydesk-${version}.tgz`);

/** The hash of a file as lock files of npm have it. */
export const integrityOf = (path: string) =>
  `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;

export const readHashes = (): Hashes => JSON.parse(readFileSync(join(ROOT, HASHES), "utf8"));

/** The hashes on the branch `main`, whose versions a person may have installed. None where there is no such branch. */
export function hashesOnMain(): Hashes {
  try {
    const text = execFileSync("git", ["show", `main:${HASHES}`], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The versions that `here` gives other bytes than `there`. */
export const changedVersions = (here: Hashes, there: Hashes): string[] =>
  Object.keys(there).filter((version) => here[version] !== there[version]);

/** Keeps a packed tarball as that of its version. */
export function keepTarball(version: string, packed: string): void {
  copyFileSync(packed, tarballOf(version));
  const hashes = { ...readHashes(), [version]: integrityOf(packed) };
  writeFileSync(join(ROOT, HASHES), `${JSON.stringify(hashes, null, 2)}\n`);
}
