import { z } from "zod";
import {
  changeListView,
  createListView,
  deleteListView,
  hideDefaultView,
  orderListViews,
  readListViews,
} from "#lib/domain/list-views/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { VIEWED_LISTS } from "#lib/kernel/vocabulary/list-views.ts";
import { readParam } from "../list-params.ts";
import { checkQuery, countQuery } from "../lists/viewed.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { type QueryContext, reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { listViewsView, listViewView } from "../views/list-views.ts";

/** A member's own views. */
export const listViewRoutes = routesAt("/:mode/list-views");
/** The team's. */
export const teamViewRoutes = routesAt("/:mode/team-views");

/** Filters that are counted in one request. */
const MOST_COUNTED = 60;

function readList(c: QueryContext<"list">) {
  const text = readParam(c, "list");
  const list = VIEWED_LISTS.find((one) => one === text);
  if (!list) throw invalid("list", `list is one of ${VIEWED_LISTS.join(", ")}.`);
  return list;
}

/** `of`: the queries of several filters, with a line break between them. One after the other, so that tabs never take more
 *  than one connection. */
listViewRoutes.get("/counts", async (c) => {
  const list = readList(c);
  const queries = (readParam(c, "of") ?? "").split("\n");
  if (queries.length > MOST_COUNTED) throw invalid("of", `Count at most ${MOST_COUNTED} filters.`);
  const counts = [];
  for (const query of queries) {
    counts.push(await countQuery(c, list, query));
  }
  return reply(c, { counts });
});

const meOf = (c: DashboardContext) => ({ userId: c.get("session").user.id });

listViewRoutes.get("/", async (c) => {
  const { role } = c.get("membership");
  const views = await readListViews(c.get("ctx"), readList(c), { ...meOf(c), role });
  return reply(c, listViewsView(views));
});

export const newView = z.strictObject({
  list: z.enum(VIEWED_LISTS),
  name: z.string(),
  query: z.string(),
});

/** Saves a view for the member. Throws as `createListView`. */
listViewRoutes.post("/", async (c) => {
  const given = await readBody(c, newView);
  await checkQuery(c, given);
  return reply(c, listViewView(await createListView(c.get("ctx"), meOf(c), given)), 201);
});

export const viewOrder = z.strictObject({
  list: z.enum(VIEWED_LISTS),
  ids: z.array(z.string()).max(100),
});

listViewRoutes.post("/order", async (c) => {
  await orderListViews(c.get("ctx"), meOf(c), await readBody(c, viewOrder));
  return reply(c, { ordered: true });
});

export const hiding = z.strictObject({ key: z.string(), hidden: z.boolean() });

listViewRoutes.post("/hidden", async (c) => {
  const { key, hidden } = await readBody(c, hiding);
  await hideDefaultView(c.get("ctx"), { ...meOf(c), key, hidden });
  return reply(c, { hidden });
});

export const viewChanges = z.strictObject({
  list: z.enum(VIEWED_LISTS),
  name: z.string().optional(),
  query: z.string().optional(),
});

listViewRoutes.post("/:id", async (c) => {
  const { list, ...changes } = await readBody(c, viewChanges);
  await checkQuery(c, { list, ...changes });
  const change = { id: c.req.param("id"), ...changes };
  return reply(c, listViewView(await changeListView(c.get("ctx"), meOf(c), change)));
});

listViewRoutes.post("/:id/delete", async (c) => {
  await deleteListView(c.get("ctx"), meOf(c), c.req.param("id"));
  return reply(c, { deleted: true });
});

/** Saves a view for the team. Throws as `createListView`. */
teamViewRoutes.post("/", requireRole("manage_views"), async (c) => {
  const given = await readBody(c, newView);
  await checkQuery(c, given);
  return reply(c, listViewView(await createListView(c.get("ctx"), "team", given)), 201);
});

teamViewRoutes.post("/order", requireRole("manage_views"), async (c) => {
  await orderListViews(c.get("ctx"), "team", await readBody(c, viewOrder));
  return reply(c, { ordered: true });
});

teamViewRoutes.post("/:id", requireRole("manage_views"), async (c) => {
  const { list, ...changes } = await readBody(c, viewChanges);
  await checkQuery(c, { list, ...changes });
  const change = { id: c.req.param("id"), ...changes };
  return reply(c, listViewView(await changeListView(c.get("ctx"), "team", change)));
});

teamViewRoutes.post("/:id/delete", requireRole("manage_views"), async (c) => {
  await deleteListView(c.get("ctx"), "team", c.req.param("id"));
  return reply(c, { deleted: true });
});
