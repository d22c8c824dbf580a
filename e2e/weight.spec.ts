// The scripts that a browser must load before a screen works, for every screen, from the build's manifests.

import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { COMPRESSED } from "#lib/server/compressed-assets.ts";
import { expect, test } from "./support/test.ts";

const BUILD = ".next";
const MANIFEST = "page_client-reference-manifest.js";
const KILOBYTE = 1_000;
const LIMIT_KB = 180;

/** The scripts of pages: those shared by all, and those of one page with its layouts. */
function scriptsOf(manifest: string): Set<string> {
  const { rootMainFiles } = JSON.parse(readFileSync(join(BUILD, "build-manifest.json"), "utf8"));
  const text = readFileSync(join(BUILD, "server/app", manifest), "utf8");
  const { entryJSFiles } = JSON.parse(text.slice(text.indexOf("] = ") + 4).replace(/;\s*$/, ""));
  return new Set([...rootMainFiles, ...Object.values<string[]>(entryJSFiles).flat()]);
}

const kilobytes = (scripts: ReadonlySet<string>) =>
  [...scripts].reduce(
    (sum, script) => sum + statSync(join(BUILD, `${script}${COMPRESSED}`)).size,
    0,
  ) / KILOBYTE;

test(`no screen needs more than ${LIMIT_KB} kB of JavaScript on first load`, () => {
  const manifests = globSync(`**/${MANIFEST}`, { cwd: join(BUILD, "server/app") });
  const screens = manifests.filter((path) => path.startsWith("(dashboard)"));
  expect(screens.length).toBeGreaterThan(30);
  const heavy = manifests
    .map((path) => ({ path, kb: Math.round(kilobytes(scriptsOf(path))) }))
    .filter(({ kb }) => kb > LIMIT_KB);
  expect(heavy).toEqual([]);
});
