import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Digests of a built package: a change here is a change for its users. */
export type Surface = {
  /** All files but the changelog. */
  content: string;
  /** By file: exported declarations without their comments. */
  declarations: Record<string, string>;
  /** By command: what `--help` prints. */
  help: Record<string, string>;
  /** Exported names with their members, commands with their options, and the platforms it runs on. One that is missing breaks a program. */
  names: string[];
};

type CommandLine = typeof import("../../packages/paydesk/src/cli/run.ts");
type Resources = typeof import("../../packages/paydesk/src/cli/commands/resource.ts");
type Commands = typeof import("../../packages/paydesk/src/cli/commands/index.ts");
type Versions = typeof import("../../packages/paydesk/src/generated/versions.ts");

/** Objects and parameters of the API, whose names the golden objects and the contract keep, and modules that no entry
 * point exports. */
const NOT_NAMED =
  /^dist\/(generated\/(objects|requests|events|operations|versions\/.*)|core\/(encode|resource|retry|transport|version))\.d\.ts$/;

const digest = (text: string | Buffer) =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Reads the surface of a package that was built into `folder` or installed there. Runs its command line for the help. */
export async function surfaceOf(folder: string): Promise<Surface> {
  const files = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const content = files
    .filter((path) => path !== "CHANGELOG.md")
    .map((path) => `${path} ${digest(read(path))}`);
  // The files of the command line are a program and no library.
  const declared = files
    .filter((path) => path.endsWith(".d.ts") && !path.startsWith("dist/cli/"))
    .map((path) => [path, withoutComments(read(path))] as const);
  const help = await helpOf(folder);
  const common = optionsIn(help[0]![1]);
  const { NEWEST_VERSION } = await load<Versions>(folder, "generated/versions");
  const { engines, exports, bin } = JSON.parse(read("package.json"));
  return {
    content: digest(content.join("\n")),
    declarations: Object.fromEntries(declared.map(([path, text]) => [path, digest(text)])),
    help: Object.fromEntries(help.map(([command, text]) => [command, digest(text)])),
    names: [
      ...declared.filter(([path]) => !NOT_NAMED.test(path)).flatMap(([, text]) => namesIn(text)),
      ...help.flatMap(([command, text]) =>
        optionsIn(text)
          // Every call takes the common options.
          .filter((name) => command === "paydesk" || !common.includes(name))
          .map((name) => `${command} ${name}`),
      ),
      ...Object.keys({ ...exports, ...bin }),
      `node ${engines.node}`,
      // Types of calls without a version are the newest's.
      `API version ${NEWEST_VERSION}`,
    ].sort(),
  };
}

const load = <T>(folder: string, module: string): Promise<T> =>
  import(pathToFileURL(join(folder, "dist", `${module}.js`)).href);

/** The help of the whole command line, of its commands, and of every call. */
async function helpOf(folder: string): Promise<Array<[command: string, text: string]>> {
  const { run } = await load<CommandLine>(folder, "cli/run");
  const { COMMANDS } = await load<Commands>(folder, "cli/commands/index");
  const { RESOURCES, operationsOf } = await load<Resources>(folder, "cli/commands/resource");
  const calls = RESOURCES.flatMap((resource) => [
    resource,
    ...operationsOf(resource).map(({ command }) => `${resource} ${command}`),
  ]);
  const commands = ["", ...COMMANDS.map(({ name }) => name), ...calls];
  return Promise.all(
    [...new Set(commands)].map(async (command): Promise<[string, string]> => {
      const lines: string[] = [];
      const say = (line: string) => void lines.push(line);
      const { signal } = new AbortController();
      const surroundings = { env: {}, say, warn: say, input: process.stdin, signal };
      const args = [...command.split(" ").filter(Boolean), "--help"];
      await run(args, { ...surroundings, folder, samples: folder, name: "paydesk" });
      return [`paydesk ${command}`.trim(), lines.join("\n")];
    }),
  );
}

const withoutComments = (text: string) =>
  text.replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").replace(/\n\s*\n/g, "\n");

/** Exported names, and members as `Name.member`. */
function namesIn(text: string): string[] {
  let owner = "";
  return text.split("\n").flatMap((line) => {
    const [, exported] =
      /^export (?:declare )?(?:abstract )?(?:class|interface|type|const|function|enum) (\w+)/.exec(
        line,
      ) ?? [];
    if (exported) {
      owner = exported;
      return [exported];
    }
    const [, listed] = /^export (?:type )?\{(.*)\}/.exec(line) ?? [];
    if (listed) return words(listed).map((name) => name.replace(/^type /, ""));
    if (/^\S/.test(line)) owner = "";
    const [, member] = /^ {4}(?:static |readonly |get )*(\w+)[?]?[<(:]/.exec(line) ?? [];
    return owner && member ? [`${owner}.${member}`] : [];
  });
}

const words = (text: string) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);

/** The words and options that a help text explains, at the beginning of its indented lines. */
const optionsIn = (text: string) =>
  [...text.matchAll(/^ {2}(--[\w.-]+|[a-z][\w-]*)(?= |$)/gm)].map(([, name]) => name!);
