/** The requested page of a dashboard list: older than `after`, newer than `before`, or the newest. */
export type KeysetPage = { after: string | null; before: string | null; limit: number };

export type KeysetSlice<Row> = {
  rows: Row[];
  /** Cursors of the neighbouring pages; null at an end. */
  older: string | null;
  newer: string | null;
};

/** Cuts rows that were read with one more than `limit` into a page, newest first, with the neighbours' cursors. */
export function cutPage<Row extends { id: string }>(
  read: readonly Row[],
  page: KeysetPage,
): KeysetSlice<Row> {
  const more = read.length > page.limit;
  const rows = read.slice(0, page.limit);
  if (page.before) rows.reverse();
  const hasOlder = page.before ? true : more;
  const hasNewer = page.before ? more : page.after !== null;
  return {
    rows,
    older: hasOlder ? (rows.at(-1)?.id ?? null) : null,
    newer: hasNewer ? (rows[0]?.id ?? null) : null,
  };
}
