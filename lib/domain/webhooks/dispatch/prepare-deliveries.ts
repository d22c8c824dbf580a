import type { Event } from "#lib/domain/events/index.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { type OwnHeaders, readHeaders } from "../endpoints/headers.ts";
import { secretsInUse } from "../endpoints/secrets.ts";
import type { RenderEventBody } from "../types.ts";
import { moveToQueue } from "./arrivals-store.ts";
import {
  type BodyKey,
  findBodies,
  findReceivers,
  type Known,
  type Receiver,
} from "./bodies-store.ts";
import { setAside } from "./record-store.ts";

/** A delivery of which this worker may make the next attempt. */
export type TakenDelivery = {
  accountId: Id<"acct">;
  id: Id<"dlv">;
  mode: Mode;
  eventId: Id<"evt">;
  eventType: string;
  endpointId: Id<"we">;
  attemptCount: number;
  /** The row's ctid, valid until the row is written. */
  place: string;
};

/** `leaseId` guards rows of the queue; null for new deliveries, which the worker's lanes guard. */
export type TakenDeliveries = { leaseId: string | null; rows: readonly TakenDelivery[] };

/** A delivery with everything that its next attempt needs. */
export type PreparedDelivery = Omit<TakenDelivery, "attemptCount"> & {
  leaseId: string | null;
  attemptNumber: number;
  url: string;
  version: string;
  /** The secrets that sign now, newest first; empty when they could not be decrypted. */
  secrets: string[];
  /** The endpoint's own headers. */
  headers: OwnHeaders;
  /** The exact bytes to send; null when they could not be rendered. */
  body: string | null;
  /** The body is stored already; otherwise it is stored with the attempt. */
  bodyStored: boolean;
  /** The recorded trace that its attempts continue. */
  traceparent?: string | null;
};

type KnownRow = TakenDelivery & { version: string; receiver: Receiver; known: Known };
type SendableRow = KnownRow & { known: { event: NonNullable<Known["event"]> } };

/**
 * Returns the deliveries in their order with the bytes to send. Holds those of disabled endpoints, and cancels those of
 * deleted endpoints and of events that are no longer kept. New deliveries to failing endpoints become rows of the
 * queue, where they take turns with the endpoint's retries.
 */
export async function prepareDeliveries(
  taken: TakenDeliveries,
  render: RenderEventBody,
): Promise<PreparedDelivery[]> {
  const { leaseId } = taken;
  const moment = dateFromMs(nowMs());
  const rows = await withKnown(taken.rows);
  const isNew = leaseId === null;
  const goes = (row: KnownRow): row is SendableRow =>
    row.known.event !== null &&
    row.receiver.status === "enabled" &&
    !row.receiver.deleted &&
    !(isNew && row.receiver.failing);
  const gone = rows.filter((row) => !goes(row));
  if (gone.length > 0) {
    await (isNew ? moveToQueue(gone.map(asMoved)) : setAside(leaseId, gone, moment));
  }
  const sendable = rows.filter(goes);
  const bodies = renderAll(sendable, render);
  const keys = keysOf(sendable, moment);
  return sendable.map(({ known, receiver, attemptCount, ...row }) => ({
    ...row,
    leaseId,
    attemptNumber: attemptCount + 1,
    url: receiver.url,
    ...keys.get(row.endpointId)!,
    body: known.body ?? bodies.get(keyOf(row)) ?? null,
    bodyStored: known.body !== null,
    traceparent: known.event.traceparent ?? null,
  }));
}

const asMoved = (row: KnownRow) => ({ ...row, forgotten: row.known.event === null });

/** Adds the endpoint, the event and the body to each row; deliveries of one event and version share them. */
async function withKnown(rows: readonly TakenDelivery[]): Promise<KnownRow[]> {
  if (rows.length === 0) return [];
  const receivers = await findReceivers(rows);
  const received = rows.map((row) => {
    const receiver = receivers.get(row.endpointId)!;
    return { ...row, receiver, version: receiver.version };
  });
  const keys = new Map(received.map((row) => [keyOf(row), row]));
  const found = await findBodies([...keys.values()]);
  const known = new Map([...keys.keys()].map((key, index) => [key, found[index]!]));
  return received.map((row) => ({ ...row, known: known.get(keyOf(row))! }));
}

type Keys = Pick<PreparedDelivery, "secrets" | "headers">;

/** The secrets and own headers of each endpoint, decrypted once for all its deliveries. */
function keysOf(rows: readonly SendableRow[], moment: Date): Map<Id<"we">, Keys> {
  const keys = new Map<Id<"we">, Keys>();
  for (const { receiver } of rows) {
    if (!keys.has(receiver.id)) keys.set(receiver.id, tryDecrypt(receiver, moment));
  }
  return keys;
}

/** A secret that is damaged or encrypted with another master key must not stop other endpoints. */
function tryDecrypt(receiver: Receiver, moment: Date): Keys {
  try {
    const secrets = secretsInUse(receiver, moment);
    return { secrets, headers: readHeaders(receiver.id, receiver.headers) };
  } catch (error) {
    log.error("signing secret could not be decrypted", { error, endpoint: receiver.id });
    return { secrets: [], headers: {} };
  }
}

const keyOf = (key: BodyKey) => `${key.eventId} ${key.version}`;

/** Renders the bodies that are not stored yet. */
function renderAll(rows: readonly SendableRow[], render: RenderEventBody): Map<string, string> {
  const rendered = new Map<string, string>();
  for (const row of rows) {
    const key = keyOf(row);
    if (row.known.body !== null || rendered.has(key)) continue;
    const body = tryRender(row, render);
    if (body !== null) rendered.set(key, body);
  }
  return rendered;
}

/** An event that cannot be rendered in a version must not stop other deliveries. */
function tryRender(row: SendableRow, render: RenderEventBody): string | null {
  const known = row.known.event;
  const { version } = row;
  const event = { ...known, createdAt: dateFromMs(Date.parse(String(known.createdAt))) } as Event;
  try {
    return render(event, version);
  } catch (error) {
    log.error("event could not be rendered", { error, event: row.eventId, version });
    return null;
  }
}
