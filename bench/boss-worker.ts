// Deliveries by pg-boss, tuned: batches of 500, eight concurrently, the next fetched as soon as one was full.
// Each job contains its event. The same code renders it, the same client signs and posts it, and the same data
// is recorded: the sent body and the attempt. The job state is pg-boss's own. Two ways to record: `batched`,
// like ours, with two statements per batch; `documented`, like the handlers in pg-boss's documentation, with
// one per job. Arguments: folder of pg-boss, endpoint URL, number of jobs, object, way to record. Prints
// "ready" when it has delivered a few and all jobs are queued, starts on command, and returns the milliseconds
// until all were completed.

import { pathToFileURL } from "node:url";
import { getPool } from "#db/client.ts";
import type { Event } from "#lib/domain/events/index.ts";
import { type AttemptRecord, createPoster, sendDelivery } from "#lib/domain/webhooks/index.ts";
import { env } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { renderEventBody } from "#lib/wire/versions/index.ts";

type Claimed = Parameters<typeof sendDelivery>[0];

interface Job {
  data: { delivery: Claimed; event: Omit<Event, "createdAt"> & { createdAt: string } };
}
interface Boss {
  on(event: "error", heard: (error: Error) => void): void;
  start(): Promise<unknown>;
  stop(options: object): Promise<void>;
  createQueue(name: string): Promise<void>;
  insert(name: string, jobs: Job[]): Promise<unknown>;
  work(name: string, options: object, work: (jobs: Job[]) => Promise<void>): Promise<string>;
  offWork(name: string): Promise<void>;
}

const [folder = "", url = "", countText = "", object = "{}", way = ""] = process.argv.slice(2);
const count = Number(countText);
const WARM_UP = 4_000;
const QUEUE = `deliveries_${process.pid}`;
const path = `${folder}/node_modules/pg-boss/dist/index.js`;
const { PgBoss } = (await import(pathToFileURL(path).href)) as {
  PgBoss: new (options: object) => Boss;
};

const RECORD = `
  insert into delivery_attempts (account_id, delivery_id, number, sent_at, duration_ms, request_headers,
    body_version, response_status, response_headers, response_body, response_truncated, failure_cause,
    failure_message, address, timings, signed_with, certificate)
  select account_id, delivery_id, 1, sent_at, duration_ms, request_headers, body_version,
         response_status, response_headers, response_body, response_truncated, failure_cause,
         failure_message, address, timings, array[signed_with], certificate
    from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::json[], $6::text[], $7::int[],
                $8::json[], $9::bytea[], $10::boolean[], $11::text[], $12::text[], $13::text[],
                $14::jsonb[], $15::text[], $16::jsonb[])
      as r (account_id, delivery_id, sent_at, duration_ms, request_headers, body_version,
            response_status, response_headers, response_body, response_truncated, failure_cause,
            failure_message, address, timings, signed_with, certificate)`;

const KEEP = `
  insert into event_bodies (account_id, event_id, version, body)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`;

/** Records body and attempt of one job in one statement. */
const RECORD_ONE = `
  with kept as (
    insert into event_bodies (account_id, event_id, version, body)
    values ($1, $17, $6, $18) on conflict do nothing)
  insert into delivery_attempts (account_id, delivery_id, number, sent_at, duration_ms, request_headers,
    body_version, response_status, response_headers, response_body, response_truncated, failure_cause,
    failure_message, address, timings, signed_with, certificate)
  values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, array[$15], $16)`;

const COLUMNS: ReadonlyArray<(record: AttemptRecord) => unknown> = [
  (r) => r.accountId,
  (r) => r.deliveryId,
  (r) => r.sentAt.toISOString(),
  (r) => r.durationMs,
  (r) => JSON.stringify(r.requestHeaders),
  (r) => r.bodyVersion,
  (r) => r.status,
  (r) => JSON.stringify(r.headers),
  (r) => r.body,
  (r) => r.truncated,
  (r) => r.failure?.cause ?? null,
  (r) => r.failure?.message ?? null,
  (r) => r.address,
  (r) => JSON.stringify(r.timings),
  (r) => r.signedWith[0],
  (r) => JSON.stringify(r.certificate),
];

const accountId = newId("acct");

function job(): Job {
  const eventId = newId("evt");
  const type = "payment.succeeded";
  const delivery: Claimed = {
    ...{ accountId, id: newId("dlv"), mode: "test", eventId, eventType: type },
    ...{
      endpointId: newId("we"),
      leaseId: "",
      place: "",
      attemptNumber: 1,
      url,
      version: "2026-04-01",
    },
    ...{ secrets: ["whsec_of_the_bare_loop"], headers: {}, body: null, bodyStored: true },
  };
  const data = JSON.parse(object) as Record<string, unknown>;
  const event = {
    id: eventId,
    accountId,
    mode: "test",
    type,
    version: "2026-04-01",
    data,
  } as const;
  const rest = { objectId: String(data.id), requestId: null, createdAt: new Date().toISOString() };
  return { data: { delivery, event: { ...event, ...rest } } };
}

const poster = createPoster({ allowPrivate: true });
const boss = new PgBoss({ connectionString: env.databaseUrl, max: 16, supervise: false });
boss.on("error", (error) => {
  throw error;
});
await boss.start();
await deliverAll(`${QUEUE}_first`, WARM_UP);
await fill(QUEUE, count);
process.once("message", async () => {
  process.send?.(await empty(QUEUE, count));
  await boss.stop({ graceful: false });
  process.exit(0);
});
process.send?.("ready");

/** Warm-up deliveries, as our worker has had too. */
async function deliverAll(queue: string, jobs: number): Promise<void> {
  await fill(queue, jobs);
  await empty(queue, jobs);
  await boss.offWork(queue);
}

async function fill(queue: string, jobs: number): Promise<void> {
  await boss.createQueue(queue);
  for (let n = 0; n < jobs; n += 1_000) {
    await boss.insert(queue, Array.from({ length: Math.min(1_000, jobs - n) }, job));
  }
}

/** Delivers the queued jobs and returns the milliseconds until all were completed. */
async function empty(queue: string, jobs: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  const deliver = way === "batched" ? deliverBatched : deliverEach;
  const options = { batchSize: 500, localConcurrency: 8, pollingIntervalSeconds: 0.5 };
  await boss.work(queue, { ...options, burstWhenBatchFull: true }, async (batch) => {
    await deliver(batch);
    done += batch.length;
  });
  const left = `select 1 from pgboss.job where name = $1 and state < 'completed' limit 1`;
  for (;;) {
    if (done >= jobs && (await getPool().query(left, [queue])).rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - began;
}

function rendered({ data: { delivery, event } }: Job): Claimed & { body: string } {
  const known = { ...event, createdAt: new Date(event.createdAt) };
  return { ...delivery, body: renderEventBody(known, delivery.version) };
}

async function send(delivery: Claimed): Promise<AttemptRecord> {
  const record = await sendDelivery(delivery, poster.post);
  if (record.failure) throw new Error(record.failure.message);
  return record;
}

async function deliverEach(jobs: Job[]): Promise<void> {
  await Promise.all(
    jobs.map(async (each) => {
      const delivery = rendered(each);
      const record = await send(delivery);
      const attempt = COLUMNS.map((column) => column(record));
      const values = [...attempt, delivery.eventId, delivery.body];
      await getPool().query({ name: "boss.record_one", text: RECORD_ONE, values });
    }),
  );
}

async function deliverBatched(jobs: Job[]): Promise<void> {
  const sendings = jobs.map(rendered);
  const bodies = [
    sendings.map((each) => each.accountId),
    sendings.map((each) => each.eventId),
    sendings.map((each) => each.version),
    sendings.map((each) => each.body),
  ];
  await getPool().query({ name: "boss.keep", text: KEEP, values: bodies });
  const records = await Promise.all(sendings.map(send));
  const values = COLUMNS.map((column) => records.map(column));
  await getPool().query({ name: "boss.record", text: RECORD, values });
}
