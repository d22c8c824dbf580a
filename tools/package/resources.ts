import {
  type Document,
  idsIn,
  optionsOf,
  queryOf,
  type Route,
  routesOf,
  type Schema,
} from "./document.ts";
import { camel, pascal, placeOf } from "./names.ts";
import { answerOf, inlineName, isList, linksOf, refName } from "./objects.ts";
import { needsParams, paramsOf } from "./requests.ts";
import { comment } from "./type-text.ts";

type Answer = { names: string[]; others: string[]; list: boolean };

/** The answer of an operation: objects of the contract by name, and other types. */
function answer({ operation }: Route, document: Document): Answer {
  const schema = answerOf(operation, document)!;
  const list = isList(schema);
  const options = optionsOf(list ? schema.properties!.data!.items! : schema);
  const names = options.map(refName).filter((name) => name !== null);
  const inline = options.filter((option) => !option.$ref);
  return { names, others: inline.map((each) => inlineName(each, operation.operationId)), list };
}

type Shape = {
  route: Route;
  method: string;
  ids: string[];
  params: Schema | null;
  answer: Answer;
  /** Whether something of its answer can be expanded. */
  expands: boolean;
};

function shapeOf(route: Route, document: Document): Shape {
  const { names, ...rest } = answer(route, document);
  const hasLinks = names.some(
    (name) => linksOf(document.components.schemas[name] ?? {}).length > 0,
  );
  return {
    route,
    method: placeOf(route).method,
    ids: idsIn(route.path).map(camel),
    params: paramsOf(route.operation, document),
    answer: { names, ...rest },
    expands: hasLinks && queryOf(route.operation).expands,
  };
}

function paramsText({ route, params, expands }: Shape): string {
  const own = params ? `Params<R, "${route.operation.operationId}">` : null;
  const expand = expands ? "{ expand?: readonly P[] | undefined }" : null;
  const type = [own, expand].filter(Boolean).join(" & ") || "NoParams";
  return `params${params && needsParams(params) ? "" : "?"}: ${type}`;
}

function genericText({ expands, answer: { names, list } }: Shape): string {
  const union = names.map((name) => JSON.stringify(name)).join(" | ");
  const path = list ? `InList<ExpandPath<${union}>>` : `ExpandPath<${union}>`;
  const expand = expands ? [`const P extends ${path} = never`] : [];
  return `<${[...expand, "R extends Version = V"].join(", ")}>`;
}

function resultText({ expands, answer: { names, others, list } }: Shape): string {
  const path = expands ? (list ? "OfList<P>" : "P") : "never";
  const union = names.map((name) => JSON.stringify(name)).join(" | ");
  const own = names.length > 0 ? [`Expanded<R, ${union}, ${path}>`] : [];
  return [...own, ...others].join(" | ");
}

const pathText = (path: string): string => {
  const text = path.replace(/\{(\w+)\}/g, (_, name: string) => `\${segment(${camel(name)})}`);
  return text.includes("${") ? `\`${text}\`` : JSON.stringify(text);
};

function methodText(shape: Shape): string {
  const { route, method, ids, answer } = shape;
  const { operation } = route;
  const intro = [operation.summary, operation.description].filter(Boolean).join(". ");
  const args = [
    ...ids.map((id) => `${id}: string`),
    paramsText(shape),
    "options?: RequestOptions<R>",
  ];
  const holder = answer.list && route.method === "GET" ? "ListCall" : "ApiCall";
  const result = resultText(shape);
  const type = holder === "ApiCall" && answer.list ? `List<${result}>` : result;
  const place = operation.requestBody ? "body" : "query";
  const call = holder === "ListCall" ? "list" : "call";
  return `${comment(intro, "  ")}  ${method}${genericText(shape)}(
    ${args.join(",\n    ")},
  ): ${holder}<${type}> {
    return this.transport.${call}({ method: "${route.method}", path: ${pathText(route.path)}, ${place}: params }, options);
  }
`;
}

/** The types of file that an operation can answer with instead of JSON. */
const fileTypes = ({ operation }: Route): string[] =>
  Object.keys((operation.responses["200"] ?? operation.responses["201"])?.content ?? {}).filter(
    (type) => type !== "application/json",
  );

function fileText(shape: Shape): string {
  const { route, ids } = shape;
  const { summary, operationId } = route.operation;
  const name =
    shape.answer.names.length > 0 ? "download" : shape.method.replace(/^retrieve/, "download");
  const args = [
    ...ids.map((id) => `${id}: string`),
    fileParams(shape, operationId),
    "options?: RequestOptions<R>",
  ];
  const types = fileTypes(route).join(", ");
  return `${comment(`${summary}, as a file: ${types}`, "  ")}  ${name}<R extends Version = V>(
    ${args.join(",\n    ")},
  ): ApiCall<FileAnswer> {
    return this.transport.file({ method: "${route.method}", path: ${pathText(route.path)}, query: params }, "${types}", options);
  }
`;
}

function fileParams({ params }: Shape, operationId: string): string {
  if (!params) return "params?: NoParams";
  return `params${needsParams(params) ? "" : "?"}: Params<R, "${operationId}">`;
}

function classText(name: string, routes: readonly Route[], document: Document): string {
  const methods = routes.flatMap((route) => {
    const isJson = answerOf(route.operation, document) !== null;
    const shape = isJson ? shapeOf(route, document) : { ...emptyShape(route, document) };
    return [
      ...(isJson ? [methodText(shape)] : []),
      ...(fileTypes(route).length > 0 ? [fileText(shape)] : []),
    ];
  });
  return `export class ${name}<V extends Version> extends Resource {\n${methods.join("\n")}}\n`;
}

const emptyShape = (route: Route, document: Document): Shape => ({
  route,
  method: placeOf(route).method,
  ids: idsIn(route.path).map(camel),
  params: paramsOf(route.operation, document),
  answer: { names: [], others: [], list: false },
  expands: false,
});

/** Routes by the name of their resource in the client. */
export function byResource(document: Document): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routesOf(document)) {
    const { resource } = placeOf(route);
    groups.set(resource, [...(groups.get(resource) ?? []), route]);
  }
  return groups;
}

const HEAD = `import type { ApiCall } from "../core/call.ts";
import { segment } from "../core/encode.ts";
import type { Expanded, ExpandPath, InList, OfList } from "../core/expand.ts";
import type { FileAnswer } from "../core/file.ts";
import type { List, ListCall } from "../core/list.ts";
import type { RequestOptions } from "../core/options.ts";
import { type NoParams, Resource } from "../core/resource.ts";
import type { Transport } from "../core/transport.ts";
`;

/** `resources.ts`: a class per resource with a method per operation. */
export function resourcesFile(document: Document): string {
  const groups = [...byResource(document)];
  const classes = groups.map(([name, routes]) =>
    classText(`${pascal(name)}Resource`, routes, document),
  );
  const text = classes.join("\n");
  const inline = new Set(text.match(/\b(Deleted\w+|\w+Result)\b(?=[ >|])/g) ?? []);
  const fields = groups
    .map(([name]) => `  readonly ${name}: ${pascal(name)}Resource<V>;\n`)
    .join("");
  const made = groups
    .map(([name]) => `    this.${name} = new ${pascal(name)}Resource(transport);\n`)
    .join("");
  return [
    `${HEAD}import type { ${[...inline].sort().join(", ")} } from "./objects.ts";\nimport type { Params, Version } from "./versions.ts";\n`,
    text,
    `/** Every resource of the API. */\nexport class Resources<V extends Version> {\n${fields}\n  constructor(transport: Transport) {\n${made}  }\n}\n`,
  ].join("\n");
}
