import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";

type Runner = {
  file: string;
  command: string;
  args?: readonly string[];
  /** Checks that the program is installed. */
  needs: readonly string[] | null;
};

/** The languages of samples, and the programs that run them. */
const RUNNERS = {
  curl: { file: "sample.sh", command: "sh", needs: ["curl", "--version"] },
  Node: { file: "sample.mjs", command: process.execPath, needs: null },
  Python: { file: "sample.py", command: "python3", needs: ["python3", "-c", "import requests"] },
  PHP: {
    file: "sample.php",
    command: "php",
    needs: ["php", "-r", "exit((int)!extension_loaded('curl'));"],
  },
  Ruby: { file: "sample.rb", command: "ruby", needs: ["ruby", "--version"] },
  Go: { file: "sample.go", command: "go", args: ["run"], needs: ["go", "version"] },
} satisfies Record<string, Runner>;

export type Language = keyof typeof RUNNERS;

/** Languages of samples that are made from flows. */
export const FLOW_LANGUAGES = Object.keys(RUNNERS) as Language[];

/** Languages of samples that are written by hand. */
export const LANGUAGES = FLOW_LANGUAGES.filter(
  (language) => language !== "Ruby" && language !== "Go",
);

const PATIENCE_MS = 30_000;

/** The reason to skip a language; false if its program is installed. */
export function lacks(language: Language): string | false {
  const { needs }: Runner = RUNNERS[language];
  if (!needs) return false;
  const [command = "", ...args] = needs;
  return spawnSync(command, args).status !== 0 && `${needs.join(" ")} does not work here`;
}

/** Runs a sample program with these environment variables, and the files `beside` it, and returns its output. Rejects if it fails or writes
 *  to stderr. */
export async function runSample(
  language: string,
  code: string,
  variables: Record<string, string> = {},
  beside: Record<string, string> = {},
): Promise<string> {
  const { file, command, args = [] } = RUNNERS[language as Language] as Runner;
  const dir = mkdtempSync(join(tmpdir(), "paydesk-sample-"));
  try {
    for (const [name, text] of Object.entries({ ...beside, [file]: code })) {
      writeFileSync(join(dir, name), text);
    }
    const { stdout, stderr } = await promisify(execFile)(command, [...args, join(dir, file)], {
      env: childEnv({ NODE_OPTIONS: undefined, NODE_TEST_CONTEXT: undefined, ...variables }),
      cwd: dir,
      timeout: PATIENCE_MS,
    });
    if (stderr && language !== "curl") throw new Error(`${language} wrote to stderr: ${stderr}`);
    return stdout;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** How one process of a language runs several programs and prints `SEPARATOR` after each. PHP has no such way: its
 *  functions are global, and every program defines the same. */
const SEPARATOR = "\u001e";
const RUN_ALL: Partial<Record<Language, (files: readonly string[]) => string>> = {
  curl: (files) => files.map((file) => `(. ./${file}) && printf '\\036'\n`).join(""),
  Node: (files) =>
    files.map((file) => `await import("./${file}");\nprocess.stdout.write("\\u001e");\n`).join(""),
  Python: (files) =>
    `import runpy\nfor name in ${JSON.stringify(files)}:\n    runpy.run_path(name)\n    print("\\x1e", end="", flush=True)\n`,
  Ruby: (files) =>
    `${JSON.stringify(files)}.each { |name| load("./" + name, true); print("\\u001e") }\n`,
};

/** Runs programs one after the other, in one process where the language can, and returns what each printed. */
export async function runSamples(
  language: Language,
  programs: readonly string[],
  variables: Record<string, string>,
): Promise<string[]> {
  const all = RUN_ALL[language];
  if (!all) return await inTurn(programs, (code) => runSample(language, code, variables));
  const ending = RUNNERS[language].file.slice("sample".length);
  const files = programs.map((_, index) => `program-${index}${ending}`);
  const beside = Object.fromEntries(files.map((file, index) => [file, programs[index] ?? ""]));
  const printed = await runSample(language, all(files), variables, beside);
  return printed.split(SEPARATOR);
}

async function inTurn<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}
