import { z } from "zod";
import { browseEvents, getEvent } from "#lib/domain/events/index.ts";
import {
  browseDeliveries,
  deliveryDetail,
  latestDeliveries,
  listEndpoints,
  MOST_REPLAYED,
  reconcileDeliveries,
  replayDeliveries,
  replayDelivery,
  replayEvent,
  whyNotReplayed,
} from "#lib/domain/webhooks/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { isReleased } from "#lib/kernel/versions.ts";
import { renderEventBody } from "#lib/wire/index.ts";
import { readChoices, readPageParam, readParam, readPeriod, readText } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { deliveryList, eventList, TYPES } from "../lists/webhooks.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import {
  deliveryListItemView,
  deliveryView,
  eventListItemView,
  eventView,
} from "../views/webhooks.ts";
import { pinOf } from "./endpoints.ts";

export const deliveryRoutes = routesAt("/:mode/deliveries");

/** Above the limit of endpoints per account and mode. */
const ALL_ENDPOINTS = 100;

export const selection = z.strictObject({
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

/** Events compared with their deliveries, by default of the last 24 hours. */
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

deliveryRoutes.get("/:id", async (c) => {
  const detail = await deliveryDetail(c.get("ctx"), c.req.param("id"));
  const refusals = { replay: whyNotReplayed(detail.delivery, detail.endpoint) };
  const actions = allowedActions("delivery", c.get("membership").role, refusals);
  return reply(c, deliveryView(detail, actions));
});

/** Replays the selected deliveries; the outcomes are in the given order. */
deliveryRoutes.post("/replay", requireRole("manage_webhooks"), async (c) => {
  const { ids } = await readBody(c, selection);
  return reply(c, { outcomes: await replayDeliveries(c.get("ctx"), ids) }, 201);
});

/** Creates a new delivery of the same event to the same endpoint. */
deliveryRoutes.post("/:id/replay", requireRole(ACTIONS.delivery.replay), async (c) => {
  const replay = await replayDelivery(c.get("ctx"), c.req.param("id"));
  return reply(c, { deliveryId: replay.id }, 201);
});

export const eventRoutes = routesAt("/:mode/events");

/** An event has at most fifty deliveries plus replays; the list of deliveries shows all. */
const SHOWN_DELIVERIES = 100;

export const replay = z.strictObject({ endpoint: z.string().max(60).optional() });

eventRoutes.get("/", async (c) => {
  const found = await browseEvents(c.get("ctx"), eventList.filter(c), readPageParam(c));
  const { rows, total, older, newer } = found;
  return reply(c, {
    events: rows.map(eventListItemView),
    total,
    older,
    newer,
    types: TYPES,
  });
});

addExport(eventRoutes, eventList);

/** One event with its body in the pinned version, or in `version`. */
eventRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const pin = await pinOf(c);
  const version = readParam(c, "version") || pin;
  if (!isReleased(version)) {
    throw new ApiError("version_unknown", `${version.slice(0, 40)} is not a released version.`);
  }
  const event = await getEvent(ctx, c.req.param("id"));
  const deliveries = await latestDeliveries(ctx, { eventId: event.id }, SHOWN_DELIVERIES);
  return reply(
    c,
    eventView(event, {
      version,
      body: renderEventBody(event, version),
      pin,
      deliveries: deliveries.map(deliveryListItemView),
    }),
  );
});

/** Replays the event to one endpoint, or to every enabled endpoint that received it or subscribes now. */
eventRoutes.post("/:id/replay", requireRole("manage_webhooks"), async (c) => {
  const { endpoint } = await readBody(c, replay);
  const replays = await replayEvent(c.get("ctx"), c.req.param("id"), endpoint);
  return reply(c, { deliveryIds: replays.map(({ id }) => id) }, 201);
});
