import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Surface } from "./surface.ts";

const FOLDER = fileURLToPath(new URL("../../packages/paydesk", import.meta.url));
const RECORD = join(FOLDER, "release.json");
const MANIFEST = join(FOLDER, "package.json");
const CONSTANT = join(FOLDER, "src/core/version.ts");
const CHANGELOG = join(FOLDER, "CHANGELOG.md");
const README = join(FOLDER, "README.md");

/** A released version of the package. */
export type Release = Surface & { version: string };

const LEVELS = ["patch", "minor", "major"] as const;
/** Which part of the version a change raises at least. */
export type Level = (typeof LEVELS)[number];

export const readRelease = (): Release => JSON.parse(readFileSync(RECORD, "utf8"));

/** Differences from a release, and how far the version must rise at least; null if nothing differs. A person decides
 * whether a changed declaration breaks a program. */
export function differenceOf(
  before: Surface,
  after: Surface,
): { level: Level; what: string[] } | null {
  const missing = before.names.filter((name) => !after.names.includes(name));
  const changed = [
    ...keysThatDiffer(before.declarations, after.declarations),
    ...keysThatDiffer(before.help, after.help),
  ];
  if (missing.length > 0)
    return { level: "major", what: missing.map((name) => `${name} is missing`) };
  const added = after.names.filter((name) => !before.names.includes(name));
  if (changed.length + added.length > 0) {
    return {
      level: "minor",
      what: [...changed.map((name) => `${name} changed`), ...added.map((name) => `${name} is new`)],
    };
  }
  return before.content === after.content
    ? null
    : { level: "patch", what: ["files of the package"] };
}

const keysThatDiffer = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key]);

/** Which part of the version rises from one to the other; null if it does not rise by the next number of one part. */
export function levelBetween(before: string, after: string): Level | null {
  const [major = 0, minor = 0, patch = 0] = before.split(".").map(Number);
  const next = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  return LEVELS.find((level) => next[level] === after) ?? null;
}

/** The versions that the changelog describes, newest first. */
export const describedVersions = (): string[] =>
  [...readFileSync(CHANGELOG, "utf8").matchAll(/^## (\S+)$/gm)].map(([, version]) => version!);

/** The version in the manifest and the one that the programs say. */
export const writtenVersions = (): string[] => [
  JSON.parse(readFileSync(MANIFEST, "utf8")).version,
  /PACKAGE_VERSION = "(.+)"/.exec(readFileSync(CONSTANT, "utf8"))?.[1] ?? "",
];

/** Writes a version where it stands. */
export function writeVersion(version: string): void {
  const replace = (path: string, pattern: RegExp, by: string) =>
    writeFileSync(path, readFileSync(path, "utf8").replace(pattern, by));
  replace(MANIFEST, /"version": ".+"/, `"version": "${version}"`);
  replace(CONSTANT, /PACKAGE_VERSION = ".+"/, `PACKAGE_VERSION = "${version}"`);
  replace(README, /paydesk-[\d.]+\.tgz/, `paydesk-${version}.tgz`);
}

/** Records what a version contains. */
export function writeRelease(release: Release): void {
  writeFileSync(RECORD, `${JSON.stringify(release, null, 2)}\n`);
}

/** Why a version cannot be released with this difference; null if it can. */
export function refusalOf(
  before: Release,
  difference: { level: Level; what: string[] } | null,
  version: string,
  described = describedVersions()[0],
): string | null {
  if (difference === null) return `Nothing differs from ${before.version}.`;
  const level = levelBetween(before.version, version);
  if (level === null) return `${version} is not a next version of ${before.version}.`;
  if (LEVELS.indexOf(level) < LEVELS.indexOf(difference.level)) {
    return `A ${difference.level} version is needed: ${difference.what.slice(0, 10).join("; ")}.`;
  }
  return described === version
    ? null
    : `CHANGELOG.md does not begin with a section "## ${version}".`;
}
