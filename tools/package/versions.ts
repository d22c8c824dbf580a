import { type Document, routesOf, type Schema } from "./document.ts";
import { typeName } from "./names.ts";
import { declareType, isInterface, objectSchemas } from "./objects.ts";
import { paramsName, paramsOf } from "./requests.ts";
import { comment, fieldsText, type TextOptions } from "./type-text.ts";

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
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const [name, text] of own) {
      const differs = text !== before.get(name) || (!changed.has(name) && holds(text, changed));
      if (differs) changed.set(name, document.components.schemas[name]!);
    }
  }
  return changed;
}

/** Whether the text of a type names one of these objects. */
const holds = (text: string, objects: Named): boolean =>
  [...objects.keys()].some((each) => new RegExp(`\\b${typeName(each)}\\b`).test(text));

function paramsIn(document: Document): Named {
  return new Map(
    routesOf(document).flatMap(({ operation }) => {
      const schema = paramsOf(operation, document);
      return schema ? [[operation.operationId, schema] as const] : [];
    }),
  );
}

function changedRequests(document: Document, newest: Document): Named {
  const textOf = (id: string, schema: Schema) => declareType(paramsName(id), schema, REQUEST);
  const before = paramsIn(newest);
  const differs = ([id, schema]: [string, Schema]) => {
    const then = before.get(id);
    return !then || textOf(id, schema) !== textOf(id, then);
  };
  return new Map([...paramsIn(document)].filter(differs));
}

type Earlier = {
  name: string;
  schema: Schema;
  /** The newest type of this name, and how a file of a version refers to it. */
  newest: Schema | undefined;
  base: string;
  /** The objects of the version that differ, which have types of their own. */
  changed: Named;
  options: TextOptions;
};

/** The type of a version, as the newest one of its name with the fields that differ. */
function declareEarlier({ name, schema, newest, base, changed, options }: Earlier): string {
  if (!newest || !isInterface(schema) || !isInterface(newest)) {
    return declareType(name, schema, options);
  }
  const { refer: _, ...plain } = options;
  const textOf = (whole: Schema, field: string) =>
    fieldsText({ ...whole, properties: { [field]: whole.properties![field]! } }, plain, "  ");
  const before = Object.keys(newest.properties!);
  const own = Object.entries(schema.properties!).filter(([field]) => {
    const text = textOf(schema, field);
    return !before.includes(field) || text !== textOf(newest, field) || holds(text, changed);
  });
  const ownNames = own.map(([field]) => field);
  const left = before.filter((field) => ownNames.includes(field) || !schema.properties![field]);
  const names = left.map((field) => JSON.stringify(field)).join(" | ");
  const extended = names === "" ? base : `Omit<${base}, ${names}>`;
  const fields = fieldsText({ ...schema, properties: Object.fromEntries(own) }, options, "  ");
  return `${comment(schema.description)}export interface ${name} extends ${extended} {\n${fields}}\n`;
}

/** `versions/<date>.ts`: the types of one version under their usual names. */
export function versionFile(document: Document, newest: Document): string {
  const { version } = document.info;
  const changed = changedObjects(document, newest);
  const refer = (name: string) => (changed.has(name) ? typeName(name) : `newest.${typeName(name)}`);
  const requests = paramsIn(newest);
  const types = [
    ...[...changed].map(([id, schema]) => {
      const name = typeName(id);
      const of = { name, schema, newest: newest.components.schemas[id], base: `newest.${name}` };
      return declareEarlier({ ...of, changed, options: { ...RESPONSE, refer } });
    }),
    ...[...changedRequests(document, newest)].map(([id, schema]) => {
      const name = paramsName(id);
      const of = { name, schema, newest: requests.get(id), base: `requests.${name}` };
      return declareEarlier({ ...of, changed, options: { ...REQUEST, refer } });
    }),
  ];
  const imports = [
    ["newest", "objects"],
    ["requests", "requests"],
  ]
    .filter(([name]) => types.some((text) => text.includes(`${name}.`)))
    .map(([name, file]) => `import type * as ${name} from "../${file}.ts";\n`);
  return [
    `${imports.join("")}import type * as events from "../events.ts";
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
