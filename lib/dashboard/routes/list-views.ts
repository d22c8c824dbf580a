import { invalid } from "#lib/kernel/errors.ts";
import { VIEWED_LISTS } from "#lib/kernel/vocabulary/list-views.ts";
import { readParam } from "../list-params.ts";
import { COUNTERS } from "../lists/viewed.ts";
import { type QueryContext, reply, routesAt } from "../typed-routes.ts";

export const listViewRoutes = routesAt("/:mode/list-views");

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
  const count = COUNTERS[readList(c)];
  const queries = (readParam(c, "of") ?? "").split("\n");
  if (queries.length > MOST_COUNTED) throw invalid("of", `Count at most ${MOST_COUNTED} filters.`);
  const counts = [];
  for (const query of queries) {
    counts.push(await count(c, Object.fromEntries(new URLSearchParams(query))));
  }
  return reply(c, { counts });
});
