import { z } from "zod";
import { getAccount } from "#lib/domain/accounts/index.ts";
import { EVENT_TYPES, type EventType, sampleOf } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import {
  browseEndpoints,
  checkNewEndpoint,
  createEndpointIn,
  deleteEndpoint,
  type EndpointWithSecret,
  emitTestEvent,
  endOverlap,
  endpointDetail,
  endpointHistory,
  getEndpoint,
  MAX_ENDPOINTS,
  probeReceiver,
  rotateSecretIn,
  sendTestEvent,
  updateEndpoint,
  whyNotTested,
} from "#lib/domain/webhooks/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { ENDPOINT_STATUSES, HISTORY_WINDOWS } from "#lib/kernel/vocabulary/webhooks.ts";
import { wireFault } from "#lib/wire/fault.ts";
import { readChoices, readParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { endpointList } from "../lists/webhooks.ts";
import { requestMarkers } from "../markers.ts";
import { requireRole } from "../middleware/require.ts";
import { attemptId, readBody } from "../read-body.ts";
import { reply, replyOnce, replyPrepared, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import {
  type EndpointSecretView,
  endpointDetailView,
  endpointListItemView,
  endpointView,
  historyView,
  offerView,
} from "../views/endpoints.ts";
import { endpointSubjects, readVersion } from "./versions.ts";

export const endpointRoutes = routesAt("/:mode/endpoints");

const url = z.string().min(1, "Enter the address that webhooks go to.").max(4_096);
const events = z
  .array(z.string().max(100))
  .min(1, "Choose at least one event, or everything.")
  .max(100);
const about = {
  version: z.string().max(20).optional(),
  description: z.string().max(2_000).nullish(),
  headers: z.record(z.string().max(200), z.string().max(2_000)).optional(),
};
export const newEndpoint = z.strictObject({ attempt: attemptId, url, events, ...about });
export const changes = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  ...about,
  status: z.enum(ENDPOINT_STATUSES).optional(),
  sendHeld: z.boolean().optional(),
  fromVersion: z.string().max(20).optional(),
});
export const rotation = z.strictObject({
  attempt: attemptId,
  overlapHours: z.number().optional(),
});
export const deletion = z.strictObject({ host: z.string().max(300).optional() });

/** The version that the account is pinned to in this mode. */
export async function pinOf(c: DashboardContext): Promise<string> {
  const account = await getAccount(c.get("membership"));
  return c.get("ctx").mode === "live" ? account.liveVersion : account.testVersion;
}

endpointRoutes.get("/", async (c) => {
  const [found, pin] = await Promise.all([browseEndpoints(c.get("ctx")), pinOf(c)]);
  return reply(c, {
    endpoints: found.map(endpointListItemView),
    offer: offerView(pin),
    most: MAX_ENDPOINTS,
  });
});

addExport(endpointRoutes, endpointList);

endpointRoutes.get("/:id", async (c) => {
  const [detail, pin] = await Promise.all([
    endpointDetail(c.get("ctx"), c.req.param("id")),
    pinOf(c),
  ]);
  const actions = allowedActions("endpoint", c.get("membership").role, {
    ...{ edit: null, enable: null, disable: null, rotate: null, endOverlap: null, delete: null },
    test: whyNotTested(detail.endpoint),
  });
  return reply(c, endpointDetailView(detail, pin, actions));
});

/** Figures per time slot, for charts. */
endpointRoutes.get("/:id/history", async (c) => {
  const [window = "24h"] = readChoices(c, "window", HISTORY_WINDOWS) ?? [];
  const ctx = c.get("ctx");
  const slots = await endpointHistory(ctx, c.req.param("id"), window);
  const [from, to] = [slots[0]?.from ?? null, slots.at(-1)?.to ?? null];
  return reply(c, { ...historyView(slots), markers: await requestMarkers(ctx, { from, to }) });
});

/** The endpoint's latest event of each type, in its version and in `to`. */
endpointRoutes.get("/:id/compare", async (c) => {
  const to = readVersion(c, "to");
  const shown = await endpointSubjects(c.get("ctx"), c.req.param("id"));
  return reply(c, {
    from: shown.version,
    to,
    events: shown.subjects.map(({ type, id, isReal, in: bodyIn }) => ({
      type,
      id,
      isReal,
      before: bodyIn(shown.version),
      after: bodyIn(to),
    })),
  });
});

const NEW_SECRET = { status: 201, sensitive: true, view: secretView } as const;

/** Registers an endpoint once per attempt. Throws as `createEndpoint`. */
endpointRoutes.post("/", requireRole("manage_webhooks"), async (c) => {
  const ctx = c.get("ctx");
  const { attempt, ...params } = await readBody(c, newEndpoint);
  return await replyPrepared(
    c,
    ctx,
    { ...NEW_SECRET, attempt, params },
    {
      prepare: () => checkNewEndpoint(ctx, params),
      work: (tx, checked) => createEndpointIn(tx, ctx, params, checked),
    },
  );
});

/** Changes the given fields, also `status`. */
endpointRoutes.post("/:id", requireRole(ACTIONS.endpoint.edit), async (c) => {
  const wanted = await readBody(c, changes);
  const { endpoint, note } = await updateEndpoint(c.get("ctx"), c.req.param("id"), wanted);
  return reply(c, { endpoint: endpointView(endpoint), note });
});

/** In live mode the host must be typed: pending deliveries of the endpoint are not sent any more. */
endpointRoutes.post("/:id/delete", requireRole(ACTIONS.endpoint.delete), async (c) => {
  const ctx = c.get("ctx");
  const { host } = await readBody(c, deletion);
  const endpoint = await getEndpoint(ctx, c.req.param("id"));
  const wanted = new URL(endpoint.url).host;
  if (ctx.mode === "live" && host?.trim() !== wanted) {
    throw invalid("host", `Type ${wanted} to delete the endpoint.`);
  }
  await deleteEndpoint(ctx, endpoint.id);
  return reply(c, { deleted: true });
});

endpointRoutes.post("/:id/rotate", requireRole(ACTIONS.endpoint.rotate), async (c) => {
  const ctx = c.get("ctx");
  const { attempt, ...params } = await readBody(c, rotation);
  const { overlapHours } = params;
  return await replyOnce(c, { ...NEW_SECRET, attempt, params }, (request, render) =>
    once(ctx, request, (tx) => rotateSecretIn(tx, ctx, c.req.param("id"), overlapHours), render),
  );
});

/** Ends the overlap of a rotation: the previous secret signs nothing from now on. */
endpointRoutes.post("/:id/end-overlap", requireRole(ACTIONS.endpoint.endOverlap), async (c) =>
  reply(c, { endpoint: endpointView(await endOverlap(c.get("ctx"), c.req.param("id"))) }),
);

/** Tries a TLS handshake with the receiver, as enabling does. */
endpointRoutes.post("/:id/probe", requireRole("manage_webhooks"), async (c) => {
  const ctx = c.get("ctx");
  const { url } = await getEndpoint(ctx, c.req.param("id"));
  return reply(c, await probeReceiver(ctx.mode, url));
});

function secretView({ endpoint, secret, note }: EndpointWithSecret): EndpointSecretView {
  return { endpoint: endpointView(endpoint), secret, note };
}

/** Sample events, sent from an endpoint's screen. */
export const testEventRoutes = routesAt("/:mode/endpoints");

export const params = z.strictObject({
  type: z.string().max(100).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  /** To every subscribed endpoint instead of this one. */
  toAll: z.boolean().default(false),
  /** Also sends an object that violates the contract, to test how a receiver handles it. */
  anyShape: z.boolean().default(false),
});

/** A sample object of an event type. */
testEventRoutes.get("/:id/sample", async (c) => {
  const ctx = c.get("ctx");
  await getEndpoint(ctx, c.req.param("id"));
  return reply(c, { data: sampleOf(readType(readParam(c, "type") ?? ""), ctx.mode) });
});

testEventRoutes.post("/:id/test", requireRole(ACTIONS.endpoint.test), async (c) => {
  const ctx = c.get("ctx");
  const { toAll, anyShape, ...request } = await readBody(c, params);
  const { id } = await getEndpoint(ctx, c.req.param("id"));
  if (request.data && !anyShape) checkShape(readType(request.type ?? ""), request.data);
  const { event, deliveries } = toAll
    ? await emitTestEvent(ctx, request)
    : await sendTestEvent(ctx, id, request).then(({ event, delivery }) => ({
        event,
        deliveries: [delivery],
      }));
  const shown = deliveries.find(({ endpointId }) => endpointId === id) ?? deliveries[0];
  return reply(
    c,
    {
      eventId: event.id,
      eventType: event.type,
      deliveryId: shown?.id ?? null,
      deliveries: deliveries.length,
    },
    201,
  );
});

/** Throws `parameter_invalid` with the first field that violates the contract. */
function checkShape(type: EventType, data: Record<string, unknown>): void {
  const fault = wireFault(type, data);
  if (fault)
    throw invalid(`data.${fault.field}`, `${fault.field || "The object"}: ${fault.message}`);
}

function readType(type: string): EventType {
  if (Object.hasOwn(EVENT_TYPES, type)) return type as EventType;
  throw invalid("type", "Unknown event type.");
}
