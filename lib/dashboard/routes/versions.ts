import { z } from "zod";
import { getAccount, getPin, pinVersion } from "#lib/domain/accounts/index.ts";
import {
  EVENT_TYPES,
  type Event,
  type EventType,
  getEvent,
  listEvents,
  sampleOf,
  shadowDiff,
  subscriptionsTo,
} from "#lib/domain/events/index.ts";
import { flushKeyUse, listKeys, versionDaysOf, versionUseOf } from "#lib/domain/keys/index.ts";
import { findUserName } from "#lib/domain/members/index.ts";
import { listPayments } from "#lib/domain/payments/index.ts";
import { listRefunds } from "#lib/domain/refunds/index.ts";
import {
  type Endpoint,
  latestEventsTo,
  listEndpoints,
  MAX_ENDPOINTS,
} from "#lib/domain/webhooks/index.ts";
import { DAY_MS, now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { isReleased, NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";
import { COMPARED_SUBJECTS, type ComparedSubject } from "#lib/kernel/vocabulary/versions.ts";
import { renderEventBody, wireAt, wireOf } from "#lib/wire/index.ts";
import { readParam } from "../list-params.ts";
import { requestMarkers } from "../markers.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import type { QueryContext } from "../typed-routes.ts";
import { reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { type SubjectView, versionsView } from "../views/versions.ts";

export const versionRoutes = routesAt("/:mode/versions");

/** The chart shows 30 local days, so the first one begins less than 31 days ago. */
const CHART_MS = 31 * DAY_MS;

versionRoutes.get("/", async (c) => reply(c, await readVersions(c)));

async function readVersions(c: DashboardContext) {
  const ctx = c.get("ctx");
  await flushKeyUse().catch((error) => log.warn("key counters are late", { error }));
  const [pin, use, days, keys, endpoints, markers] = await Promise.all([
    getPin(ctx),
    versionUseOf(ctx),
    versionDaysOf(ctx, c.get("membership").timezone),
    listKeys(ctx),
    listEndpoints(ctx, { limit: MAX_ENDPOINTS }),
    requestMarkers(ctx, { lastMs: CHART_MS }),
  ]);
  const changedBy = pin.lastChange && (await findUserName(pin.lastChange.changedBy));
  return versionsView({ pin, changedBy, use, days, keys, endpoints: endpoints.items, markers });
}

export const params = z.strictObject({
  version: z.string().max(20),
  /** The pin that the member saw. */
  from: z.string().max(20),
  /** The account's name, required in live mode: every request without a version header changes its shape. */
  name: z.string().max(500).optional(),
});

/** Pins the mode to another version. Throws as `pinVersion`, and in live mode `parameter_invalid` (`name`) without the
 *  account's name. */
versionRoutes.post("/", requireRole("manage_versions"), async (c) => {
  const ctx = c.get("ctx");
  const { version, from, name } = await readBody(c, params);
  if (ctx.mode === "live") {
    const account = await getAccount(ctx);
    if (name?.trim() !== account.name) {
      throw invalid(
        "name",
        `Type the account's name, ${account.name}, to change its live version.`,
      );
    }
  }
  await pinVersion(ctx, { version, from });
  return reply(c, await readVersions(c));
});

/** A recent object of the merchant in two versions. */
versionRoutes.get("/compare", async (c) => {
  const from = readVersion(c, "from");
  const to = readVersion(c, "to");
  const about = readParam(c, "about") ?? "declined_payment";
  if (!isSubject(about)) throw invalid("about", "Unknown kind of object.");
  const subject = await findSubject(c.get("ctx"), about);
  return reply(c, {
    about,
    id: subject.id,
    isReal: subject.isReal,
    from,
    to,
    before: subject.in(from),
    after: subject.in(to),
  });
});

/** Differences between two versions in the account's last week, by field. */
versionRoutes.get("/shadow", async (c) => {
  const from = readVersion(c, "from");
  const to = readVersion(c, "to");
  const diff = await shadowDiff(c.get("ctx"), { from, to });
  return reply(c, { from, to, ...diff, since: diff.since.toISOString() });
});

function isSubject(name: string): name is ComparedSubject {
  return (COMPARED_SUBJECTS as readonly string[]).includes(name);
}

/** An object that can be rendered in any version. */
type Subject = SubjectView & {
  in(version: Version): Record<string, unknown>;
};

type Wire = Record<string, unknown>;
type Finder = (ctx: Context) => Promise<Subject>;

const LIST_ROWS = 2;

const FINDERS: Readonly<Record<ComparedSubject, Finder>> = {
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
  event: async (ctx) => {
    const event = await recentEvent(ctx);
    return event ? bodiesOf(event, true) : bodiesOf(sampleEvent(ctx, "payment.failed"), false);
  },
};

/** Reads a version from the query. Throws `version_unknown`. */
export function readVersion<N extends "from" | "to">(c: QueryContext<N>, name: N): Version {
  const version = readParam(c, name) ?? "";
  if (isReleased(version)) return version;
  const message = `${version.slice(0, 40) || "Nothing"} is not a released version.`;
  throw new ApiError("version_unknown", message, { param: name });
}

/** Events that show a change of an endpoint's version: its latest event of each type, or a sample event if it received
 *  none. Throws `resource_missing`. */
export async function endpointSubjects(
  ctx: Context,
  endpointId: string,
): Promise<{ version: Version; subjects: (Subject & { type: EventType })[] }> {
  const { endpoint, events } = await latestEventsTo(ctx, endpointId);
  const seen = events.map((event) => ({ type: event.type, ...bodiesOf(event, true) }));
  const type = firstType(endpoint);
  const subjects = seen.length ? seen : [{ type, ...bodiesOf(sampleEvent(ctx, type), false) }];
  // Released versions are never withdrawn, so the pin is a released version.
  return { version: endpoint.version as Version, subjects };
}

function bodiesOf(event: Event, isReal: boolean): Subject {
  return {
    id: isReal ? event.id : null,
    isReal,
    in: (version) => JSON.parse(renderEventBody(event, version)) as Wire,
  };
}

/** A recent object of the merchant, or a sample if there is none. */
async function findSubject(ctx: Context, name: ComparedSubject): Promise<Subject> {
  return await FINDERS[name](ctx);
}

function responseOf(wire: Wire, isReal: boolean): Subject {
  return { id: isReal ? String(wire.id) : null, isReal, in: (version) => wireAt(wire, version) };
}

/** Prefers a declined payment, which shows most differences between versions. */
async function recentEvent(ctx: Context): Promise<Event | null> {
  for (const type of ["payment.failed", undefined]) {
    const { items } = await listEvents(ctx, { limit: 1, type });
    if (items[0]) return await getEvent(ctx, items[0].id);
  }
  return null;
}

/** Prefers `payment.failed`, which shows most differences. */
function firstType({ events }: Endpoint): EventType {
  const types = Object.keys(EVENT_TYPES) as EventType[];
  const mine = types.filter((type) => subscriptionsTo(type).some((one) => events.includes(one)));
  return mine.find((type) => type === "payment.failed") ?? mine[0] ?? "payment.failed";
}

function sampleEvent(ctx: Context, type: EventType): Event {
  const data = sampleOf(type, ctx.mode);
  return {
    id: newId("evt"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    type,
    objectId: String(data.id),
    data,
    version: NEWEST_VERSION,
    requestId: null,
    createdAt: now(),
  };
}
