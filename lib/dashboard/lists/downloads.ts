import { listKeys } from "#lib/domain/keys/index.ts";
import { findUserName } from "#lib/domain/members/index.ts";
import { type Download, listDownloadItems } from "#lib/domain/reports/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { downloadView } from "../views/reports.ts";
import { createdCells, idCells, list, noFilter, statusCells } from "./list.ts";

/** Downloads with the name of the member or key that requested them; null if it was deleted. */
export async function withNames(ctx: Context, rows: readonly Download[]) {
  const ids = [...new Set(rows.map((row) => row.requestedBy))];
  const people = ids.filter((id) => !id.startsWith("key_"));
  const [keys, names] = await Promise.all([
    ids.length > people.length ? listKeys(ctx) : [],
    Promise.all(people.map(async (id) => [id, await findUserName(id)] as const)),
  ]);
  const nameOf = new Map([
    ...keys.map(({ id, name }) => [id as string, name] as const),
    ...names.flatMap(([id, name]) => (name ? [[id, name] as const] : [])),
  ]);
  return rows.map((download) => ({
    id: download.id,
    download,
    requestedBy: nameOf.get(download.requestedBy) ?? null,
  }));
}

export const downloadList = list({
  name: "downloads",
  filter: noFilter,
  page: async (c, _, page) => {
    const { rows, ...slice } = await listDownloadItems(c.get("ctx"), page);
    return { ...slice, rows: await withNames(c.get("ctx"), rows) };
  },
  view: downloadView,
  columns: {
    report: {
      ...idCells,
      type: (row) => row.type,
      layout: (row) => row.layout,
      from: (row) => row.from,
      to: (row) => row.to,
      timezone: (row) => row.timezone,
      settlement_status: (row) => row.settled,
      filters: (row) => row.filters.map(({ name, values }) => `${name}=${values}`).join(" "),
      group_by: (row) => row.groupBy.join(" "),
    },
    status: statusCells,
    rows: { rows: (row) => row.rowCount, bytes: (row) => row.byteCount },
    hash: { sha256: (row) => row.sha256 },
    by: { requested_by: (row) => row.requestedBy, by_key: (row) => String(row.byKey) },
    created: {
      ...createdCells,
      finished_at: (row) => row.finishedAt,
      file_kept_until: (row) => row.expiresAt,
    },
  },
});
