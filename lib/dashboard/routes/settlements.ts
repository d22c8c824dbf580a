import { Hono } from "hono";
import { z } from "zod";
import { browseEntries } from "#lib/domain/balance/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import {
  browseSettlements,
  getSettlement,
  type Settlement,
  settlementBooks,
  settlementDetail,
  simulateSettlementIn,
} from "#lib/domain/settlements/index.ts";
import { missing } from "#lib/kernel/errors.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { settledEntryList } from "../lists/balance.ts";
import { addExport } from "../lists/list.ts";
import { settlementList } from "../lists/settlements.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { attemptKey, renderAnswer, sendAnswer } from "../render-answer.ts";
import type { DashboardEnv } from "../types.ts";
import { objectJsonView } from "../views/object-json.ts";
import {
  type EntryListView,
  entryListItemView,
  type SettlementListView,
  settlementBooksView,
  settlementListItemView,
  settlementView,
} from "../views/settlements.ts";

export const settlementRoutes = new Hono<DashboardEnv>();

settlementRoutes.get("/", async (c) => {
  const { rows, ...slice } = await browseSettlements(
    c.get("ctx"),
    settlementList.filter(c),
    readPageParam(c),
  );
  return c.json<SettlementListView>({ ...slice, settlements: rows.map(settlementListItemView) });
});

addExport(settlementRoutes, settlementList);

settlementRoutes.get("/:id", async (c) =>
  c.json(settlementView(await settlementDetail(c.get("ctx"), c.req.param("id")))),
);

settlementRoutes.get("/:id/json", async (c) => {
  const settlement = await getSettlement(c.get("ctx"), c.req.param("id"));
  return c.json(objectJsonView(c, (version) => wireIn("settlement", settlement, version)));
});

/** The balance transactions that it swept. */
const rowRoutes = new Hono<DashboardEnv>();

rowRoutes.get("/", async (c) => {
  const filter = await settledEntryList.filter(c);
  const { rows, ...slice } = await browseEntries(c.get("ctx"), filter, readPageParam(c));
  return c.json<EntryListView>({ ...slice, entries: rows.map(entryListItemView) });
});

addExport(rowRoutes, settledEntryList);

settlementRoutes.route("/:id/rows", rowRoutes);

/** Its net by each of the books, held against each other now. */
settlementRoutes.get("/:id/books", async (c) =>
  c.json(settlementBooksView(await settlementBooks(c.get("ctx"), c.req.param("id")))),
);

const simulation = z.strictObject({
  scenario: z.enum(["paid", "bank_account_closed"]),
  attempt: z.uuid(),
});

/** Lets a sandbox's settlement arrive now, or come back. Throws as `simulateSettlementIn`. */
settlementRoutes.post("/:id/simulate", requireRole("use_sandbox"), async (c) => {
  const ctx = c.get("ctx");
  const { scenario, attempt } = await readBody(c, simulation);
  if (ctx.mode === "live") throw missing("simulation", "in live mode");
  const answer = await once(
    ctx,
    attemptKey(c, attempt, { scenario }),
    (tx) => simulateSettlementIn(tx, ctx, c.req.param("id"), scenario),
    renderAnswer<Settlement>(c, 200, settlementListItemView),
  );
  notifyDispatcher();
  return sendAnswer(c, answer);
});
