// Deliveries by pg-boss, tuned: batches of 500, eight at a time, the next fetched as soon as one was full.
// Each job holds its event. The same code renders it, the same client signs and posts it, and two statements per
// batch record the same: the body that is sent, and the attempt. Its state is pg-boss's own.
// Arguments: the folder pg-boss is in, the endpoint's address, how many, the object. Says "ready" when all jobs are
// queued, begins when it is told to, and answers how many milliseconds it took until all were completed.

import { pathToFileURL } from "node:url";
import { getPool } from "#db/client.ts";
import { renderEventBody } from "#lib/api/versions/index.ts";
import type { Event } from "#lib/domain/events/index.ts";
import { type AttemptRecord, createPoster, sendDelivery } from "#lib/domain/webhooks/index.ts";
import { env } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";

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
}

const [folder = "", url = "", countText = "", object = "{}"] = process.argv.slice(2);
const count = Number(countText);
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
    ...{ endpointId: newId("we"), leaseId: "", attemptNumber: 1, url, version: "2026-04-01" },
    ...{ secrets: ["whsec_of_the_bare_loop"], body: null },
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
await boss.createQueue(QUEUE);
for (let n = 0; n < count; n += 1_000) {
  await boss.insert(QUEUE, Array.from({ length: Math.min(1_000, count - n) }, job));
}

let done = 0;
async function deliver(jobs: Job[]): Promise<void> {
  const sendings = jobs.map(({ data: { delivery, event } }) => {
    const body = renderEventBody(
      { ...event, createdAt: new Date(event.createdAt) },
      delivery.version,
    );
    return { ...delivery, body };
  });
  const bodies = [
    sendings.map((each) => each.accountId),
    sendings.map((each) => each.eventId),
    sendings.map((each) => each.version),
    sendings.map((each) => each.body),
  ];
  await getPool().query({ name: "boss.keep", text: KEEP, values: bodies });
  const records = await Promise.all(sendings.map((each) => sendDelivery(each, poster.post)));
  const failed = records.find(({ failure }) => failure);
  if (failed) throw new Error(failed.failure!.message);
  const values = COLUMNS.map((column) => records.map(column));
  await getPool().query({ name: "boss.record", text: RECORD, values });
  done += jobs.length;
}

process.once("message", async () => {
  const began = performance.now();
  const options = { batchSize: 500, localConcurrency: 8, pollingIntervalSeconds: 0.5 };
  await boss.work(QUEUE, { ...options, burstWhenBatchFull: true }, deliver);
  const left = `select 1 from pgboss.job where name = $1 and state < 'completed' limit 1`;
  for (;;) {
    if (done >= count && (await getPool().query(left, [QUEUE])).rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  process.send?.(performance.now() - began);
  await boss.stop({ graceful: false });
  process.exit(0);
});
process.send?.("ready");
