import { z } from "zod";
import {
  browseDeliveries,
  deliveryDetail,
  listEndpoints,
  MOST_REPLAYED,
  reconcileDeliveries,
  replayDeliveries,
  replayDelivery,
} from "#lib/domain/webhooks/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import { readChoices, readPageParam, readPeriod, readText } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { deliveryList, TYPES } from "../lists/webhooks.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { deliveryListItemView, deliveryView } from "../views/deliveries.ts";

export const deliveryRoutes = routesAt("/:mode/deliveries");

/** More than an account can have in one mode. */
const ALL_ENDPOINTS = 100;

const selection = z.strictObject({
  ids: z.array(z.string().max(60)).min(1, "Select a delivery.").max(MOST_REPLAYED),
});

deliveryRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const [found, endpoints] = await Promise.all([
    browseDeliveries(ctx, deliveryList.filter(c), readPageParam(c)),
    listEndpoints(ctx, { limit: ALL_ENDPOINTS }),
  ]);
  const { rows, total, uncounted, older, newer } = found;
  return reply(c, {
    deliveries: rows.map(deliveryListItemView),
    total,
    uncounted,
    older,
    newer,
    endpoints: endpoints.items.map(({ id, url }) => ({ id, url })),
    types: TYPES,
  });
});

addExport(deliveryRoutes, deliveryList);

/** What was announced against what came of it; the last 24 hours unless told otherwise. */
deliveryRoutes.get("/reconciliation", async (c) => {
  const found = await reconcileDeliveries(c.get("ctx"), {
    happened: readPeriod(c, "happened") ?? {
      lastMs: DAY_MS,
      presentMs: businessNowMs(c.get("ctx")),
    },
    types: readChoices(c, "type", TYPES),
    endpointId: readText(c, "endpoint"),
  });
  return reply(c, { ...found, types: TYPES });
});

deliveryRoutes.get("/:id", async (c) =>
  reply(c, deliveryView(await deliveryDetail(c.get("ctx"), c.req.param("id")))),
);

/** Sends a selection again: what became of each, in the order given. */
deliveryRoutes.post("/replay", requireRole("manage_webhooks"), async (c) => {
  const { ids } = await readBody(c, selection);
  return reply(c, { outcomes: await replayDeliveries(c.get("ctx"), ids) }, 201);
});

/** A new delivery of the same event to the same endpoint; its id is where to look next. */
deliveryRoutes.post("/:id/replay", requireRole("manage_webhooks"), async (c) => {
  const replay = await replayDelivery(c.get("ctx"), c.req.param("id"));
  return reply(c, { deliveryId: replay.id }, 201);
});
