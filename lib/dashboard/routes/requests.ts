import { listKeys } from "#lib/domain/keys/index.ts";
import { browseRequests, requestDetail } from "#lib/domain/request-log/index.ts";
import { railCallsBy } from "#lib/domain/traces/index.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { readPageParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { CODES, requestList } from "../lists/logs.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { gapView, keyNameView, requestView } from "../views/requests.ts";
import { requestListItemView } from "../views/shared.ts";

/** The log of API requests. */
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
