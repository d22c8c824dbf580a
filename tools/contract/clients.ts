import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { RELEASED_VERSIONS, type Version } from "#lib/kernel/versions.ts";
import { createMerchant } from "#test/merchant.ts";
import { onThrowawayDatabase } from "#test/throwaway-database.ts";
import { openFront } from "#tools/fuzz/raw-http.ts";
import { runTool } from "./install.ts";
import { writeDocument } from "./spectral.ts";

type Generator = {
  name: string;
  script: string;
  args(document: string, into: string): string[];
};

/** Each with its defaults. */
const GENERATORS: readonly Generator[] = [
  {
    name: "openapi-typescript",
    script: "openapi-typescript/bin/cli.js",
    args: (document, into) => [document, "-o", join(into, "schema.d.ts")],
  },
  {
    name: "hey-api",
    script: "@hey-api/openapi-ts/bin/run.js",
    args: (document, into) => ["-i", document, "-o", into],
  },
  {
    name: "swagger-typescript-api",
    script: "swagger-typescript-api/dist/cli.mjs",
    args: (document, into) => ["generate", "-p", document, "-o", into, "-n", "api.ts"],
  },
];

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: "es2024",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2024", "dom", "dom.iterable"],
  types: ["node"],
};

/** Generates, compiles and runs a client with each generator, for every version. Prints each
 *  result; returns whether all work. */
export async function checkClients(folder: string): Promise<boolean> {
  let sound = true;
  await onThrowawayDatabase(async () => {
    const { keys } = await createMerchant();
    const front = await openFront();
    const env = { BASE_URL: `http://127.0.0.1:${front.port}`, KEY: keys.test.secret };
    for (const version of RELEASED_VERSIONS) {
      for (const generator of GENERATORS) {
        const said = await tryClient(folder, generator, version, env).catch(faultOf);
        process.stdout.write(`${generator.name}, ${version}: ${said.text}\n`);
        sound &&= said.works;
      }
    }
    front.close();
  });
  return sound;
}

type Said = { works: boolean; text: string };

function faultOf(error: unknown): Said {
  const { stdout = "", stderr = "", message } = error as Error & Record<string, string>;
  return { works: false, text: `${message}\n${stdout}${stderr}`.slice(0, 4_000) };
}

async function tryClient(
  folder: string,
  { name, script, args }: Generator,
  version: Version,
  env: Readonly<Record<string, string>>,
): Promise<Said> {
  const into = join(folder, "clients", `${name}-${version}`);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const inTools = (path: string) => join(folder, "node_modules", path);
  runTool(folder, inTools(script), args(writeDocument(folder, version), into));
  const flow = fileURLToPath(new URL(`flows/${name}.ts.txt`, import.meta.url));
  copyFileSync(flow, join(into, "flow.ts"));
  const config = { compilerOptions: COMPILER_OPTIONS, include: ["."] };
  writeFileSync(join(into, "tsconfig.json"), JSON.stringify(config));
  runTool(folder, inTools("typescript/bin/tsc"), ["-p", into]);
  const bundle = join(into, "flow.mjs");
  const built = ["--bundle", "--platform=node", "--format=esm", `--outfile=${bundle}`];
  runTool(folder, inTools("esbuild/bin/esbuild"), [join(into, "flow.ts"), ...built]);
  const shown = JSON.parse(await runFlow(bundle, { ...env, VERSION: version })) as {
    status: string;
    last4: string;
    ids: string[];
    refund: number;
  };
  const works = shown.status === "succeeded" && shown.last4 === "4242" && shown.refund === 500;
  return { works, text: `${works ? "compiles, charges, reads, lists, refunds" : "wrong result"}` };
}

/** The server is in this process, so it must not block. */
async function runFlow(bundle: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [bundle], {
    env: { ...env, NODE_ENV: "test" },
  });
  return stdout;
}
