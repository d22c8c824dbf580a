import { z } from "zod";
import { browseEntries } from "#lib/domain/balance/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import {
  browseSettlements,
  getSettlement,
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
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import { objectJsonView } from "../views/object-json.ts";
import {
  entryListItemView,
  settlementBooksView,
  settlementListItemView,
  settlementView,
} from "../views/settlements.ts";

export const settlementRoutes = routesAt("/:mode/settlements");

settlementRoutes.get("/", async (c) => {
  const { rows, ...slice } = await browseSettlements(
    c.get("ctx"),
    settlementList.filter(c),
    readPageParam(c),
  );
  return reply(c, { ...slice, settlements: rows.map(settlementListItemView) });
});

addExport(settlementRoutes, settlementList);

settlementRoutes.get("/:id", async (c) =>
  reply(c, settlementView(await settlementDetail(c.get("ctx"), c.req.param("id")))),
);

settlementRoutes.get("/:id/json", async (c) => {
  const settlement = await getSettlement(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("settlement", settlement, version)),
  );
});

/** The balance transactions that it swept. */
export const settlementRowRoutes = routesAt("/:mode/settlements/:id/rows");

settlementRowRoutes.get("/", async (c) => {
  const filter = await settledEntryList.filter(c);
  const { rows, ...slice } = await browseEntries(c.get("ctx"), filter, readPageParam(c));
  return reply(c, { ...slice, entries: rows.map(entryListItemView) });
});

addExport(settlementRowRoutes, settledEntryList);

/** Its net by each of the books, held against each other now. */
settlementRoutes.get("/:id/books", async (c) =>
  reply(c, settlementBooksView(await settlementBooks(c.get("ctx"), c.req.param("id")))),
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
  const id = c.req.param("id");
  const done = await replyOnce(
    c,
    { attempt, params: { scenario }, view: settlementListItemView },
    (request, render) =>
      once(ctx, request, (tx) => simulateSettlementIn(tx, ctx, id, scenario), render),
  );
  notifyDispatcher();
  return done;
});
