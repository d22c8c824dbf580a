import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

const IMPORT = /^import\s+(type\s+)?[^;]*?from\s+"([^"]+)";\n/gm;
const COMMENT = /^\s*(?:\/\/.*|\/\*\*?[\s\S]*?\*\/)\n/gm;

/** Bundles a TypeScript module and its imports into one plain script: Node strips the types, modules are ordered by
 * dependency inside one function, comment lines and indentation are removed. Only for the few browser files, whose
 * top-level names are unique and whose strings have one line. */
export function bundle(entry: string): string {
  const parts: string[] = [];
  const seen = new Set<string>();
  const add = (url: string) => {
    if (seen.has(url)) return;
    seen.add(url);
    const source = readFileSync(fileURLToPath(url), "utf8");
    for (const [, typeOnly, name] of source.matchAll(IMPORT)) {
      if (!typeOnly) add(resolve(name ?? "", url));
    }
    parts.push(plain(source));
  };
  add(resolve(entry, import.meta.url));
  return `(()=>{"use strict";\n${parts.join("")}})();\n`;
}

function resolve(name: string, from: string): string {
  return name.startsWith("#") ? import.meta.resolve(name) : new URL(name, from).href;
}

function plain(source: string): string {
  return stripTypeScriptTypes(source)
    .replace(IMPORT, "")
    .replace(COMMENT, "")
    .replace(/^export (?=const|let|function|async|class)/gm, "")
    .replace(/^export (?:type|\{).*\n/gm, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/^[ \t]+/gm, "")
    .replace(/\n{2,}/g, "\n");
}
