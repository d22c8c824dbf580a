import {
  type Event,
  getEvent,
  listEvents,
  renderBody,
  sampleOf,
  subscriptionsTo,
  wireAt,
  wireOf,
} from "#lib/domain/events/index.ts";
import { listPayments } from "#lib/domain/payments/index.ts";
import { listRefunds } from "#lib/domain/refunds/index.ts";
import { type Endpoint, getEndpoint } from "#lib/domain/webhooks/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";
import type { SubjectName, SubjectView } from "../views/versions.ts";

/** One object to look at in two versions, and how each of them shows it. */
export type Subject = SubjectView & {
  in(version: Version): Record<string, unknown>;
};

type Wire = Record<string, unknown>;
type Finder = (ctx: Context, endpoint: Endpoint | null) => Promise<Subject>;

const LIST_ROWS = 2;
/** How far back an endpoint's own kind of event is looked for. */
const EVENTS_LOOKED_AT = 100;

const FINDERS: Readonly<Record<SubjectName, Finder>> = {
  declined_payment: async (ctx) => {
    const { items } = await listPayments(ctx, { limit: 1, status: "failed" });
    return responseOf(
      items[0] ? wireOf("payment", items[0]) : sampleOf("payment.failed", ctx.mode),
      items.length > 0,
    );
  },
  payment: async (ctx) => {
    const { items } = await listPayments(ctx, { limit: 1, status: "succeeded" });
    return responseOf(
      items[0] ? wireOf("payment", items[0]) : sampleOf("payment.succeeded", ctx.mode),
      items.length > 0,
    );
  },
  refund: async (ctx) => {
    const { items } = await listRefunds(ctx, { limit: 1 });
    return responseOf(
      items[0] ? wireOf("refund", items[0]) : sampleOf("refund.failed", ctx.mode),
      items.length > 0,
    );
  },
  list: async (ctx) => {
    const page = await listPayments(ctx, { limit: LIST_ROWS });
    const real = page.items.length > 0;
    const data = real
      ? page.items.map((payment) => wireOf("payment", payment))
      : [sampleOf("payment.succeeded", ctx.mode)];
    const wire: Wire = {
      object: "list",
      url: "/v1/payments",
      data,
      has_more: page.hasMore,
      next_cursor: page.nextCursor,
    };
    return { ...responseOf(wire, real), id: null };
  },
  event: async (ctx, endpoint) => {
    const event = await recentEvent(ctx, endpoint);
    const shown = event ?? sampleEvent(ctx);
    return {
      id: event?.id ?? null,
      isReal: event !== null,
      in: (version) => JSON.parse(renderBody(shown, version)) as Wire,
    };
  },
};

/** What the merchant's own recent traffic has to show of a kind; a made-up one where there is none.
 *  For an endpoint, an event that it subscribes to. Throws `resource_missing` for an endpoint that is
 *  none of theirs. */
export async function findSubject(
  ctx: Context,
  name: SubjectName,
  endpointId: string | undefined,
): Promise<Subject> {
  const endpoint = endpointId === undefined ? null : await getEndpoint(ctx, endpointId);
  return await FINDERS[name](ctx, endpoint);
}

function responseOf(wire: Wire, isReal: boolean): Subject {
  return { id: isReal ? String(wire.id) : null, isReal, in: (version) => wireAt(wire, version) };
}

/** A declined payment shows most of what versions differ in, so one is taken where there is one. */
async function recentEvent(ctx: Context, endpoint: Endpoint | null): Promise<Event | null> {
  const wants = ({ type }: Pick<Event, "type">) =>
    endpoint === null || subscriptionsTo(type).some((one) => endpoint.events.includes(one));
  if (wants({ type: "payment.failed" })) {
    const { items } = await listEvents(ctx, { limit: 1, type: "payment.failed" });
    if (items[0]) return await getEvent(ctx, items[0].id);
  }
  const { items } = await listEvents(ctx, { limit: EVENTS_LOOKED_AT });
  return items.find(wants) ?? null;
}

function sampleEvent(ctx: Context): Event {
  const data = sampleOf("payment.failed", ctx.mode);
  return {
    id: newId("evt"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    type: "payment.failed",
    objectId: String(data.id),
    data,
    version: NEWEST_VERSION,
    requestId: null,
    createdAt: now(),
  };
}
