// Setup of delivery measurements: receivers with many host names, endpoints, and events to send.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generate } from "selfsigned";
import { getPool } from "#db/client.ts";
import { notifyDispatcher, sampleOf } from "#lib/domain/events/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { endpointRow } from "#test/hook-rows.ts";
import type { Merchant } from "#test/merchant.ts";
import type { Running } from "./processes.ts";

/** Host names that resolve to this machine. A certificate's wildcard needs two labels after it. */
const DOMAIN = "hooks.localhost";

/** A self-signed certificate for every name under `hooks.localhost`. */
export async function wildcard(): Promise<{ paths: string[]; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-bench-hooks-"));
  const altNames = [`*.${DOMAIN}`, DOMAIN].map((value) => ({ type: 2 as const, value }));
  const pem = await generate([{ name: "commonName", value: DOMAIN }], {
    keyType: "ec",
    extensions: [{ name: "subjectAltName", altNames }],
  });
  const paths = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(paths[0]!, pem.cert);
  writeFileSync(paths[1]!, pem.private, { mode: 0o600 });
  return { paths, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const urlOf = (name: string, port: number, path: string) =>
  `https://${name}.${DOMAIN}:${port}${path}`;

/** An endpoint without subscriptions; its deliveries are inserted directly. */
export async function addEndpoint(merchant: Merchant, url: string, events = ["none.at_all"]) {
  return await endpointRow(merchant, { url, events });
}

export const SAMPLE = sampleOf("payment.succeeded", "test");

const EVENTS = `
  insert into events (account_id, id, mode, type, object_id, version, data, created_at)
  select $1, e.id, 'test', 'payment.succeeded', $3, $4, $5::json, now()
    from unnest($2::text[]) as e (id)`;
const DELIVERIES = `
  insert into new_deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id, created_at)
  select $1, d.id, 'test', d.event_id, 'payment.succeeded', $5, d.endpoint_id, now()
    from unnest($2::text[], $3::text[], $4::text[]) as d (id, event_id, endpoint_id)`;

/** Inserts `count` events, each with a new delivery to one of the endpoints in turn, as fan-out does. Returns
 *  the lowest id of the deliveries. */
async function addDue(
  merchant: Merchant,
  endpoints: readonly string[],
  count: number,
): Promise<string> {
  const events = Array.from({ length: count }, () => newId("evt"));
  const ids = events.map(() => newId("dlv"));
  const to = events.map((_, index) => endpoints[index % endpoints.length]!);
  const { id } = merchant.account;
  const client = await getPool().connect();
  try {
    const object = String(SAMPLE.id);
    const data = JSON.stringify(SAMPLE);
    await client.query("begin");
    await client.query(EVENTS, [id, events, object, NEWEST_VERSION, data]);
    await client.query(DELIVERIES, [id, ids, events, to, object]);
    await client.query("commit");
    return ids.toSorted()[0]!;
  } finally {
    client.release();
  }
}

const PATIENCE_MS = 300_000;

const STILL_DUE = `
  select 1 from all_deliveries
   where account_id = $1 and id >= $2 and next_attempt_at is not null
     and status in ('pending', 'retrying')
   limit 1`;

/**
 * Adds `count` due deliveries, notifies the worker and waits until all are delivered and recorded. Returns the time
 * in milliseconds. It queries the database only after the receiver has got all of them, because queries would disturb
 * the measurement.
 */
export async function deliver(
  merchant: Merchant,
  receiver: Running,
  endpoints: readonly string[],
  count: number,
): Promise<number> {
  const heardBefore = (await receiver.ask("heard")) as number;
  const lowest = await addDue(merchant, endpoints, count);
  const began = performance.now();
  // Rows of earlier rounds would be scanned each time, on one side only.
  const values = [merchant.account.id, lowest];
  notifyDispatcher();
  for (;;) {
    const heard = (await receiver.ask("heard")) as number;
    const isRecorded =
      heard - heardBefore >= count &&
      (await getPool().query({ name: "still-due", text: STILL_DUE, values })).rows.length === 0;
    const tookMs = performance.now() - began;
    if (isRecorded) return tookMs;
    if (tookMs > PATIENCE_MS) throw new Error("there are deliveries still due");
    await sleep(20);
  }
}
