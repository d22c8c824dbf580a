// A page of a list with a million payments, compared with the same page with 10,000.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { getOwnerPool } from "#db/owner.ts";
import { askOwner } from "#test/as-owner.ts";
import type { Merchant } from "#test/merchant.ts";
import type { Pace } from "./api.ts";
import { type Figure, inTurns } from "./figures.ts";
import { load, type Running } from "./processes.ts";
import { makeMerchant, type Stage, startWeb } from "./stage.ts";

const FEW = 10_000;
const MANY = 1_000_000;
const PORTS = { few: 4315, many: 4316, plans: 4317 };
const LONGEST_NAP_MS = 10_000;

/** Typical requests of a merchant. `{…}` is filled in from the account's rows. */
const PAGES: readonly [name: string, query: string][] = [
  ["the newest", ""],
  ["the newest hundred", "limit=100"],
  ["half-way through", "starting_after={middle}"],
  ["towards the newer end", "ending_before={middle}"],
  ["failed", "status=failed"],
  ["failed, half-way through", "status=failed&starting_after={middle}"],
  ["of a customer", "customer={customer}"],
  ["of a payment method", "payment_method={method}"],
  ["of one day", "created[gte]={day}T00:00:00Z&created[lt]={day}T23:59:59Z"],
  ["since a day, half-way through", "created[gte]=2020-01-01T00:00:00Z&starting_after={middle}"],
  ["in a currency of one in twenty", "currency=PLN"],
  ["in a currency of one in twenty, failed", "currency=PLN&status=failed"],
  ["of at least an amount that one in fifty has", "amount[gte]=49000"],
  ["in a currency that none has", "currency=CHF"],
];

/** Pages without an index: the scan grows with the account, as documented. */
const UNSERVED = new Set(["in a currency that none has"]);

interface Side {
  merchant: Merchant;
  web: Running;
  variables: Record<string, string>;
  fill(query: string): string;
}

/** An account with `count` payments over 90 days, oldest first, as after charges: 100 of each customer and 50
 *  of each card. */
const FILL = `
  insert into payments (account_id, id, mode, status, amount, currency, method, amount_captured,
                        customer_id, payment_method_id, card_brand, card_last4, card_bin, card_issuer,
                        card_country, card_funding, card_fingerprint, metadata, created_at)
  select $1, 'pay_01k' || lpad(to_hex(n), 8, '0') || substr(md5(n::text), 1, 13), 'test',
         case when n % 12 = 0 then 'failed' when n % 100 = 7 then 'requires_capture' else 'succeeded' end,
         100 + n * 7919 % 49900, case when n % 20 = 4 then 'PLN' when n % 5 = 1 then 'GBP' else 'EUR' end,
         'card', case when n % 12 = 0 or n % 100 = 7 then 0 else 100 + n * 7919 % 49900 end,
         'cus_01k' || lpad((n % ($2 / 100))::text, 21, '0'),
         'pm_01k' || lpad((n % ($2 / 50))::text, 21, '0'),
         'visa', lpad((n * 31 % 10000)::text, 4, '0'), '424242', 'Harbour & Vale Bank', 'GB', 'credit',
         md5((n % ($2 / 50))::text), '{"order_id": "6735"}',
         now() - interval '90 days' * (1 - n::float8 / $2)
    from generate_series(1, $2::bigint) n`;
const CUSTOMERS = `
  insert into customers (account_id, id, mode)
  select $1, 'cus_01k' || lpad(n::text, 21, '0'), 'test' from generate_series(0, $2::bigint / 100 - 1) n`;
const LANDMARKS = `
  select (select id from payments where account_id = $1 order by id offset $2::int / 2 limit 1) as middle,
         'cus_01k' || lpad('7', 21, '0') as customer, 'pm_01k' || lpad('7', 21, '0') as method,
         to_char(now() - interval '45 days', 'YYYY-MM-DD') as day`;

async function prepare(stage: Stage, count: number, port: number): Promise<Side> {
  const variables = await stage.useDatabase(`bench_list_${count}`);
  const merchant = await makeMerchant();
  const client = await getOwnerPool().connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query(CUSTOMERS, [merchant.account.id, count]);
    await client.query(FILL, [merchant.account.id, count]);
    await client.query("vacuum (analyze) payments");
    const { rows } = await client.query(LANDMARKS, [merchant.account.id, count]);
    const landmarks = rows[0] as Record<string, string>;
    const fill = (query: string) => query.replace(/\{(\w+)\}/g, (_, name) => landmarks[name] ?? "");
    return { merchant, variables, fill, web: await startWeb(variables, { port, tls: false }) };
  } finally {
    client.release();
  }
}

const pathOf = (side: Side, query: string) =>
  query ? `/v1/payments?${side.fill(query)}` : "/v1/payments";

async function timeOf(side: Side, query: string, pace: Pace): Promise<number> {
  const result = await load({
    target: side.web.target,
    connections: 1,
    warmUpMs: 300,
    measureMs: pace.measureMs / 8,
    atLeast: 30,
    key: side.merchant.keys.test.secret,
    path: pathOf(side, query),
    fill: [],
    body: null,
  });
  return result.p50Ms;
}

/** Measures lists. Returns how the database found each page in the large account. */
export async function measureLists(
  stage: Stage,
  pace: Pace,
  say: (figure: Figure) => void,
): Promise<string[]> {
  const sides: Side[] = [];
  try {
    sides.push(await prepare(stage, FEW, PORTS.few), await prepare(stage, MANY, PORTS.many));
    const [few, many] = sides as [Side, Side];
    for (const [name, query] of PAGES) {
      const pair = await inTurns(
        pace.rounds,
        () => timeOf(many, query, pace),
        () => timeOf(few, query, pace),
      );
      const served = !UNSERVED.has(name);
      const bound = served ? ({ kind: "at most", of: "ratio", value: 1.3 } as const) : null;
      const limitName = "among 10,000";
      say({ name: `List page, ${name}`, unit: "ms", ...pair, limitName, bound });
    }
    return await plansOf(many);
  } finally {
    for (const { web } of sides) await web.stop();
  }
}

/** One line per page: what the database read for it. The plans are of the web process's own statements, from
 *  the server's log. */
async function plansOf(side: Side): Promise<string[]> {
  const database = new URL(side.variables.DATABASE_URL!).pathname.slice(1);
  const logPath = join(side.variables.DATA_DIR!, "postgres.log");
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
  ]) {
    await askOwner(`alter database "${database}" set ${setting}`);
  }
  const web = await startWeb(side.variables, { port: PORTS.plans, tls: false });
  try {
    const lines: string[] = [];
    for (const [name, query] of PAGES) {
      const before = statSync(logPath).size;
      const response = await fetch(`http://127.0.0.1:${PORTS.plans}${pathOf(side, query)}`, {
        headers: { Authorization: `Bearer ${side.merchant.keys.test.secret}` },
      });
      await response.arrayBuffer();
      lines.push(`| ${name} | ${await planAfter(logPath, before)} |`);
    }
    return ["| Page | How it is found among 1,000,000 |", "| --- | --- |", ...lines];
  } finally {
    await web.stop();
  }
}

/** The scan nodes of the list's plan that the server logged after `offset`. */
async function planAfter(logPath: string, offset: number): Promise<string> {
  const deadline = performance.now() + LONGEST_NAP_MS;
  while (performance.now() < deadline) {
    const entries = readFileSync(logPath)
      .subarray(offset)
      .toString("utf8")
      .split(/\n(?=\d{4}-)/);
    const plan = entries.find((entry) => /from "payments"/.test(entry) && /actual/.test(entry));
    if (plan) {
      const nodes = [...plan.matchAll(/(?:->|\t)\s*((?:\w+ )*Scan[^(\n]*?) on payments/g)];
      const removed = /Rows Removed by Filter: (\d+)/.exec(plan)?.[1];
      const sort = /Sort Method/.test(plan) ? ", then sorted" : "";
      const found = nodes.map(([, node]) => node).join(", ") || "no scan was logged";
      return `${found}${sort}${removed ? `; ${removed} rows passed over` : ""}`;
    }
  }
  throw new Error("the server logged no plan");
}
