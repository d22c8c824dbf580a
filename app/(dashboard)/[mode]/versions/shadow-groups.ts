import type { ShadowView } from "#lib/dashboard/views/versions.ts";
import type { Change } from "../../../docs/api/reference.ts";
import { changesBetween } from "./version-labels.ts";

type Row = ShadowView["rows"][number];
export type ShadowGroup = {
  title: string;
  /** The number of objects that have its most frequent field. */
  count: number;
  rows: Row[];
};

const OTHER = "Other differences";

/** A field covers the fields within it, and is covered if its whole object was removed. */
const touches = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

/** Differences by the change that made them, most frequent first. */
export function groupByChange(
  { from, to, rows }: Pick<ShadowView, "from" | "to" | "rows">,
  changes: readonly Change[],
): ShadowGroup[] {
  const between = changesBetween(changes, from, to);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const change = between.find(
      ({ affects, fields }) =>
        affects.objects.includes(row.object) &&
        fields.some(({ before, after }) =>
          [before, after].some((field) => field !== null && touches(field, row.path)),
        ),
    );
    const title = change?.title ?? OTHER;
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  return [...groups]
    .map(([title, mine]) => ({
      title,
      rows: mine,
      count: Math.max(...mine.map((row) => row.count)),
    }))
    .sort((a, b) => b.count - a.count);
}
