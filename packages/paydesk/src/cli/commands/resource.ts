import { OPERATIONS } from "../../generated/operations.ts";
import { connectionOf } from "../client.ts";
import type { Context } from "../context.ts";
import { EXIT, EXIT_HELP, UsageError } from "../exit.ts";
import { COMMON_OPTIONS, type Flags, has, optionOf, parseFlags } from "../flags.ts";
import { type OperationEntry, type ParamSchema, pathOf } from "../operation.ts";
import { fields, table } from "../output.ts";
import { isBoolean, readParams, schemaAt } from "../params.ts";

const normal = (word: string) => word.replaceAll("_", "-");

/** The operations of a resource. */
export const operationsOf = (resource: string): OperationEntry[] =>
  OPERATIONS.filter((operation) => operation.resource === normal(resource));

export const RESOURCES: readonly string[] = [
  ...new Set(OPERATIONS.map(({ resource }) => resource)),
];

const OWN = new Set([
  "key",
  "url",
  "api-version",
  "json",
  "help",
  "all",
  "data",
  "expand",
  "idempotency-key",
]);

/** `paydesk payments list --status failed`: one operation of the contract. */
export async function runResource(args: readonly string[], context: Context): Promise<number> {
  const [resource = "", command = "", ...rest] = args;
  const operations = operationsOf(resource);
  if (command === "" || command === "--help" || command === "-h") {
    context.say(resourceHelp(normal(resource), operations, context.name));
    return command === "" ? EXIT.usage : EXIT.ok;
  }
  const operation = operations.find((each) => each.command === normal(command));
  if (!operation) {
    const known = operations.map((each) => each.command).join(", ");
    throw new UsageError(`"${resource} ${command}" is unknown. It has: ${known}.`);
  }
  const flags = parseFlags(rest, (name) => isBoolean(schemaAt(operation.params, pathIn(name))));
  if (has(flags, "help")) {
    context.say(operationHelp(operation, context.name));
    return EXIT.ok;
  }
  await call(operation, flags, context);
  return EXIT.ok;
}

const pathIn = (name: string) => name.split(".").map((part) => part.replaceAll("-", "_"));

async function call(operation: OperationEntry, given: Flags, context: Context): Promise<void> {
  if (given.words.length !== operation.ids.length) {
    throw new UsageError(`Usage: ${usageOf(operation, context.name)}`);
  }
  // A parameter of the call has precedence over an option of ours with its name, such as `url`.
  const isOurs = (name: string) => OWN.has(name) && !operation.params.properties?.[name];
  const own = given.options.filter(([name]) => !isOurs(name));
  const flags = { ...given, options: given.options.filter(([name]) => isOurs(name)) };
  const params: Record<string, unknown> = {
    ...dataOf(flags),
    ...readParams(operation.params, own),
    ...expandOf(flags),
  };
  const { transport } = await connectionOf(flags, context);
  const target = { method: operation.method, path: pathOf(operation, flags.words) };
  const query = operation.hasBody ? undefined : params;
  const options = {
    signal: context.signal,
    idempotencyKey: optionOf(flags, "idempotency-key") ?? undefined,
  };
  if (!operation.isJson || params.format === "csv") {
    context.say(await (await transport.file({ ...target, query }, "*/*", options)).text());
  } else if (operation.isList && has(flags, "all")) {
    for await (const each of transport.list<object>({ ...target, query }, options)) {
      context.say(JSON.stringify(each));
    }
  } else {
    const body = operation.hasBody ? params : undefined;
    const answer = await transport.call<object>({ ...target, query, body }, options);
    print(answer, has(flags, "json"), context);
  }
}

function print(answer: object, json: boolean, { say, warn }: Context): void {
  const { data, has_more } = answer as { data?: unknown; has_more?: boolean };
  if (json) say(JSON.stringify(answer, null, 2));
  else if (Array.isArray(data)) say(table(data as object[]));
  else say(fields(answer));
  if (has_more && !json)
    warn("There are more: --limit N, --starting-after ID, or --all as lines of JSON.");
}

function dataOf(flags: Flags): Record<string, unknown> {
  const text = optionOf(flags, "data");
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below.
  }
  throw new UsageError("--data must be a JSON object.");
}

function expandOf({ options }: Flags): { expand?: string[] } {
  const paths = options.flatMap(([name, value]) =>
    name === "expand" && value !== true ? value.split(",") : [],
  );
  return paths.length > 0 ? { expand: paths } : {};
}

const usageOf = ({ resource, command, ids }: OperationEntry, name: string) =>
  [name, resource, command, ...ids.map((id) => id.toUpperCase()), "[options]"].join(" ");

export function resourceHelp(
  resource: string,
  operations: readonly OperationEntry[],
  name: string,
): string {
  const width = Math.max(...operations.map(({ command }) => command.length));
  const lines = operations.map(({ command, summary }) => `  ${command.padEnd(width)}  ${summary}`);
  return `Usage: ${name} ${resource} COMMAND [options]\n\n${lines.join("\n")}\n\n${name} ${resource} COMMAND --help lists the options.`;
}

function operationHelp(operation: OperationEntry, name: string): string {
  const params = paramLines(operation.params, "");
  const more = [
    ...(operation.expands.length > 0
      ? [`  --expand PATH       ${operation.expands.join(", ")}`]
      : []),
    ...(operation.isList ? ["  --all               every object, a line of JSON each"] : []),
    ...(operation.hasBody ? ["  --data JSON         parameters as one JSON object"] : []),
    ...(operation.method === "GET"
      ? []
      : ["  --idempotency-key K a repetition with the same key acts once"]),
  ];
  return [
    `Usage: ${usageOf(operation, name)}`,
    [operation.summary, operation.description].filter(Boolean).join(". "),
    params.length > 0 ? `Parameters\n${params.join("\n")}` : "",
    `Options\n${[...more, COMMON_OPTIONS].join("\n")}`,
    EXIT_HELP,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function paramLines(schema: ParamSchema, prefix: string): string[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = [field, ...(field.anyOf ?? [])].find(({ properties }) => properties);
    // The parts of an optional object are required only with it.
    const parts = inner && (required.has(name) ? inner : { ...inner, required: [] });
    if (parts) return paramLines(parts, `${prefix}${name}.`);
    const values = [field, ...(field.anyOf ?? [])].flatMap((each) => each.enum ?? []);
    const facts = [
      required.has(name) ? "Required" : "",
      field.description ?? "",
      values.join(", "),
    ];
    const flag = `--${prefix}${name}`.replaceAll("_", "-");
    return [`  ${flag.padEnd(19)} ${facts.filter(Boolean).join(". ")}`.trimEnd()];
  });
}
