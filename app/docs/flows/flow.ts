import type { ApiMethod } from "#lib/kernel/vocabulary/methods.ts";

/** A value of an earlier answer: `payment.id`, `disputes.data.0.id`. */
export type Ref = { readonly ref: string };
/** A value that the reader puts into the environment. */
export type Env = { readonly env: string };
export type Value =
  | string
  | number
  | boolean
  | Ref
  | Env
  | readonly Value[]
  | { readonly [name: string]: Value };

export type Step = {
  /** Name of the answer in the code. */
  name: string;
  method: ApiMethod;
  /** May hold values of earlier answers: `/v1/payments/{payment.id}/capture`. */
  path: string;
  body?: { readonly [name: string]: Value };
  /** Idempotency-Key of a write. */
  key?: string;
  /** A comment above the call. */
  why?: string;
};

/** Calls in order, and the values that the program prints at the end. Written once, and shown in every language. */
export type Flow = { title: string; steps: readonly Step[]; prints: readonly string[] };

export const ref = (path: string): Ref => ({ ref: path });

export const isRef = (value: Value): value is Ref =>
  typeof value === "object" && !Array.isArray(value) && typeof (value as Ref).ref === "string";

export const fromEnv = (name: string): Env => ({ env: name });

export const isEnv = (value: Value): value is Env =>
  typeof value === "object" && !Array.isArray(value) && typeof (value as Env).env === "string";

const IN_PATH = /\{([\w.]+)\}/g;

/** The parts of a path: text, and values of earlier answers. */
export function pathParts(path: string): (string | Ref)[] {
  const parts: (string | Ref)[] = [];
  let from = 0;
  for (const match of path.matchAll(IN_PATH)) {
    if (match.index > from) parts.push(path.slice(from, match.index));
    parts.push(ref(match[1] ?? ""));
    from = match.index + match[0].length;
  }
  if (from < path.length) parts.push(path.slice(from));
  return parts;
}

/** Every value of earlier answers that a step uses. */
export function refsOf({ path, body }: Step): string[] {
  const found: string[] = [];
  const visit = (value: Value) => {
    if (isRef(value)) found.push(value.ref);
    else if (typeof value === "object") for (const inner of Object.values(value)) visit(inner);
  };
  for (const part of pathParts(path)) if (typeof part !== "string") visit(part);
  visit(body ?? {});
  return found;
}

const LONGEST_LINE = 50;

/** How a language writes values. */
export type Writer = {
  text: (text: string) => string;
  yes: string;
  no: string;
  ref: (path: readonly string[]) => string;
  env: (name: string) => string;
  list: readonly [open: string, close: string];
  map: readonly [open: string, close: string];
  pair: (name: string, value: string) => string;
  indent: string;
};

/** A value in a language: on one line if it is short, otherwise with a line for each field. */
export function written(value: Value, writer: Writer, depth = 0): string {
  if (typeof value === "string") return writer.text(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? writer.yes : writer.no;
  if (isRef(value)) return writer.ref(value.ref.split("."));
  if (isEnv(value)) return writer.env(value.env);
  const isList = Array.isArray(value);
  const [open, close] = isList ? writer.list : writer.map;
  const parts = isList
    ? value.map((one: Value) => written(one, writer, depth + 1))
    : Object.entries(value).map(([name, one]) =>
        writer.pair(name, written(one, writer, depth + 1)),
      );
  const space = open === "{" ? " " : "";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (line.length + depth * writer.indent.length <= LONGEST_LINE && !line.includes("\n"))
    return line;
  const inner = writer.indent.repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${writer.indent.repeat(depth)}${close}`;
}
