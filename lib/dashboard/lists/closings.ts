import { getClosing, listCorrections } from "#lib/domain/closings/index.ts";
import type { DashboardContext } from "../types.ts";
import { correctionView } from "../views/closings.ts";
import { idCells, list, major, onePage } from "./list.ts";

/** More than a comparison lists at once in the worst case; the file has all. */
const MOST = 100;

export const correctionList = list({
  name: "corrections",
  // Refuses a closing of another account before the first byte.
  filter: async (c: DashboardContext) =>
    (await getClosing(c.get("ctx"), c.req.param("id") ?? "")).closing.id,
  page: async (c, closingId, page) => {
    const request = { limit: MOST, ...(page.after ? { startingAfter: page.after } : {}) };
    const found = await listCorrections(c.get("ctx"), closingId, request);
    return { ...onePage(found.items), older: found.nextCursor };
  },
  view: correctionView,
  columns: {
    row: { ...idCells, row: (row) => row.row },
    file: { file: (row) => row.file },
    change: { change: (row) => row.change, columns: (row) => row.columns.join(" ") },
    before: {
      amount_before: (row) => row.amountBefore && major(row.amountBefore, row.currency),
      currency: (row) => row.currency,
    },
    now: { amount_now: (row) => row.amountNow && major(row.amountNow, row.currency) },
    found: { found_at: (row) => row.foundAt },
  },
});
