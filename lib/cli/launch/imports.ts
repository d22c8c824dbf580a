import { dirname, join } from "node:path/posix";

export interface Source {
  /** Relative to the project's folder, with `/`. */
  path: string;
  text: string;
}

export interface Import {
  /** A path inside the project, or a package name. */
  target: string;
  typeOnly: boolean;
}

/** Removes comments, so that prose can name what code must not. */
export function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[\s;{}])\/\/.*$/gm, "$1");
}

/** Resolves an import: `#lib/…` and `./…` become paths from the project's folder. */
function targetOf(path: string, name: string): string {
  if (name.startsWith("#")) return name.slice(1);
  return name.startsWith(".") ? join(dirname(path), name) : name;
}

/** Everything that a module imports or re-exports, including `import()`. */
export function importsOf({ path, text }: Source): Import[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^;"'`]*?\sfrom\s*)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;
  return [...codeOf(text).matchAll(pattern)].map(([, typed, fixed, dynamic]) => ({
    target: targetOf(path, fixed ?? dynamic ?? ""),
    typeOnly: typed !== undefined,
  }));
}

/** Project files that a module names as a string, to start them as processes or to read them. */
function namedFiles({ path, text }: Source): string[] {
  const names = codeOf(text).matchAll(
    /["'`]((?:[#.]{1,2}\/?|lib\/|db\/|test\/|tools\/)?[\w./-]+\.m?ts)["'`]/g,
  );
  return [...names].map(([, name]) => targetOf(path, name ?? ""));
}

/** Files among `sources` that depend on a changed file: by imports of any depth, or by naming it. */
export function dependentsOf(sources: readonly Source[], changed: readonly string[]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const source of sources) {
    const targets = [...importsOf(source).map(({ target }) => target), ...namedFiles(source)];
    for (const target of new Set(targets)) {
      importers.set(target, [...(importers.get(target) ?? []), source.path]);
    }
  }
  const found = new Set(changed);
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return found;
}
