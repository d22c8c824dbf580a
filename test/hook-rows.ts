import { db, getPool, schema } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { type EventType, sampleOf } from "#lib/domain/events/index.ts";
import { moveToQueue } from "#lib/domain/webhooks/index.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { encryptSecret } from "#lib/kernel/crypto.ts";
import { type Id, newId, newIdAt } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { asOwner } from "#test/as-owner.ts";
import type { Merchant } from "./merchant.ts";

/** Past webhook rows, for reads. A worker would need weeks to make them. */

type Params<T extends { $inferInsert: object }> = Partial<T["$inferInsert"]> & { mode?: Mode };
type Account = Pick<Merchant, "account">;

export const ROW_SECRET = "whsec_a_row_of_the_tests";

/** Creates partitions for past days; a test's database has only a few. */
export async function createUpcomingPartitions(daysBack: number): Promise<void> {
  await asOwner((client) => ensurePartitions(client, { nowMs: nowMs(), daysBack, daysAhead: 1 }));
}

export async function endpointRow(
  { account }: Account,
  params: Params<typeof schema.webhookEndpoints> = {},
): Promise<Id<"we">> {
  const id = newId("we");
  await db()
    .insert(schema.webhookEndpoints)
    .values({
      accountId: account.id,
      id,
      mode: "test",
      url: "https://hooks.merchant.example/paydesk",
      events: ["*"],
      version: NEWEST_VERSION,
      secret: encryptSecret(ROW_SECRET, id),
      secretHint: ROW_SECRET.slice(-4),
      createdAt: dateFromMs(nowMs()),
      ...params,
    });
  return id;
}

export async function eventRow(
  { account }: Account,
  params: Omit<Params<typeof schema.events>, "type"> & { type?: EventType } = {},
): Promise<Id<"evt">> {
  const createdAt = params.createdAt ?? dateFromMs(nowMs());
  const id = params.createdAt ? newIdAt("evt", createdAt.getTime()) : newId("evt");
  const type = params.type ?? "payment.succeeded";
  const data = params.data ?? sampleOf(type, params.mode ?? "test");
  await db()
    .insert(schema.events)
    .values({
      accountId: account.id,
      id,
      mode: "test",
      type,
      objectId: String(data.id),
      version: NEWEST_VERSION,
      ...params,
      data,
      createdAt,
    });
  return id;
}

/** A delivery of an event, delivered by default. */
export async function deliveryRow(
  { account }: Account,
  event: Id<"evt">,
  endpointId: Id<"we">,
  params: Params<typeof schema.deliveries> = {},
): Promise<Id<"dlv">> {
  const createdAt = params.createdAt ?? dateFromMs(nowMs());
  const id = params.createdAt ? newIdAt("dlv", createdAt.getTime()) : newId("dlv");
  await db()
    .insert(schema.deliveries)
    .values({
      accountId: account.id,
      id,
      mode: "test",
      eventId: event,
      eventType: "payment.succeeded",
      objectId: "pay_of_a_row",
      endpointId,
      status: "delivered",
      attemptCount: 1,
      lastResponseStatus: 200,
      ...params,
      createdAt,
    });
  return id;
}

export async function attemptRow(
  { account }: Account,
  deliveryId: Id<"dlv">,
  params: Partial<typeof schema.deliveryAttempts.$inferInsert> = {},
): Promise<void> {
  await db()
    .insert(schema.deliveryAttempts)
    .values({
      accountId: account.id,
      deliveryId,
      number: 1,
      sentAt: dateFromMs(nowMs()),
      durationMs: 80,
      requestHeaders: { "Content-Type": "application/json" },
      bodyVersion: NEWEST_VERSION,
      responseStatus: 200,
      responseHeaders: { "content-type": "text/plain" },
      responseBody: Buffer.from("ok"),
      ...params,
    });
}

export async function bodyRow({ account }: Account, eventId: Id<"evt">, body: string) {
  await db()
    .insert(schema.eventBodies)
    .values({ accountId: account.id, eventId, version: NEWEST_VERSION, body });
}

/** Empties the queue: workers and claims send deliveries of all merchants, also those of earlier tests. */
export async function clearQueue(): Promise<void> {
  await getPool().query("delete from new_deliveries");
  await getPool().query("update deliveries set next_attempt_at = null");
}

/** Makes all new deliveries rows of the queue, as a worker does when it cannot send them at once. */
export async function queueNewDeliveries(): Promise<void> {
  const { rows } = await getPool().query(
    `select account_id as "accountId", id, mode, event_id as "eventId", event_type as "eventType",
            endpoint_id as "endpointId", 0 as "attemptCount", ctid::text as place
       from new_deliveries`,
  );
  await moveToQueue(rows);
}
