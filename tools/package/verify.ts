import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { installInto, packPackage } from "./build.ts";

const run = promisify(execFile);
const SAMPLE = fileURLToPath(new URL("../../packages/paydesk/sample", import.meta.url));

/** Neither the types of Node nor those of the DOM: the package needs none. */
const STRICT = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023"],
    types: [],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    rootDir: "sample",
    outDir: "out",
  },
  include: ["sample", "console.d.ts"],
};

/** Installs the packed package into a new folder `shop` inside `folder`, with the sample and its strict settings. */
export async function makeShop(folder: string): Promise<string> {
  const shop = join(folder, "shop");
  await installInto(shop, await packPackage(folder));
  cpSync(SAMPLE, join(shop, "sample"), { recursive: true });
  writeFileSync(join(shop, "console.d.ts"), "declare const console: { log(text: string): void };");
  writeFileSync(join(shop, "tsconfig.json"), JSON.stringify(STRICT));
  return shop;
}

const MACHINE = `${process.platform}-${process.arch}`;

/** Compilers and platforms, as packages of npm with the way to their program. Node and Bun by the packages of this
 * machine's kind, which need no script at their installation. Tools that cannot be installed are named and left out. */
const COMPILERS: readonly Tool[] = [5.9, 7].map((version) => [
  `typescript@${version}`,
  "typescript/bin/tsc",
]);
const PLATFORMS: readonly Tool[] = [
  [`node-${MACHINE}@20`, `node-${MACHINE}/bin/node`],
  [`node-${MACHINE}@26`, `node-${MACHINE}/bin/node`],
  ["deno@2", ".bin/deno", "run", "--allow-env", "--allow-net", "--allow-read"],
  [`@oven/bun-${MACHINE}@1`, `@oven/bun-${MACHINE}/bin/bun`],
];

type Tool = readonly [packageName: string, program: string, ...words: string[]];
type Service = { PAYDESK_URL: string; PAYDESK_SECRET_KEY: string };

/** Compiles the sample with each compiler and runs it on each platform against a service. Prints a line for each and
 * returns whether all that could be installed passed. */
export async function verifyPackage(env: NodeJS.ProcessEnv & Service): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-package-"));
  try {
    const shop = await makeShop(folder);
    let passed = true;
    const steps = [
      ...COMPILERS.map((tool) => [...tool, "-p", "."] as const),
      ...PLATFORMS.map((tool) => [...tool, "out/run.js"] as const),
    ];
    for (const [name, program, ...words] of steps) {
      const tool = join(folder, name.replaceAll(/[@/]/g, "-"));
      const installed = await install(tool, name);
      const path = join(tool, "node_modules", program);
      const failure = installed && (await outcome(path, words, { cwd: shop, env }));
      if (failure) passed = false;
      process.stdout.write(
        `${name}: ${installed ? failure || "passed" : "could not be installed"}\n`,
      );
    }
    return passed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(folder: string, name: string): Promise<boolean> {
  const words = ["install", "--prefix", folder, "--silent", "--no-audit", "--no-fund", name];
  return run("npm", words).then(
    () => true,
    () => false,
  );
}

/** The failure; empty if there is none. */
async function outcome(path: string, words: string[], options: object): Promise<string> {
  return run(path, words, options).then(
    () => "",
    (error) => `failed\n${error.stdout}${error.stderr}`,
  );
}
