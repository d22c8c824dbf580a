import { z } from "zod";
import {
  type ClosingDetail,
  checkClosing,
  closeMonth,
  getClosing,
  isCheckDue,
  listCorrections,
  listMonths,
  openClosingFile,
} from "#lib/domain/closings/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { csvResponse } from "#lib/kernel/file-response.ts";
import { CLOSING_FILES } from "#lib/kernel/vocabulary/closings.ts";
import { readChoice } from "../list-params.ts";
import { correctionList } from "../lists/closings.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { closingDetailView, correctionView, monthView } from "../views/closings.ts";

const detailOf = (ctx: Context, detail: ClosingDetail) =>
  closingDetailView(detail, isCheckDue(ctx, detail.closing));

export const closingRoutes = routesAt("/:mode/closings");

closingRoutes.get("/", async (c) => {
  const { timezone, months } = await listMonths(c.get("ctx"));
  return reply(c, { timezone, months: months.map(monthView) });
});

export const newClosing = z.strictObject({ month: z.string().max(7) });

/** Closes a month. Throws as `closeMonthIn`. */
closingRoutes.post("/", requireRole("close_months"), async (c) => {
  const { closing } = await closeMonth(c.get("ctx"), await readBody(c, newClosing));
  return reply(c, { closingId: closing.id }, 201);
});

closingRoutes.get("/:id", async (c) =>
  reply(c, detailOf(c.get("ctx"), await getClosing(c.get("ctx"), c.req.param("id")))),
);

closingRoutes.post("/:id/check", requireRole("download_reports"), async (c) =>
  reply(c, detailOf(c.get("ctx"), await checkClosing(c.get("ctx"), c.req.param("id")))),
);

closingRoutes.get("/:id/file", requireRole("download_reports"), async (c) => {
  const file = readChoice(c, "file", CLOSING_FILES);
  return csvResponse(c.req.raw, await openClosingFile(c.get("ctx"), c.req.param("id"), file), {});
});

export const correctionRoutes = routesAt("/:mode/closings/:id/corrections");

/** Rows shown on the screen; the file has all. */
const SHOWN = 100;

correctionRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const id = c.req.param("id");
  const { totals } = await getClosing(ctx, id);
  const { items } = await listCorrections(ctx, id, { limit: SHOWN });
  const total = totals.reduce((sum, { count }) => sum + count, 0);
  return reply(c, { total, older: null, newer: null, corrections: items.map(correctionView) });
});

addExport(correctionRoutes, correctionList);
