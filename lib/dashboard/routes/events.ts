import { z } from "zod";
import { browseEvents, getEvent } from "#lib/domain/events/index.ts";
import { keyStatus, listKeys } from "#lib/domain/keys/index.ts";
import { latestDeliveries, replayEvent } from "#lib/domain/webhooks/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { isReleased } from "#lib/kernel/versions.ts";
import { renderEventBody } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { eventList, TYPES } from "../lists/webhooks.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { deliveryListItemView } from "../views/deliveries.ts";
import { eventListItemView, eventView } from "../views/events.ts";
import { pinOf } from "./endpoints.ts";

export const eventRoutes = routesAt("/:mode/events");

/** One event goes to fifty endpoints at most; replays make it more, and the list has them all. */
const SHOWN_DELIVERIES = 100;

const replay = z.strictObject({ endpoint: z.string().max(60).optional() });

eventRoutes.get("/", async (c) => {
  const found = await browseEvents(c.get("ctx"), eventList.filter(c), readPageParam(c));
  const { rows, total, older, newer } = found;
  return reply(c, {
    events: rows.map(eventListItemView),
    total,
    older,
    newer,
    types: TYPES,
    firstCall: total === 0 ? await firstCallOf(c.get("ctx")) : null,
  });
});

addExport(eventRoutes, eventList);

async function firstCallOf(ctx: Context) {
  const keys = await listKeys(ctx);
  const key = keys.find((one) => one.kind === "secret" && keyStatus(one) === "active");
  return { baseUrl: env.publicUrl, keyHint: key?.hint ?? null };
}

/** One event, its body rendered in the account's pinned version or in the one asked for. */
eventRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const pin = await pinOf(c);
  const version = c.req.query("version") || pin;
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

/** Sends the event again, to every enabled endpoint that had it or wants it now, or to one. */
eventRoutes.post("/:id/replay", requireRole("manage_webhooks"), async (c) => {
  const { endpoint } = await readBody(c, replay);
  const replays = await replayEvent(c.get("ctx"), c.req.param("id"), endpoint);
  return reply(c, { deliveryIds: replays.map(({ id }) => id) }, 201);
});
