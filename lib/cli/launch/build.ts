import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { buildDocs } from "#lib/docs/build-docs.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { COMPRESSED } from "#lib/server/compressed-assets.ts";

const brotli = promisify(brotliCompress);

/** The sources of the screens. Server code that they do not import is not included: a change there needs a restart
 * but no build. */
const SOURCES = [
  "app/**/*",
  "components/**/*",
  "public/**/*",
  "lib/{kernel,dashboard,docs}/**/*.ts",
  "lib/api/{openapi,guide-data}.json",
  "lib/hosted/fields/bundle.ts",
  "examples/**/*",
  "docs/migrating-from-stripe.md",
  "packages/paydesk/src/core/version.ts",
  "next.config.js",
  "postcss.config.mjs",
  "package-lock.json",
];
const OUTPUT = ".next";
const STAMP = join(OUTPUT, "paydesk-sources");

function hashSources(): string {
  const hash = createHash("sha256");
  const files = SOURCES.flatMap((pattern) => globSync(pattern)).sort();
  for (const path of files) {
    if (/\.test\.tsx?$/.test(path) || !statSync(path).isFile()) continue;
    hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

const isBuiltFrom = (sources: string): boolean =>
  existsSync(join(OUTPUT, "BUILD_ID")) &&
  existsSync(STAMP) &&
  readFileSync(STAMP, "utf8") === sources;

/** Whether the last finished build had exactly these sources. */
export const screensAreBuilt = (): boolean => isBuiltFrom(hashSources());

/** Builds the screens unless the last finished build had exactly the same sources. Writes the stamp last, so an
 * interrupted build does not count. Throws with the build's output. */
export async function buildScreens(onStart: () => void, signal: AbortSignal): Promise<void> {
  const wanted = hashSources();
  if (isBuiltFrom(wanted)) return;
  onStart();
  rmSync(STAMP, { force: true });
  const next = join("node_modules", "next", "dist", "bin", "next");
  const env = childEnv({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const options = { env, signal, maxBuffer: 64 * 2 ** 20 };
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, [next, "build"], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`The screens could not be built:\n${stdout}${stderr}`));
      else resolve();
    });
  });
  await compressAssets();
  buildDocs(OUTPUT, join(OUTPUT, "docs"));
  writeFileSync(STAMP, wanted);
}

/** Compresses the assets once at the highest level, instead of per request. */
async function compressAssets(): Promise<void> {
  const paths = globSync(join(OUTPUT, "static/**/*.{js,css}"));
  await Promise.all(
    paths.map(async (path) =>
      writeFileSync(`${path}${COMPRESSED}`, await brotli(readFileSync(path))),
    ),
  );
}
