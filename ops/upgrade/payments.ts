// Payments as the service writes them: the statements of a charge with a new card, on the tables of any version.

import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { onDatabase } from "#db/databases.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Server } from "../faults/server.ts";
import { BASE } from "./fill.ts";
import { connect } from "./old-database.ts";

export type Waits = {
  payments: number;
  /** Longest time of a whole payment, with its two commits. */
  longestMs: number;
  /** Payments that took longer than a second. */
  slow: number;
  refused: Map<string, number>;
};

/** Columns that have a value in every multiplied row and exist in all versions. */
async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_attribute a
       join pg_attribute b on b.attrelid = to_regclass($1) and b.attname = a.attname
      where a.attrelid = to_regclass($2) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and a.attname not in ('tx_id', 'created_at', 'updated_at', 'expires_at', 'metadata')`,
    [`${BASE}.${table}`, table],
  );
  const { rows: counted } = await client.query<Record<string, number>>(
    `select ${rows.map(({ name }) => `(count(*) - count(${name}))::int as ${name}`)} from ${BASE}.${table}`,
  );
  return rows.map(({ name }) => name).filter((name) => counted[0]![name] === 0);
}

/** Columns that differ from the copied row; $1 is the time of the ids and a number without another use. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment_methods: { id: "'pm_' || $1" },
  payments: {
    ...{ id: "'pay_' || $1", payment_method_id: "'pm_' || $1", rail_reference: "'sbx_' || $1" },
    ...{ status: "'processing'", amount_captured: "0", outcome: "null" },
  },
  balance_transactions: {
    ...{ id: "'txn_' || $1", source_id: "'pay_' || $1", payment_id: "'pay_' || $1" },
  },
  ledger_transfers: {
    ...{ id: "'ltr_' || left($1, 10) || b.part || right($1, 13)", source_id: "'pay_' || $1" },
  },
  payment_outcomes: { payment_id: "'pay_' || $1" },
  events: { id: "'evt_' || $1", object_id: "'pay_' || $1" },
  idempotency_keys: { key: "$1" },
};

const OPENS = ["idempotency_keys", "payment_methods", "payments"];
const SETTLES = ["balance_transactions", "ledger_transfers", "payment_outcomes", "events"];

async function insertsOf(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const [table, own] of Object.entries(OWN)) {
    const names = await columnsOf(client, table);
    const values = names.map((name) => own[name] ?? `b.${name}`);
    const expiry = table === "idempotency_keys";
    texts.set(
      table,
      `insert into ${table} (${names}${expiry ? ", expires_at" : ""})
       select ${values}${expiry ? ", now() + interval '1 day'" : ""} from ${BASE}.${table} b where b.place = 0`,
    );
  }
  return texts;
}

async function pay(client: pg.Client, inserts: ReadonlyMap<string, string>): Promise<void> {
  const id = newId("pay").slice("pay_".length);
  await client.query("begin");
  for (const table of OPENS) await client.query(inserts.get(table)!, [id]);
  await client.query("commit");
  await client.query("begin");
  await client.query(
    `update payments set status = 'succeeded', outcome = 'approved', amount_captured = amount, updated_at = now()
      where account_id = (select account_id from ${BASE}.payments limit 1) and id = 'pay_' || $1 and status = 'processing'`,
    [id],
  );
  for (const table of SETTLES) await client.query(inserts.get(table)!, [id]);
  await client.query("commit");
}

/** Makes `perSecond` payments a second until `isOver`; none waits for another one. */
export async function payUntil(
  { ownerUrl }: Server,
  { perSecond, isOver }: { perSecond: number; isOver: () => boolean },
): Promise<Waits> {
  const waits: Waits = {
    ...{ payments: 0, longestMs: 0, slow: 0, refused: new Map() },
  };
  const callers = Math.max(4, perSecond);
  const inserts = await onDatabase(ownerUrl, insertsOf);
  const call = async (place: number) => {
    const client = await connect(ownerUrl);
    let due = performance.now() + (place * 1_000) / perSecond;
    while (!isOver()) {
      await sleep(Math.max(0, due - performance.now()));
      due += (callers * 1_000) / perSecond;
      const started = performance.now();
      try {
        await pay(client, inserts);
        waits.payments++;
      } catch (error) {
        await client.query("rollback").catch(() => {});
        const reason = String((error as Error).message);
        waits.refused.set(reason, (waits.refused.get(reason) ?? 0) + 1);
      }
      const took = performance.now() - started;
      if (took > 1_000) waits.slow++;
      waits.longestMs = Math.max(waits.longestMs, took);
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: callers }, (_, place) => call(place)));
  return waits;
}
