import { PACKAGE_VERSION } from "../core/version.ts";
import { AuthenticationError, ConnectionError, PaydeskApiError, PaydeskError } from "../errors.ts";
import { NEWEST_VERSION } from "../generated/versions.ts";
import { COMMANDS } from "./commands/index.ts";
import { RESOURCES, runResource } from "./commands/resource.ts";
import type { Context } from "./context.ts";
import { EXIT, EXIT_HELP, Failed, UsageError } from "./exit.ts";
import { COMMON_OPTIONS } from "./flags.ts";

/** Runs a command line and returns its exit code. Never throws: every error is one sentence. */
export async function run(args: readonly string[], context: Context): Promise<number> {
  try {
    return await dispatch(args, context);
  } catch (error) {
    if (context.signal.aborted) return EXIT.ok;
    return told(error, args, context);
  }
}

async function dispatch(args: readonly string[], context: Context): Promise<number> {
  const [first = "--help", ...rest] = args;
  if (["--help", "-h", "help"].includes(first)) {
    context.say(help(context.name));
    return args.length === 0 ? EXIT.usage : EXIT.ok;
  }
  if (first === "--version" || first === "-v" || (first === "version" && rest.length === 0)) {
    context.say(versions(rest.includes("--json")));
    return EXIT.ok;
  }
  const command = COMMANDS.find(({ name }) => name === first);
  const isHelp = (word: string | undefined) => word === "--help" || word === "-h";
  if (command && (isHelp(rest[0]) || (command.handles(rest) && rest.some(isHelp)))) {
    context.say(command.usage(context.name));
    return EXIT.ok;
  }
  // `events resend` is a command of its own in a resource of the contract.
  if (command?.handles(rest)) return command.run(rest, context);
  if (RESOURCES.includes(first.replaceAll("_", "-"))) return runResource(args, context);
  if (command) return command.run(rest, context);
  throw new UsageError(`"${first}" is not a command. ${context.name} --help lists them.`);
}

function told(error: unknown, args: readonly string[], context: Context): number {
  if (error instanceof UsageError) {
    context.warn(error.message);
    return EXIT.usage;
  }
  if (error instanceof Failed) {
    context.warn(error.message);
    return error.exitCode;
  }
  if (error instanceof PaydeskApiError) {
    const facts = [error.code, error.param && `param ${error.param}`, error.requestId];
    if (args.includes("--json")) context.say(JSON.stringify({ error: error.raw }, null, 2));
    context.warn(`${error.message} (${facts.filter(Boolean).join(", ")})`);
    if (error instanceof AuthenticationError) return EXIT.key;
    return error.status >= 500 ? EXIT.unavailable : EXIT.refused;
  }
  context.warn(error instanceof Error ? error.message : String(error));
  return error instanceof ConnectionError
    ? EXIT.unavailable
    : isOwn(error)
      ? EXIT.usage
      : EXIT.refused;
}

const isOwn = (error: unknown) => error instanceof PaydeskError;

/** The package's version, and the newest version of the API that its types know. */
const versions = (json: boolean) =>
  json
    ? JSON.stringify({ version: PACKAGE_VERSION, api_version: NEWEST_VERSION }, null, 2)
    : `paydesk ${PACKAGE_VERSION} (API version ${NEWEST_VERSION})`;

function help(name: string): string {
  const width = Math.max(...COMMANDS.map((each) => each.name.length));
  const commands = COMMANDS.map((each) => `  ${each.name.padEnd(width)}  ${each.summary}`);
  return `Usage: ${name} COMMAND [options]

${commands.join("\n")}

Calls of the API: ${name} RESOURCE COMMAND, such as \`${name} payments list --status failed\`
  ${RESOURCES.join(", ")}

${name} --version prints the version of this program and the newest version of the API that it knows.

Options of every command
${COMMON_OPTIONS}

${EXIT_HELP}`;
}
