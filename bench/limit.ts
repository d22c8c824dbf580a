// The limit of a charge: its rows in the same two transactions, one statement per round trip, from `pgbench`,
// or from a bare `pg` loop if that is missing.

import { execFile } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { childEnv } from "#lib/kernel/env.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";

/** The values for the limit's rows, from a real charge, so that rows have the same width. */
export interface Sample {
  accountId: string;
  /** The exact response of a charge: stored with its key, and (alike) the data of its event. */
  answer: string;
  cards: readonly string[];
  endpoints: readonly string[];
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** One charge as a pgbench script. Variables: `n` counts within a client; `answer` is the response of a charge,
 *  sent with the statements as by any client. */
function scriptOf({ accountId, cards, endpoints }: Sample): string {
  const time = idLowerBound("pay", Date.now()).slice("pay_".length);
  const id = (prefix: string) =>
    `'${prefix}_${time}' || lpad((:n)::text, 9, '0') || lpad((:client_id)::text, 5, '0')`;
  const own = quote(accountId);
  const key = id("k");
  const endpointRows = endpoints.map(
    (endpoint, i) =>
      `(${own}, ${id("dlv")} || '${i}', 'test', ${id("evt")}, 'payment.succeeded', ${id("pay")}, '${endpoint}', now())`,
  );
  const transferRows = [
    ["capture", "rail_clearing", "merchant_balance", 1999],
    ["interchange", "merchant_balance", "interchange_fees", 30],
    ["scheme_fee", "merchant_balance", "scheme_fees", 15],
    ["markup", "merchant_balance", "markup_fees", 15],
  ].map(
    ([kind, debit, credit, amount], i) =>
      `(${own}, ${id("ltr")} || '${i}', 'test', '${kind}', '${debit}', '${credit}', ${amount}, 'EUR', ${id("pay")}, now())`,
  );
  return `\\set n :n + 1
\\set card random(1, ${cards.length})
begin;
insert into idempotency_keys (account_id, mode, key, request_hash, state, resource_id, created_at, expires_at) values (${own}, 'test', ${key}, sha256('x'::bytea), 'running', ${id("pay")}, now(), now() + interval '1 day');
insert into payments (account_id, id, mode, status, rail_check_at, rail_held_by, rail_held_until, amount, currency, method, capture, payment_method_id, stored_credential, description, card_brand, card_last4, card_bin, card_issuer, card_country, card_funding, card_fingerprint, metadata, request_id, created_at) values (${own}, ${id("pay")}, 'test', 'processing', now() + interval '30 s', ${id("req")}, now() + interval '30 s', 1999, 'EUR', 'card', 'automatic', (array[${cards.map(quote).join(",")}])[(:card)::int], 'subsequent', 'Order 6735', 'visa', '4242', '424242', 'Harbour & Vale Bank', 'GB', 'credit', 'b1946ac92492d2347c62', '{"order_id": "6735"}', ${id("req")}, now());
commit;
begin;
update payments set status = 'succeeded', outcome = 'approved', rail_check_at = null, rail_held_by = null, rail_held_until = null, rail_reference = 'sbx_1', sca = 'frictionless', amount_captured = 1999, updated_at = now() where account_id = ${own} and id = ${id("pay")} and status = 'processing';
insert into payment_outcomes (account_id, mode, payment_id, outcome) values (${own}, 'test', ${id("pay")}, 'approved');
insert into balance_transactions (account_id, mode, id, type, currency, amount, interchange, scheme_fee, markup, commission, dispute_fee, region, card_product, consumer_or_commercial, interchange_rate_bp, interchange_fixed, source_id, payment_id, available_on, created_at) values (${own}, 'test', ${id("txn")}, 'charge', 'EUR', 1999, 30, 15, 15, 0, 0, 'international', 'classic', 'consumer', 150, 0, ${id("pay")}, ${id("pay")}, date_trunc('day', now()) + interval '1 day', now());
insert into ledger_transfers (account_id, id, mode, kind, debit, credit, amount, currency, source_id, created_at) values ${transferRows.join(", ")};
insert into ledger_unsealed (account_id, mode, first_id, ids) values (${own}, 'test', ${id("ltr")} || '0', array[${transferRows.map((_, i) => `${id("ltr")} || '${i}'`).join(", ")}]);
insert into events (account_id, id, mode, type, object_id, version, data, request_id, created_at) values (${own}, ${id("evt")}, 'test', 'payment.succeeded', ${id("pay")}, '2026-04-01', (:answer)::json, ${id("req")}, now());
insert into new_deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id, created_at) values ${endpointRows.join(", ")};
update idempotency_keys set state = 'finished', response_status = 201, response_body = (:answer)::text, response_version = '2026-04-01' where account_id = ${own} and mode = 'test' and key = ${key} and state = 'running';
commit;
`;
}

/** The newest installed pgbench, or null. */
export function findPgbench(): string | null {
  const places = [...globSync("/usr/lib/postgresql/*/bin/pgbench").sort().reverse()];
  places.push("/usr/bin/pgbench", "/usr/local/bin/pgbench", "/opt/homebrew/bin/pgbench");
  return places.find((path) => existsSync(path)) ?? null;
}

/** Payments per second of the limit with `clients` connections. */
export async function runLimit(
  databaseUrl: string,
  sample: Sample,
  clients: number,
  seconds: number,
): Promise<number> {
  const script = scriptOf(sample);
  const { answer } = sample;
  const pgbench = findPgbench();
  return pgbench
    ? await runPgbench(pgbench, { databaseUrl, script, answer, clients, seconds })
    : await runLoop({ databaseUrl, script, answer, clients, seconds });
}

type Run = {
  databaseUrl: string;
  script: string;
  answer: string;
  clients: number;
  seconds: number;
};

/** The p99 of pgbench's own transactions with `clients` busy connections, in milliseconds; null without
 *  pgbench. It shows the effect of this machine's disk and processors on any writer's p99. */
export async function limitP99Ms(
  databaseUrl: string,
  sample: Sample,
  clients: number,
  seconds: number,
): Promise<number | null> {
  const pgbench = findPgbench();
  if (!pgbench) return null;
  const folder = mkdtempSync(join(tmpdir(), "paydesk-limit-"));
  try {
    const run = { databaseUrl, script: scriptOf(sample), answer: sample.answer, clients, seconds };
    await runPgbench(pgbench, run, ["-l", `--log-prefix=${folder}/log`]);
    const times = readdirSync(folder)
      .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
      .map((line) => Number(line.split(" ")[MICROSECONDS_AT]))
      .sort((a, b) => a - b);
    return times[Math.floor(times.length * 0.99)]! / 1_000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The column of the transaction's time in pgbench's log. */
const MICROSECONDS_AT = 2;

async function runPgbench(
  pgbench: string,
  run: Run,
  params: readonly string[] = [],
): Promise<number> {
  const { databaseUrl, script, answer, clients, seconds } = run;
  const url = new URL(databaseUrl);
  const path = join(tmpdir(), `paydesk-limit-${process.pid}.sql`);
  writeFileSync(path, script);
  const { stdout } = await promisify(execFile)(
    pgbench,
    [
      ...["-n", "-M", "prepared", "-c", String(clients), "-j", "2", "-T", String(seconds)],
      ...params,
      ...[
        "-D",
        "n=0",
        "-D",
        `answer=${answer}`,
        "-f",
        path,
        "-h",
        url.hostname,
        "-p",
        url.port,
        "-U",
        url.username,
      ],
      url.pathname.slice(1),
    ],
    { env: childEnv({ PGPASSWORD: url.password }), maxBuffer: 2 ** 20 },
  );
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? "0";
  const perSecond = /tps = ([\d.]+) \(without initial connection time\)/.exec(stdout)?.[1];
  if (!perSecond || failed !== "0") throw new Error(`pgbench failed:\n${stdout}`);
  return Number(perSecond);
}

/** The same script from a bare `pg` loop, prepared, one connection per client. */
async function runLoop(run: Run): Promise<number> {
  const { databaseUrl, script, answer, clients, seconds } = run;
  const statements = script
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("\\"))
    .map((line, i) => {
      const names = [
        ...new Set([...line.matchAll(/\(:(n|client_id|card|answer)\)/g)].map(([, n]) => n!)),
      ];
      const text = names.reduce(
        (sql, name, k) => sql.replaceAll(`(:${name})`, `($${k + 1})`),
        line,
      );
      return { name: `limit_${i}`, text, names };
    });
  const connections = Array.from(
    { length: clients },
    () => new pg.Client({ connectionString: databaseUrl }),
  );
  await Promise.all(connections.map((client) => client.connect()));
  const stopAt = performance.now() + seconds * 1_000;
  let done = 0;
  await Promise.all(
    connections.map(async (client, clientId) => {
      for (let n = 1; performance.now() < stopAt; n++) {
        const values: Record<string, string> = {
          n: String(n),
          client_id: String(clientId),
          card: "1",
          answer,
        };
        for (const { name, text, names } of statements) {
          await client.query({ name, text, values: names.map((one) => values[one]) });
        }
        done++;
      }
    }),
  );
  await Promise.all(connections.map((client) => client.end()));
  return done / seconds;
}

/** A description of the limit that charges are compared with on this machine. */
export function limitOfCharges(): string {
  return `the limit of a charge: ${findPgbench() ?? "a bare pg loop (no pgbench on this machine)"}`;
}
