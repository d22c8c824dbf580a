// Multiplies the payments of the kept database of an older version, with what belongs to them.

import type pg from "pg";
import { indexedAfter } from "#db/indexed-after.ts";

/** Where the rows that are multiplied are kept, apart from the service's tables. */
export const BASE = "volume";

/** Payments of a customer, and of an event with its delivery: events are kept for 30 days only. */
const PER_CUSTOMER = 10;
const PER_EVENT = 10;
const SETTLED = `
  select * from payments
   where method = 'card' and status = 'succeeded' and outcome = 'approved' and settlement_id is not null and disputed = false
     and amount_refunded = 0
     and account_id = (select account_id from payments group by account_id order by count(*) desc limit 1)`;
const OF_BASE = `join ${BASE}.payments p on p.account_id = t.account_id and p.mode = t.mode`;

/** The rows of each table that are multiplied. */
const BASES = {
  payments: SETTLED,
  payment_methods: `select t.* from payment_methods t ${OF_BASE} and p.payment_method_id = t.id`,
  customers: `select t.* from customers t where id in (select customer_id from ${BASE}.payments)`,
  balance_transactions: `select t.* from balance_transactions t ${OF_BASE} and p.id = t.payment_id where t.type = 'charge'`,
  ledger_transfers: `select t.* from ledger_transfers t ${OF_BASE} and p.id = t.source_id where t.kind in ('capture', 'markup')`,
  payment_outcomes: `select t.* from payment_outcomes t ${OF_BASE} and p.id = t.payment_id`,
  events: `select t.* from events t where t.type = 'payment.succeeded' and account_id = (select min(account_id) from ${BASE}.payments)`,
  deliveries: "select t.* from deliveries t where t.status = 'delivered'",
  idempotency_keys: "select t.* from idempotency_keys t where t.state = 'finished' limit 50",
} as const;
type Table = keyof typeof BASES;

/** An id that sorts as `n`. */
const numbered = (prefix: string, n: string) => `'${prefix}_01' || lpad((${n})::text, 22, '0')`;
/** An id in the partition of the row that is multiplied. */
const sameDay = (n: string, rest = "19") =>
  `substr(b.id, 1, 9) || lpad((${n})::text, ${rest}, '0')`;
const PAYMENT = numbered("pay", "n");
const CUSTOMER = numbered("cus", `n / ${PER_CUSTOMER}`);
/** One each few seconds, for half a year if there are ten millions. */
const AT = "timestamptz '2026-05-20 00:00:00Z' + n * interval '1.55 s'";

/** Columns that differ from the multiplied row; `n` is the number of the payment. */
const DIFFERENT: Partial<Record<Table, { each?: number; columns: Record<string, string> }>> = {
  customers: {
    each: PER_CUSTOMER,
    columns: { id: CUSTOMER, name: "b.name || ' ' || n", created_at: AT },
  },
  payment_methods: { columns: { id: numbered("pm", "n"), customer_id: CUSTOMER, created_at: AT } },
  payments: {
    columns: {
      ...{ id: PAYMENT, customer_id: CUSTOMER, payment_method_id: numbered("pm", "n") },
      ...{ created_at: AT, updated_at: AT, request_id: "null", rail_reference: "'sbx_' || n" },
      amount_refunded: "case when n % 50 = 0 then 1 else 0 end",
    },
  },
  balance_transactions: {
    columns: {
      ...{ id: numbered("txn", "n"), source_id: PAYMENT, payment_id: PAYMENT, created_at: AT },
    },
  },
  ledger_transfers: {
    columns: { id: numbered("ltr", "n * 2 + b.part"), source_id: PAYMENT, created_at: AT },
  },
  events: {
    each: PER_EVENT,
    columns: { id: sameDay("n"), object_id: PAYMENT, request_id: "null" },
  },
  deliveries: {
    each: PER_EVENT,
    columns: { id: sameDay("n", "29"), event_id: "'evt_none'", object_id: PAYMENT },
  },
};

/** The columns that are written. */
async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function keepBases(client: pg.Client): Promise<void> {
  await client.query(`create schema ${BASE}`);
  for (const [table, rows] of Object.entries(BASES)) {
    // Two transfers of a payment have one place.
    const place =
      table === "ledger_transfers"
        ? "(t.kind = 'markup')::int as part, dense_rank() over (order by t.source_id) - 1 as place"
        : "row_number() over () - 1 as place";
    await client.query(`create table ${BASE}.${table} as select t.*, ${place} from (${rows}) t`);
  }
}

async function multiply(client: pg.Client, table: Table, payments: number): Promise<void> {
  const { each = 1, columns } = DIFFERENT[table]!;
  const names = await columnsOf(client, table);
  const values = names.map((name) => columns[name] ?? `b.${name}`);
  await client.query(
    `insert into ${table} (${names}) select ${values}
       from generate_series(0, $1::bigint - 1, ${each}) n
       join ${BASE}.${table} b on b.place = (n / ${each}) % (select max(place) + 1 from ${BASE}.${table})`,
    [payments],
  );
}

/** Writes `payments` payments of one merchant in half a year, each with its card, its balance transaction and two of its ledger
 * transfers, and for each ten of them a customer, an event and a delivery. */
export async function fill(
  client: pg.Client,
  payments: number,
  say: (line: string) => void,
): Promise<void> {
  const run = async <R extends pg.QueryResultRow>(
    _: string,
    text: string,
    values: readonly unknown[],
  ) => (await client.query<R>(text, [...values])).rows;
  await keepBases(client);
  await client.query("set maintenance_work_mem = '1GB'");
  await client.query("begin");
  const tables = Object.keys(DIFFERENT) as Table[];
  // An index of a partitioned table is not made anew with those of its days.
  const whole = tables.filter((table) => !["events", "deliveries"].includes(table));
  await indexedAfter(run, { tables: whole, onIndex: (name) => say(`index ${name}`) }, async () => {
    for (const table of tables) {
      await multiply(client, table, payments);
      say(table);
    }
  });
  await client.query("commit");
  // Else the first reader of each page writes it.
  for (const table of tables) await client.query(`vacuum (analyze, index_cleanup off) ${table}`);
}
