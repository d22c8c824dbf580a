import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

const IMPORT = /^import\s+(type\s+)?[^;]*?from\s+"([^"]+)";\n/gm;
const COMMENT = /^\s*(?:\/\/.*|\/\*\*?[\s\S]*?\*\/)\n/gm;

/**
 * One plain script of a TypeScript module and what it imports: types stripped by Node, modules in the
 * order of need inside one function, comments of whole lines and indentation left out. For the few
 * files that go to browsers: their top-level names differ, and no text of theirs spans lines.
 */
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
