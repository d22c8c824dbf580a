import { importsOf, type Source } from "#lib/cli/launch/imports.ts";

export const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) || /^(e2e|bench|test|tools)\//.test(path);

/** The noun of the business that a file belongs to. */
export const nounOf = (path: string) => /^lib\/domain\/([^/]+)\//.exec(path)?.[1];

export function nounEdges(all: readonly Source[]): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const source of all.filter(({ path }) => !isTest(path))) {
    const from = nounOf(source.path);
    if (!from) continue;
    const to = edges.get(from) ?? new Set();
    edges.set(from, to);
    for (const { target, typeOnly } of importsOf(source)) {
      const noun = nounOf(target);
      if (noun && noun !== from && !typeOnly) to.add(noun);
    }
  }
  return edges;
}

export function cyclesOf(edges: Map<string, Set<string>>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (noun: string, trail: readonly string[]) => {
    const start = trail.indexOf(noun);
    if (start >= 0) found.push([...trail.slice(start), noun].join(" → "));
    if (start >= 0 || done.has(noun)) return;
    for (const next of edges.get(noun) ?? []) visit(next, [...trail, noun]);
    done.add(noun);
  };
  for (const noun of edges.keys()) visit(noun, []);
  return found;
}

/** Code that answers requests: none of it may reach the connection of the tables' owner. */
const ANSWERS = /^(app|components|lib\/(api|dashboard|hosted|server))\//;
const OWNER = "db/owner.ts";

/** The ways from files that answer requests to the owner's connection, each as its chain of imports. */
export function waysToOwner(all: readonly Source[]): string[] {
  const importers = new Map<string, string[]>();
  for (const source of all.filter(({ path }) => !isTest(path))) {
    for (const { target, typeOnly } of importsOf(source)) {
      if (!typeOnly) importers.set(target, [...(importers.get(target) ?? []), source.path]);
    }
  }
  const ways = new Map([[OWNER, OWNER]]);
  for (const [file, way] of ways) {
    for (const path of importers.get(file) ?? []) {
      if (!ways.has(path)) ways.set(path, `${path} → ${way}`);
    }
  }
  return [...ways].filter(([path]) => ANSWERS.test(path)).map(([, way]) => way);
}
