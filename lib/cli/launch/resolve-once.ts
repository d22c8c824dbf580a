// Preloaded (`--import`) in every process that start.mjs starts, and in their children. Node looks up each import's
// package.json and reads its `exports` and its `type` each time. For drizzle-orm (180 kB with 500 entries, about a
// hundred loaded modules) this took two of three seconds of a start, and 240 MB. This hook asks Node once for each
// package, and for each folder of files with the same extension.

import { type ResolveFnOutput, type ResolveHookContext, registerHooks } from "node:module";

const ROOT = new URL("../../../", import.meta.url).href;
const PACKAGES = `${ROOT}node_modules/`;

type Next = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

/** Node's resolution of each package name that our own modules import. */
const packages = new Map<string, ResolveFnOutput>();
/** The format of the files with one extension in one folder: `<folder>*<extension>`. */
const formats = new Map<string, string>();

/** Where a relative import or a `#…` import of ours points to. Undefined if only Node knows. */
function addressOf(specifier: string, parent: string): string | undefined {
  if (specifier.startsWith("./") || specifier.startsWith("../"))
    return new URL(specifier, parent).href;
  // `imports` in our package.json names folders only.
  if (specifier.startsWith("#") && !parent.startsWith(PACKAGES))
    return `${ROOT}${specifier.slice(1)}`;
  return undefined;
}

/** A file's folder and extension. Undefined for a name without extension. */
function kindOf(address: string): string | undefined {
  const slash = address.lastIndexOf("/");
  const dot = address.lastIndexOf(".");
  return dot > slash ? `${address.slice(0, slash)}*${address.slice(dot)}` : undefined;
}

function resolveFile(address: string, ask: () => ResolveFnOutput): ResolveFnOutput {
  const kind = kindOf(address);
  const format = kind && formats.get(kind);
  if (format) return { url: address, format, shortCircuit: true };
  const found = ask();
  // A link elsewhere has a format of its own.
  if (kind && found.format && found.url === address) formats.set(kind, found.format);
  return found;
}

function resolvePackage(name: string, ask: () => ResolveFnOutput): ResolveFnOutput {
  const known = packages.get(name);
  if (known) return known;
  const found = ask();
  const { url, format } = found;
  if (format) packages.set(name, { url, format, shortCircuit: true });
  return found;
}

function resolve(specifier: string, context: ResolveHookContext, next: Next): ResolveFnOutput {
  const ask = () => next(specifier, context);
  const { parentURL: parent, conditions, importAttributes } = context;
  const isPlain = Object.keys(importAttributes ?? {}).length === 0;
  if (!isPlain || !conditions.includes("import") || !parent?.startsWith(ROOT)) return ask();
  const address = addressOf(specifier, parent);
  if (address) return resolveFile(address, ask);
  // A package may have its own version of another.
  return parent.startsWith(PACKAGES) || specifier.startsWith("node:")
    ? ask()
    : resolvePackage(specifier, ask);
}

registerHooks({ resolve });
