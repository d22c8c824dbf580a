// A database created and filled by the program of commit 7f9a5b9 (test/fixtures/README.md), upgraded by all current
// migrations.
// Runs alone: its settings name a database of an older version.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { rollUp } from "#lib/domain/analytics/index.ts";
import { auditedAccounts, sealAudit, verifyAudit } from "#lib/domain/audit/index.ts";
import { bookSubjects, checkBooks } from "#lib/domain/books/index.ts";
import { createKey } from "#lib/domain/keys/index.ts";
import { codeOf, stepAt } from "#lib/domain/members/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";
import { type AnyBody, api } from "#test/api.ts";
import { disagreements } from "#test/books-agree.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { addressOf, INTERNAL_ROUTES } from "#test/internal-routes/index.ts";
import { type Received, type Receiver, startReceiver } from "#test/receiver.ts";
import { createDatabase, dropDatabase } from "./databases.ts";
import { migrate } from "./migrate.ts";
import { catalogOf } from "./schema-catalog.ts";

const FIXTURE = new URL("../test/fixtures/database-7f9a5b9.sql.gz", import.meta.url);
const FEW_DAYS = { daysBack: 2, daysAhead: 2 };

/** The merchant in the fixture with objects of every kind. */
type Facts = {
  account: string;
  email: string;
  password: string;
  secondFactor: string;
  key: string;
};

const NEW = { ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseUrl };
const NAME = `${new URL(NEW.ownerUrl).pathname.slice(1)}_7f9a5b9`;

const script = gunzipSync(readFileSync(FIXTURE)).toString("utf8");
const facts: Facts = JSON.parse(script.slice("-- ".length, script.indexOf("\n")));
let sumsBefore: Record<string, string>;

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The upgrade books what acquirers paid for settlements that had arrived. */
const WITHOUT_RECEIPTS =
  "where kind not in ('acquirer_receipt', 'acquirer_payment', 'interchange_paid', 'scheme_fee_paid')";

const SUMS = Object.entries({
  payments: "amount",
  refunds: "amount",
  payouts: "amount",
  disputes: "amount",
  settlements: "net",
  ledger_transfers: "amount",
  balance_transactions: "net",
  events: "1",
  deliveries: "attempt_count",
  audit_entries: "1",
  api_requests: "status",
})
  .map(
    ([table, sum]) =>
      `select '${table}' as name, count(*) || ' ' || sum(${sum}) as sum
         from (select * from ${table} ${table === "ledger_transfers" ? WITHOUT_RECEIPTS : ""}) rows`,
  )
  .join(" union all ");

async function sumsOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; sum: string }>(SUMS);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

type Unsent = { id: string; eventId: string };

/** Leaves deliveries unsent, to a receiver that answers: retries that are due, and deliveries without an attempt, one of
 *  which a worker held when it ended. */
async function leaveUnsent(client: pg.Client, url: string): Promise<Unsent[]> {
  await client.query("update webhook_endpoints set url = $1 where status = 'enabled'", [url]);
  const { rows } = await client.query<Unsent>(
    `update deliveries d set next_attempt_at = now()
       from webhook_endpoints e
      where e.account_id = d.account_id and e.id = d.endpoint_id and e.status = 'enabled'
        and d.status in ('pending', 'retrying')
      returning d.id, d.event_id as "eventId"`,
  );
  const fresh = rows.slice(0, 5).map(({ id }) => id);
  await client.query("delete from delivery_attempts where delivery_id = any($1)", [fresh]);
  await client.query(
    `update deliveries set status = 'pending', attempt_count = 0, last_response_status = null, last_failure_cause = null,
            lease_id = case when id = $2 then 'lease of a worker that ended' end,
            leased_until = case when id = $2 then now() - interval '1 minute' end
      where id = any($1)`,
    [fresh, fresh[0]],
  );
  return rows;
}

let receiver: Receiver;
let unsent: readonly Unsent[];

/** From here on this process is a service on the upgraded database. */
before(async () => {
  receiver = await startReceiver();
  const ownerUrl = await createDatabase(NEW.ownerUrl, NAME);
  const serviceUrl = Object.assign(new URL(NEW.serviceUrl), { pathname: `/${NAME}` }).href;
  await onDatabase(ownerUrl, (client) => client.query(script));
  unsent = await onDatabase(ownerUrl, (client) => leaveUnsent(client, receiver.url));
  sumsBefore = await onDatabase(ownerUrl, sumsOf);
  await migrate({ ownerUrl, serviceUrl }, FEW_DAYS);
  assignEnv({ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl });
});

after(async () => {
  await receiver.stop();
  await dropDatabase(NEW.ownerUrl, NAME);
});

test("the upgraded database has the schema and the grants of a new one", async () => {
  const fresh = await onDatabase(NEW.ownerUrl, catalogOf);
  const upgraded = await onDatabase(env.databaseOwnerUrl, catalogOf);
  assert.ok(fresh.length > 1_000);
  assert.deepEqual(upgraded, fresh);
});

const DIFFERENCES = [
  "alter table payments add column x text",
  "alter table payments drop column description",
  "alter table payments alter description set default ''",
  "alter table payments alter status drop not null",
  "alter table payments alter description type varchar(9)",
  "alter table payments add constraint x check (amount > 1) not valid",
  "alter table payments set (fillfactor = 90)",
  "alter table payments enable row level security",
  "create index x on payments (description)",
  "drop index payments_last4",
  "create table x (id int)",
  "create view x as select 1 as n",
  "create type x as enum ('a')",
  "create sequence x",
  "create function x() returns trigger language plpgsql as 'begin return new; end'",
  "create trigger x before update on payments for each row execute function suppress_redundant_updates_trigger()",
  "create policy x on payments using (true)",
  "create statistics x on id, mode from payments",
  "grant select on payments to public",
  "grant update (amount) on payments to public",
  "grant execute on function analyze_replay_items(text) to public",
  "alter default privileges grant truncate on tables to public",
  "do $$ begin execute (select format('create index x on %s (id)', min(inhrelid::regclass::text)) from pg_inherits where inhparent = 'events'::regclass); end $$",
];

test("each kind of difference between two schemas is detected", async () => {
  await onDatabase(NEW.ownerUrl, async (client) => {
    const same = await catalogOf(client);
    for (const difference of DIFFERENCES) {
      await client.query("begin");
      await client.query(difference);
      assert.notDeepEqual(await catalogOf(client), same, difference);
      await client.query("rollback");
    }
    assert.deepEqual(await catalogOf(client), same);
  });
});

test("rows and amounts are those from before the upgrade, and the books agree", async () => {
  assert.deepEqual(await onDatabase(env.databaseOwnerUrl, sumsOf), sumsBefore);
  assert.deepEqual(await disagreements(), []);
  for (const subject of await bookSubjects()) {
    const ctx = await systemContext(subject, "test");
    assert.deepEqual(await checkBooks(ctx, { everything: true }), []);
  }
});

const LISTS = [
  ...["payments", "refunds", "disputes", "settlements", "balance_transactions", "payouts"],
  ...["customers", "mandates", "plans", "subscriptions", "invoices", "webhook_endpoints"],
];

test("a key from before the upgrade reads lists, objects and reports, and charges", async () => {
  const call = (method: string, path: string, body?: object) =>
    api().call(facts.key, method, path, body);
  for (const list of LISTS) {
    const { status, body, text } = await call("GET", `/v1/${list}`);
    assert.equal(status, 200, text);
    assert.ok(body.data.length > 0, list);
    if (list === "balance_transactions") continue;
    const one = await call("GET", `/v1/${list}/${body.data[0]!.id}`);
    assert.deepEqual([one.status, one.body.id], [200, body.data[0]!.id], one.text);
  }
  for (const type of ["settlement", "declines", "interchange"]) {
    const { status, text } = await call("GET", `/v1/reports?type=${type}`);
    assert.equal(status, 200, text);
  }
  const charge = { amount: 1_290, currency: "EUR", method: "card" };
  const paid = await call("POST", "/v1/payments", {
    ...charge,
    payment_method: "pm_test_4242424242424242",
  });
  assert.deepEqual([paid.status, paid.body.status], [201, "succeeded"], paid.text);
  // The figures of a restored database are rebuilt by the next round of the worker.
  await rollUp();
  assert.deepEqual(await disagreements(facts.account), []);
});

test("an account from before the upgrade keeps its version, and its new authorisations do not expire", async () => {
  const before = "2026-04-01";
  assert.ok(before < NEWEST_VERSION);
  const accounts = "select id from accounts where test_version = $1 and not is_demo limit 1";
  const [account] = await onDatabase(
    env.databaseOwnerUrl,
    async (client) => (await client.query<{ id: Id<"acct"> }>(accounts, [before])).rows,
  );
  const ctx = await systemContext({ accountId: account!.id, mode: "test" }, "upgrade");
  const { plaintext: key } = await createKey(ctx, { kind: "secret", name: "After the upgrade" });
  const call = (method: string, path: string, body?: object, headers = {}) =>
    api().call<AnyBody>(key, method, path, body, headers);
  const charge = { amount: 1_290, currency: "EUR", method: "card", capture: "manual" };
  const held = await call("POST", "/v1/payments", {
    ...charge,
    payment_method: "pm_test_4242424242424242",
  });
  assert.equal(held.headers.get("Service-Version"), before);
  assert.deepEqual([held.body.status, held.body.expires_at], ["requires_capture", null]);
  await call("POST", `/v1/payments/${held.body.id}/cancel`, {});
  const path = `/v1/events?object=${held.body.id}`;
  for (const [headers, version] of [
    [{}, before],
    [{ "Service-Version": NEWEST_VERSION }, NEWEST_VERSION],
  ] as const) {
    const { body } = await call("GET", path, undefined, headers);
    assert.deepEqual(
      body.data.map((event) => event.version),
      [version],
    );
  }
  const made = await call("POST", "/v1/webhook_endpoints", {
    url: "https://shop.example/hook",
    events: ["*"],
  });
  assert.equal(made.body.version, before, "a new endpoint has the account's version");
});

/** Signs in with the password and a code of the second factor, whose secret is readable after the upgrade. */
async function signIn(): Promise<DashboardVisitor> {
  const visitor = await signedIn(facts);
  const code = codeOf(facts.secondFactor, stepAt(nowMs()));
  const { status, body } = await visitor.post("/session/second-factor", { code });
  assert.equal(status, 200, JSON.stringify(body));
  return visitor;
}

test("an owner from before the upgrade signs in and opens every screen", async () => {
  const owner = await signIn();
  const open = async (path: string) => {
    const { status, body } = await owner.get(path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };
  let screens = 0;
  for (const [route, { valid }] of INTERNAL_ROUTES) {
    const [method, path] = addressOf(route);
    // Skips live streams, which do not end, and paths with an id, which are opened below.
    if (method !== "GET" || valid || path.endsWith("/live")) continue;
    await open(path);
    screens++;
  }
  assert.ok(screens > 40, String(screens));
  for (const list of [
    "payments",
    "refunds",
    "disputes",
    "settlements",
    "payouts",
    "subscriptions",
  ]) {
    const [first] = (await open(`/test/${list}`))[list];
    await open(`/test/${list}/${first.id}`);
  }
});

test("the audit log from before the upgrade is sealed and verified", async () => {
  const accounts = await auditedAccounts();
  assert.ok(accounts.includes(facts.account));
  for (const account of accounts) {
    // Entries are sealed once no older transaction runs, in any database of the server.
    let audit = await verifyAudit(account);
    while (audit.waiting > 0) {
      await sealAudit();
      audit = await verifyAudit(account);
    }
    assert.equal(audit.problem, null, account);
  }
});

test("deliveries that waited before the upgrade are sent after it, each once", async () => {
  assert.ok(unsent.length > 10, String(unsent.length));
  const events = new Set(unsent.map(({ eventId }) => eventId));
  const isWaited = ({ headers }: Received) => events.has(headers["service-event-id"] ?? "");
  const dispatch = startDispatch({});
  try {
    await receiver.waitFor(unsent.length, isWaited);
  } finally {
    await dispatch.stop();
  }
  assert.equal(receiver.received.filter(isWaited).length, unsent.length);
  const ids = unsent.map(({ id }) => id);
  const { rows } = await onDatabase(env.databaseUrl, (client) =>
    client.query("select distinct status from deliveries where id = any($1)", [ids]),
  );
  assert.deepEqual(rows, [{ status: "delivered" }]);
});
