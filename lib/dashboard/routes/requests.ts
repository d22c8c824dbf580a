import { listKeys } from "#lib/domain/keys/index.ts";
import { lookUp } from "#lib/domain/lookup/index.ts";
import { browseRequests, requestDetail } from "#lib/domain/request-log/index.ts";
import { railCallsBy, traceOf } from "#lib/domain/traces/index.ts";
import { localeRules } from "#lib/kernel/locale-rules.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { readPageParam, readText } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { CODES, requestList } from "../lists/logs.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { foundView, gapView, keyNameView, requestView, traceView } from "../views/requests.ts";
import { requestListItemView } from "../views/shared.ts";

/** The request log. */
export const requestRoutes = routesAt("/:mode/logs");

const VERSIONS = [...RELEASED_VERSIONS].reverse();

requestRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const [found, keys] = await Promise.all([
    browseRequests(ctx, requestList.filter(c), readPageParam(c)),
    listKeys(ctx),
  ]);
  const { rows, total, uncounted, older, newer, gaps } = found;
  return reply(c, {
    requests: rows.map(requestListItemView),
    total,
    uncounted,
    older,
    newer,
    gaps: gaps.map(gapView),
    keys: keys.map(keyNameView),
    versions: VERSIONS,
    errorCodes: CODES,
  });
});

addExport(requestRoutes, requestList);

requestRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const [detail, keys] = await Promise.all([requestDetail(ctx, c.req.param("id")), listKeys(ctx)]);
  const key = keys.find(({ id }) => id === detail.request.keyId);
  const railCalls = await railCallsBy(ctx, detail);
  return reply(c, requestView(detail, key ? keyNameView(key) : null, railCalls));
});

/** Everything that belongs to an id. */
export const traceRoutes = routesAt("/:mode/timelines");

traceRoutes.get("/:id", async (c) => {
  const id = c.req.param("id");
  return reply(c, traceView(id, await traceOf(c.get("ctx"), id)));
});

export const searchRoutes = routesAt("/:mode/search");

/** Search within the account and mode. */
searchRoutes.get("/", async (c) => {
  const rules = localeRules(c.get("membership").locale);
  const found = await lookUp(c.get("ctx"), readText(c, "q") ?? "", rules);
  return reply(c, { found: found.map(foundView) });
});
