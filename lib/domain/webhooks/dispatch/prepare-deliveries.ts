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

type KnownRow = { row: TakenDelivery; receiver: Receiver; known: Known };
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
  const goes = (each: KnownRow): each is SendableRow =>
    each.known.event !== null &&
    each.receiver.status === "enabled" &&
    !each.receiver.deleted &&
    !(isNew && each.receiver.failing);
  const gone = rows.filter((each) => !goes(each));
  if (gone.length > 0) {
    const asides = gone.map(({ row, known }) => ({ ...row, forgotten: known.event === null }));
    await (isNew ? moveToQueue(asides) : setAside(leaseId, asides, moment));
  }
  const sendable = rows.filter(goes);
  const bodies = renderAll(sendable, render);
  const keys = keysOf(sendable, moment);
  return sendable.map(({ row, receiver, known }) => ({
    ...row,
    leaseId,
    attemptNumber: row.attemptCount + 1,
    url: receiver.url,
    version: receiver.version,
    ...keys.get(receiver.id)!,
    body: known.body ?? bodies.get(known) ?? null,
    bodyStored: known.body !== null,
    traceparent: known.event.traceparent ?? null,
  }));
}

/** Adds the endpoint, the event and the body to each row; deliveries of one event and version share them. */
async function withKnown(rows: readonly TakenDelivery[]): Promise<KnownRow[]> {
  if (rows.length === 0) return [];
  const receivers = await findReceivers(rows);
  const keys = new Map<string, BodyKey>();
  const keyed = rows.map((row) => {
    const receiver = receivers.get(row.endpointId)!;
    const { accountId, eventId } = row;
    const key = `${eventId} ${receiver.version}`;
    if (!keys.has(key)) keys.set(key, { accountId, eventId, version: receiver.version });
    return { row, receiver, key };
  });
  const found = await findBodies([...keys.values()]);
  const known = new Map([...keys.keys()].map((key, index) => [key, found[index]!]));
  return keyed.map(({ row, receiver, key }) => ({ row, receiver, known: known.get(key)! }));
}

type Keys = Pick<PreparedDelivery, "secrets" | "headers">;

/** The secrets and own headers of each endpoint, decrypted once for all its deliveries. */
function keysOf(rows: readonly SendableRow[], moment: Date): Map<Id<"we">, Keys> {
  const keys = new Map<Id<"we">, Keys>();
  for (const { receiver } of rows) {
    const { id } = receiver;
    if (keys.has(id)) continue;
    try {
      keys.set(id, {
        secrets: secretsInUse(receiver, moment),
        headers: readHeaders(id, receiver.headers),
      });
    } catch (error) {
      // Damaged or encrypted with another master key: it must not stop other endpoints.
      log.error("signing secret could not be decrypted", { error, endpoint: id });
      keys.set(id, { secrets: [], headers: {} });
    }
  }
  return keys;
}

/** Renders the bodies that are not stored yet, each once. */
function renderAll(rows: readonly SendableRow[], render: RenderEventBody): Map<Known, string> {
  const rendered = new Map<Known, string>();
  for (const { known, receiver } of rows) {
    if (known.body !== null || rendered.has(known)) continue;
    const { version } = receiver;
    try {
      rendered.set(known, render(known.event, version));
    } catch (error) {
      // It must not stop other deliveries.
      log.error("event could not be rendered", { error, event: known.event.id, version });
    }
  }
  return rendered;
}
