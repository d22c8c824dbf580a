import { randomUUID } from "node:crypto";
import type { Event } from "#lib/domain/events/index.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { secretsInUse } from "../endpoints/secrets.ts";
import type { RenderEventBody } from "../types.ts";
import { type ClaimArgs, type ClaimedRow, claim } from "./claim-store.ts";
import * as store from "./store.ts";
import { type BodyKey, findBodies, type Known, keepBodies, type StoredBody } from "./store.ts";

/** A delivery that this worker may send until its lease ends. */
export type ClaimedDelivery = {
  accountId: Id<"acct">;
  id: Id<"dlv">;
  mode: Mode;
  eventId: Id<"evt">;
  eventType: string;
  endpointId: Id<"we">;
  leaseId: string;
  /** The row's ctid, valid until the row is written. */
  place: string;
  attemptNumber: number;
  url: string;
  version: string;
  /** The secrets that sign now, newest first; empty when they could not be decrypted. */
  secrets: string[];
  /** The exact bytes to send; null when they could not be rendered. */
  body: string | null;
};

/** Leased deliveries without their bodies. */
export type LeasedDeliveries = { leaseId: string; rows: readonly ClaimedRow[] };

/**
 * Leases up to `limit` due deliveries with at most `perEndpoint` in flight per endpoint (`perFailingEndpoint`
 * for a failing one). Skips rows that another worker has locked. Accounts take turns, oldest delivery first.
 * Call it for `pending` before `retrying`, so that first attempts go before retries.
 */
export async function leaseDueDeliveries(
  args: Omit<ClaimArgs, "now" | "leaseId" | "leasedUntil"> & { leaseMs: number },
): Promise<LeasedDeliveries> {
  const leaseId = randomUUID();
  const ms = nowMs();
  const { leaseMs, ...rest } = args;
  const rows = await claim({
    ...rest,
    leaseId,
    now: dateFromMs(ms),
    leasedUntil: dateFromMs(ms + leaseMs),
  });
  return { leaseId, rows };
}

/**
 * Returns leased deliveries in their order with the bytes to send, which are stored before anything is sent.
 * Holds the deliveries of endpoints disabled since the claim; cancels those of deleted endpoints and of events
 * that are no longer kept.
 */
export async function prepareDeliveries(
  leased: LeasedDeliveries,
  render: RenderEventBody,
): Promise<ClaimedDelivery[]> {
  const { leaseId } = leased;
  const moment = dateFromMs(nowMs());
  const rows = await withKnown(leased.rows);
  const gone = rows.filter((row) => !isSendable(row));
  if (gone.length > 0) await store.setAside(leaseId, gone, moment);
  const sendable = rows.filter(isSendable);
  const bodies = await bodiesOf(sendable, render);
  const secrets = secretsOf(sendable, moment);
  return sendable.map((row) => ({
    accountId: row.accountId,
    id: row.id,
    mode: row.mode,
    eventId: row.eventId,
    eventType: row.eventType,
    endpointId: row.endpointId,
    leaseId,
    place: row.place,
    attemptNumber: row.attemptCount + 1,
    url: row.url,
    version: row.version,
    secrets: secrets.get(row.endpointId)!,
    body: row.known.body ?? bodies.get(keyOf(row)) ?? null,
  }));
}

/** Leases due deliveries and prepares them (`leaseDueDeliveries`, `prepareDeliveries`). */
export async function claimDueDeliveries(
  args: Parameters<typeof leaseDueDeliveries>[0],
  render: RenderEventBody,
): Promise<ClaimedDelivery[]> {
  return await prepareDeliveries(await leaseDueDeliveries(args), render);
}

type KnownRow = ClaimedRow & { known: Known };
type SendableRow = ClaimedRow & {
  known: { body: string | null; event: NonNullable<Known["event"]> };
};

/** Adds the event and body to each row; deliveries of one event and version share them. */
async function withKnown(rows: readonly ClaimedRow[]): Promise<KnownRow[]> {
  if (rows.length === 0) return [];
  const keys = new Map(rows.map((row) => [keyOf(row), row]));
  const found = await findBodies([...keys.values()]);
  const known = new Map([...keys.keys()].map((key, index) => [key, found[index]!]));
  return rows.map((row) => ({ ...row, known: known.get(keyOf(row))! }));
}

function isSendable(row: KnownRow): row is SendableRow {
  return row.known.event !== null && !row.endpointDeleted && row.endpointStatus === "enabled";
}

/** The secrets of each endpoint, decrypted once for all its deliveries. */
function secretsOf(rows: readonly SendableRow[], moment: Date): Map<Id<"we">, string[]> {
  const secrets = new Map<Id<"we">, string[]>();
  for (const row of rows) {
    if (!secrets.has(row.endpointId)) secrets.set(row.endpointId, tryDecrypt(row, moment));
  }
  return secrets;
}

/** A secret that is damaged or encrypted with another master key must not stop other endpoints. */
function tryDecrypt(row: SendableRow, moment: Date): string[] {
  try {
    return secretsInUse({ ...row, id: row.endpointId }, moment);
  } catch (error) {
    log.error("signing secret could not be decrypted", { error, endpoint: row.endpointId });
    return [];
  }
}

const keyOf = (key: BodyKey) => `${key.accountId} ${key.eventId} ${key.version}`;

/** Renders and stores the bodies that are not stored yet. */
async function bodiesOf(
  rows: readonly SendableRow[],
  render: RenderEventBody,
): Promise<Map<string, string>> {
  const rendered = new Map<string, StoredBody>();
  for (const row of rows) {
    if (row.known.body !== null || rendered.has(keyOf(row))) continue;
    const body = tryRender(row, render);
    if (body === null) continue;
    const { accountId, eventId, version } = row;
    rendered.set(keyOf(row), { accountId, eventId, version, body });
  }
  if (rendered.size === 0) return new Map();
  const kept = await keepBodies([...rendered.values()]);
  return new Map([...rendered.keys()].map((key, index) => [key, kept[index]!]));
}

/** An event that cannot be rendered in a version must not stop other deliveries. */
function tryRender(row: SendableRow, render: RenderEventBody): string | null {
  const known = row.known.event;
  const event = { ...known, createdAt: dateFromMs(Date.parse(String(known.createdAt))) } as Event;
  try {
    return render(event, row.version);
  } catch (error) {
    log.error("event could not be rendered", {
      error,
      event: row.eventId,
      version: row.version,
    });
    return null;
  }
}
