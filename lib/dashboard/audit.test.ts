import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { api } from "#test/api.ts";
import { askOwner } from "#test/as-owner.ts";
import { signedIn } from "#test/dashboard.ts";
import { addressOf, CHANGES, openWorld, type World } from "#test/internal-routes/index.ts";
import { createMerchant } from "#test/merchant.ts";
import { readCsvObjects } from "#test/report-file.ts";

let world: World;
before(async () => {
  world = await openWorld();
});
after(async () => {
  await world.receiver.stop();
});

/** PostgreSQL's code for a missing privilege. */
const INSUFFICIENT = "42501";

type Row = { action: string; actor_id: string; address: string; request_id: string; text: string };

async function entriesOf(accountId: string): Promise<Row[]> {
  const sql = `select action, actor_id, address, request_id, concat(e, p) as text
                 from audit_entries e join audit_people p using (account_id, id)
                where account_id = $1 order by id`;
  return (await getPool().query<Row>(sql, [accountId])).rows;
}

test("every change made in the dashboard leaves one entry, however often it is sent; a refused change leaves none", async () => {
  const stranger = await signedIn(await createMerchant());
  const { account, userId } = world.merchant;
  const secrets: string[] = [];
  for (const [route, { valid, leaves }] of Object.entries(CHANGES)) {
    if (!valid) continue;
    const request = await valid(world);
    const [method, path] = addressOf(route, request);
    const earlier = await entriesOf(account.id);
    if (request.id) await stranger.send(method, path, request.body);
    const made = await world.owner.send(method, path, request.body);
    assert.ok(made.status < 300, `${route}: ${JSON.stringify(made.body)}`);
    if (made.body.secret) secrets.push(made.body.secret);
    const isPress = "attempt" in (request.body ?? {});
    if (isPress) await world.owner.send(method, path, request.body);
    const left = (await entriesOf(account.id)).slice(earlier.length);
    assert.deepEqual(
      left.map((row) => row.action),
      leaves ? [leaves] : [],
      route,
    );
    for (const row of left) {
      assert.deepEqual([row.actor_id, row.address], [userId, world.owner.address], route);
      assert.equal(row.request_id, made.headers.get("service-request-id"), route);
    }
  }
  const log = (await entriesOf(account.id)).map((row) => row.text).join("\n");
  assert.ok(secrets.length >= 3);
  for (const secret of secrets) assert.ok(!log.includes(secret), "a secret is in the audit log");
  assert.deepEqual(await entriesOf((await createMerchant()).account.id), []);
});

test("an entry and its change commit together, or neither does", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { id: accountId } = merchant.account;
  // If the entry cannot be written, the change is rolled back.
  await askOwner(
    `alter table audit_entries add constraint no_mars check (account_id <> '${accountId}') not valid`,
  );
  try {
    assert.equal((await visitor.post("/account", { name: "Mars" })).status, 500);
  } finally {
    await askOwner("alter table audit_entries drop constraint no_mars");
  }
  assert.notEqual((await visitor.get("/account")).body.name, "Mars");
  assert.equal((await visitor.post("/account", { name: "Venus" })).status, 200);
  const [entry] = (await visitor.get("/audit")).body.entries;
  assert.deepEqual(entry.changes, [
    { name: "name", before: merchant.account.name, after: "Venus" },
  ]);
});

test("the service cannot change or delete an entry, not even by SQL", async () => {
  const merchant = await createMerchant();
  await (await signedIn(merchant)).post("/test/keys", { kind: "secret", name: "Till" });
  for (const sql of ["update audit_entries set action = 'x'", "delete from audit_entries"]) {
    const own = `${sql} where account_id = $1`;
    await assert.rejects(getPool().query(own, [merchant.account.id]), { code: INSUFFICIENT });
  }
});

test("changes of settings by API keys are in the audit log; their payments are not", async () => {
  const merchant = await createMerchant();
  const call = (path: string, body: object) =>
    api().call(merchant.keys.test.secret, "POST", path, body, { "user-agent": "shop/1.0" });
  await call("/v1/customers", { email: "payer@shop.example" });
  const made = await call("/v1/webhook_endpoints", { url: world.receiver.url, events: ["*"] });
  assert.equal(made.status, 201, made.text);
  const [entry, ...others] = (await (await signedIn(merchant)).get("/audit?about=endpoint")).body
    .entries;
  assert.equal(others.length, 0);
  assert.deepEqual(
    [entry.label, entry.actor.type, entry.actor.name, entry.client, entry.mode],
    ["Endpoint created", "key", "Server", "shop/1.0", "test"],
  );
  assert.equal(entry.subject.id, made.body.id);
});

test("card numbers and keys in a name are not stored", async () => {
  const merchant = await createMerchant();
  const system = await systemContext({ accountId: merchant.account.id, mode: "test" }, "x");
  const ctx = {
    ...system,
    actor: { type: "member", userId: merchant.userId, name: "Ada" },
  } as const;
  await transact((tx) =>
    recordChangeIn(tx, ctx, {
      action: "plan.created",
      subject: { id: "plan_1", name: "4242 4242 4242 4242" },
      after: { name: merchant.keys.live.secret },
    }),
  );
  const [row] = await entriesOf(merchant.account.id);
  assert.ok(!/4242 4242 4242 4242/.test(row!.text));
  assert.ok(!row!.text.includes(merchant.keys.live.secret));
});

test("the audit log is filtered by actor, action, time and text, and exported in full", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  for (const name of ["One", "Two", "Three"]) {
    await visitor.post("/test/keys", { kind: "secret", name });
  }
  const made = await visitor.post("/live/keys", { kind: "secret", name: "=Four" });
  await visitor.post("/account", { name: "Lindqvist" });
  const cases: [query: string, total: number][] = [
    ["", 6],
    ["about=sign_in", 1],
    ["about=key", 4],
    ["about=key,account", 5],
    ["about=endpoint", 0],
    ["mode=live", 1],
    [`actor=${merchant.userId}`, 6],
    ["actor=usr_nobody", 0],
    ["created=1h", 6],
    ["created=2020-01-01..2020-01-02", 0],
    ["q=thr", 1],
    [`q=${made.body.key.id}`, 1],
    [`q=${made.headers.get("service-request-id")}`, 1],
    [`q=${visitor.address}`, 6],
    ["q=%25", 0],
  ];
  for (const [query, total] of cases) {
    const { status, body } = await visitor.get(`/audit?${query}`);
    assert.deepEqual([status, body.total, body.entries.length], [200, total, total], query);
  }
  const { body } = await visitor.get("/audit");
  assert.deepEqual(
    body.actors.map((actor: { id: string }) => actor.id),
    [merchant.userId],
  );
  const file = await visitor.get("/audit/export?about=key");
  assert.match(file.headers.get("content-disposition")!, /"audit-log_\d{4}-\d\d-\d\d\.csv"/);
  const rows = readCsvObjects(file.body.replaceAll("\r\n", "\n"));
  assert.deepEqual(
    rows.map((row) => row.subject_name),
    ["'=Four", "Three", "Two", "One"],
  );
  for (const query of ["about=moon", "mode=both", "created=lately"]) {
    const refused = await visitor.get(`/audit?${query}`);
    assert.deepEqual(
      [refused.status, refused.body.error.param],
      [400, query.slice(0, query.indexOf("="))],
    );
  }
});
