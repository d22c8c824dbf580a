import { type Document, routesOf, type Schema } from "./document.ts";
import { typeName } from "./names.ts";
import { declareType, objectSchemas } from "./objects.ts";
import { paramsName, paramsOf } from "./requests.ts";

type Named = Map<string, Schema>;

const RESPONSE = { unexpanded: true } as const;
const REQUEST = { unexpanded: false } as const;

/** The objects of a version whose types differ from the newest, and those that contain one. */
function changedObjects(document: Document, newest: Document): Named {
  const typesIn = (each: Document) =>
    new Map(
      objectSchemas(each).map(([name, schema]) => [
        name,
        declareType(typeName(name), schema, RESPONSE),
      ]),
    );
  const [own, before] = [typesIn(document), typesIn(newest)];
  const changed: Named = new Map();
  const holdsChanged = (text: string) =>
    [...changed.keys()].some((each) => new RegExp(`\\b${typeName(each)}\\b`).test(text));
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const [name, text] of own) {
      const differs = text !== before.get(name) || (!changed.has(name) && holdsChanged(text));
      if (differs) changed.set(name, document.components.schemas[name]!);
    }
  }
  return changed;
}

function changedRequests(document: Document, newest: Document): Named {
  const paramsIn = (each: Document) =>
    routesOf(each).map(
      ({ operation }) => [operation.operationId, paramsOf(operation, each)] as const,
    );
  const textOf = (id: string, schema: Schema | null) =>
    schema && declareType(paramsName(id), schema, REQUEST);
  const before = new Map(paramsIn(newest).map(([id, schema]) => [id, textOf(id, schema)]));
  const changed: Named = new Map();
  for (const [id, schema] of paramsIn(document)) {
    if (schema && textOf(id, schema) !== before.get(id)) changed.set(id, schema);
  }
  return changed;
}

/** `versions/<date>.ts`: the types of one version under their usual names. */
export function versionFile(document: Document, newest: Document): string {
  const { version } = document.info;
  const objects = changedObjects(document, newest);
  const requests = changedRequests(document, newest);
  const refer = (name: string) => (objects.has(name) ? typeName(name) : `newest.${typeName(name)}`);
  const types = [
    ...[...objects].map(([name, schema]) =>
      declareType(typeName(name), schema, { ...RESPONSE, refer }),
    ),
    ...[...requests].map(([id, schema]) =>
      declareType(paramsName(id), schema, { ...REQUEST, refer }),
    ),
  ];
  const uses = types.some((text) => text.includes("newest."));
  return [
    `${uses ? 'import type * as newest from "../objects.ts";\n' : ""}import type * as events from "../events.ts";
import type { Worlds } from "../versions.ts";

export { EVENT_TYPES, type EventType } from "../events.ts";
export type * from "../objects.ts";
export type * from "../requests.ts";

export type PaydeskEvent = events.PaydeskEvent<"${version}">;

/** Every object, by its name in the contract. */
export type Objects = Worlds["${version}"]["objects"];
`,
    ...types,
  ].join("\n");
}

/** The types of a version as one entry: the newest ones, with its own in place of those that differ. */
function worldOf(document: Document, newest: Document): string {
  const { version } = document.info;
  if (version === newest.info.version)
    return `  "${version}": { objects: Objects; requests: Requests };\n`;
  const alias = aliasOf(version);
  const objects = [...changedObjects(document, newest).keys()].map(
    (name) => [name, `${alias}.${typeName(name)}`] as const,
  );
  const requests = [...changedRequests(document, newest).keys()].map(
    (id) => [id, `${alias}.${paramsName(id)}`] as const,
  );
  const events = [["event", `PaydeskEvent<"${version}">`]] as const;
  return `  "${version}": {
    objects: ${replaced("Objects", [...objects, ...events])};
    requests: ${replaced("Requests", requests)};
  };
`;
}

function replaced(
  base: string,
  entries: ReadonlyArray<readonly [name: string, type: string]>,
): string {
  if (entries.length === 0) return base;
  const names = entries.map(([name]) => JSON.stringify(name)).join(" | ");
  const fields = entries.map(([name, type]) => `      ${name}: ${type};\n`).join("");
  return `Omit<${base}, ${names}> & {\n${fields}    }`;
}

const aliasOf = (version: string) => `v${version.replaceAll("-", "_")}`;

/** `versions.ts`: the versions, and the types of each. */
export function versionsFile(documents: readonly Document[]): string {
  const newest = documents.at(-1)!;
  const dates = documents.map(({ info }) => info.version);
  const imports = dates
    .slice(0, -1)
    .map((date) => `import type * as ${aliasOf(date)} from "./versions/${date}.ts";\n`);
  return `import type { PaydeskEvent } from "./events.ts";
import type { Objects } from "./objects.ts";
import type { Requests } from "./requests.ts";
${imports.join("")}
/** The released versions, oldest first. */
export const VERSIONS = [${dates.map((date) => JSON.stringify(date)).join(", ")}] as const;

export type Version = (typeof VERSIONS)[number];

export const NEWEST_VERSION = "${newest.info.version}";

export type NewestVersion = typeof NEWEST_VERSION;

/** The types of every version. */
export interface Worlds {
${documents.map((document) => worldOf(document, newest)).join("")}}

/** The parameters of an operation in a version. */
export type Params<V extends Version, N extends keyof Requests> = N extends keyof Worlds[V]["requests"]
  ? Worlds[V]["requests"][N]
  : never;
`;
}
