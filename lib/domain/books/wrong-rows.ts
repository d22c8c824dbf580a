import { type Finding, PARTS } from "./types.ts";

/** The rows of some findings, each once with its first one, and a row of each part in turn: one change of a payment makes a hundred
 *  cells of rollups wrong, which must not hide it. */
export function wrongRows(found: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  const rows = found.filter(({ part, row }) => {
    const before = seen.size;
    return seen.add(`${part} ${row}`).size > before;
  });
  const parts = PARTS.map((part) => rows.filter((one) => one.part === part));
  const most = Math.max(...parts.map((list) => list.length));
  return Array.from({ length: most }, (_, n) =>
    parts.flatMap((list) => list.slice(n, n + 1)),
  ).flat();
}
