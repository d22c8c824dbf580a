import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { dueAlertPosts } from "#lib/domain/alert-channels/index.ts";
import { raiseAlertIn, watchedRules } from "#lib/domain/alerts/index.ts";
import { countKeyUse, flushKeyUse } from "#lib/domain/keys/index.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { AlertKind } from "#lib/kernel/vocabulary/alerts.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { startReceiver } from "#test/receiver.ts";

const raise = ({ ctx }: Merchant, key: string, kind: AlertKind = "payout_returned") =>
  transact((tx) =>
    raiseAlertIn(tx, ctx.test, {
      ...{ kind, key, at: now() },
      content: {
        subject: `Payout ${key} <!channel>`,
        paragraphs: ["Why."],
        path: "payouts",
        action: "Open",
      },
    }),
  );

const RULE = {
  kind: "payout_returned",
  params: {},
  active: true,
  roles: ["owner"],
  members: [],
  mail: false,
  channel: null as string | null,
};

test("a person reads and marks their own alerts; a colleague's stay unread, another mode's and merchant's are not there", async () => {
  const [merchant, colleague, other] = await Promise.all([1, 2, 3].map(() => createMerchant()));
  const { id: accountId } = merchant!.account;
  await transact((tx) =>
    addMemberIn(tx, { accountId, userId: colleague!.userId, role: "finance" }),
  );
  await raise(merchant!, "po_1");
  await raise(merchant!, "po_2");
  const [owner, finance, stranger] = await Promise.all(
    [merchant!, colleague!, other!].map((one) => signedIn(one)),
  );
  await finance!.post("/session/account", { account: accountId });
  const { body } = await owner!.get("/test/alerts");
  assert.equal(body.unread, 2);
  assert.deepEqual(
    body.alerts.map((one: { title: string; path: string; isRead: boolean }) => [
      one.title,
      one.path,
      one.isRead,
    ]),
    [
      ["Payout po_2 <!channel>", "payouts", false],
      ["Payout po_1 <!channel>", "payouts", false],
    ],
  );
  const marked = await owner!.post("/test/alerts/read", { ids: [body.alerts[0].id] });
  assert.equal(marked.body.unread, 1);
  await stranger!.post("/test/alerts/read", { ids: [body.alerts[1].id] });
  assert.equal((await owner!.get("/test/alerts/unread")).body.unread, 1);
  assert.equal((await owner!.post("/test/alerts/read", {})).body.unread, 0);
  assert.equal((await finance!.get("/test/alerts/unread")).body.unread, 2);
  assert.equal((await owner!.get("/live/alerts")).body.alerts.length, 0);
  assert.deepEqual((await stranger!.get("/test/alerts")).body.alerts, []);
});

test("a new account has default rules in both modes; finance sees them and changes none", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  for (const mode of ["test", "live"]) {
    const { rules, mayEdit } = (await owner.get(`/${mode}/alert-rules`)).body;
    assert.equal(rules.length, 9);
    assert.ok(rules.every((rule: { active: boolean; mail: boolean }) => rule.active && rule.mail));
    assert.equal(mayEdit, true);
  }
  const colleague = await createMerchant();
  const { id: accountId } = merchant.account;
  await transact((tx) => addMemberIn(tx, { accountId, userId: colleague.userId, role: "finance" }));
  const finance = await signedIn(colleague);
  await finance.post("/session/account", { account: accountId });
  const { rules, mayEdit } = (await finance.get("/test/alert-rules")).body;
  assert.deepEqual([rules.length, mayEdit], [9, false]);
  assert.equal((await finance.post("/test/alert-rules", RULE)).status, 403);
  assert.equal(
    (await finance.post(`/test/alert-rules/${rules[0].id}/mute`, { for: "day" })).status,
    403,
  );
});

test("a rule is tried, created, changed, muted and deleted; parameters out of bounds are refused by name", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const rate = { rateBps: 3_000, minimum: 50, hours: 1 };
  const tried = await owner.post("/test/alert-rules/try", { kind: "decline_rate", params: rate });
  assert.deepEqual([tried.status, tried.body.count, tried.body.newest], [200, 0, []]);
  for (const [params, field] of [
    [{ ...rate, rateBps: 50 }, "rateBps"],
    [{ ...rate, minimum: 1 }, "minimum"],
    [{ ...rate, hours: 2 }, "hours"],
    [{ ...rate, days: 2 }, "days"],
    [{ ...rate, amount: "1", currency: "EUR" }, "amount"],
  ] as const) {
    const answer = await owner.post("/test/alert-rules/try", { kind: "decline_rate", params });
    assert.deepEqual([answer.status, answer.body.error.param], [400, field]);
  }
  const nobody = { ...RULE, roles: [] };
  assert.equal((await owner.post("/test/alert-rules", nobody)).body.error.param, "roles");
  const stranger = { ...RULE, members: ["usr_stranger"] };
  assert.equal((await owner.post("/test/alert-rules", stranger)).body.error.param, "members");
  const { id } = (await owner.post("/test/alert-rules", RULE)).body;
  await owner.post(`/test/alert-rules/${id}`, {
    ...RULE,
    params: { amount: "5000", currency: "EUR" },
  });
  const kept = (await owner.get(`/test/alert-rules/${id}`)).body.rule;
  assert.deepEqual(kept.params, { amount: "5000", currency: "EUR" });
  const other = await owner.post(`/test/alert-rules/${id}`, { ...RULE, kind: "books_disagree" });
  assert.equal(other.body.error.param, "kind");
  const muted = (await owner.post(`/test/alert-rules/${id}/mute`, { for: "forever" })).body.rules;
  const rule = muted.find((one: { id: string }) => one.id === id);
  assert.equal(rule.muted.until, null);
  assert.ok(rule.muted.by);
  const loud = (await owner.post(`/test/alert-rules/${id}/mute`, { for: null })).body.rules;
  assert.equal(loud.find((one: { id: string }) => one.id === id).muted, null);
  const strange = await signedIn(await createMerchant());
  assert.equal((await strange.get(`/test/alert-rules/${id}`)).status, 404);
  assert.equal((await strange.post(`/test/alert-rules/${id}`, RULE)).status, 404);
  assert.equal((await owner.get(`/live/alert-rules/${id}`)).status, 404);
  await owner.post(`/test/alert-rules/${id}/delete`);
  assert.equal((await owner.get(`/test/alert-rules/${id}`)).status, 404);
});

test("a Slack webhook gets an alert with a back-off, mentions nobody, and its address is stored encrypted and not shown", async () => {
  const receiver = await startReceiver();
  try {
    const merchant = await createMerchant();
    const owner = await signedIn(merchant);
    const bad = { name: "Payments", url: "https://169.254.169.254/latest" };
    assert.equal((await owner.post("/test/alert-channels", bad)).body.error.param, "url");
    const url = `${receiver.url}/services/T1/B2/secret-of-slack`;
    const { id } = (await owner.post("/test/alert-channels", { name: "Payments", url })).body;
    await owner.post("/test/alert-rules", { ...RULE, channel: id });
    const tested = await owner.post(`/test/alert-channels/${id}/test`);
    assert.deepEqual([tested.status, tested.body.problem], [200, null]);
    receiver.reply({ status: 500, body: "later" });
    await raise(merchant, "po_1");
    await raise(merchant, "po_1");
    const send = async () => {
      const tasks = await dueAlertPosts.claimOf(merchant.account.id, 10);
      await Promise.all(tasks.map((task) => task.run()));
      return tasks.length;
    };
    assert.equal(await send(), 1);
    assert.equal(await send(), 0, "the next try is a minute later");
    receiver.reply({ status: 200, body: "ok" });
    await getPool().query(
      "update alert_posts set due_at = now() - interval '1 second' where account_id = $1 and status = 'queued'",
      [merchant.account.id],
    );
    assert.equal(await send(), 1);
    const [, failed, sent] = receiver.received.map(({ body }) => JSON.parse(body.toString()));
    assert.deepEqual(failed, sent);
    assert.equal(sent.text, "Payout po_1 &lt;!channel&gt;");
    assert.match(sent.blocks[0].text.text, /<https?:\/\/[^|]+\/test\/payouts\|Open>$/);
    const shown = (await owner.get("/test/alert-rules")).body.channels;
    assert.deepEqual([shown[0].last.status, shown[0].last.lastError], ["sent", null]);
    assert.match(shown[0].hint, /\/…lack$/);
    const { rows } = await getPool().query(
      `select (select string_agg(c::text, '') from alert_channels c where c.account_id = $1)
           || (select string_agg(p::text, '') from alert_posts p where p.account_id = $1)
           || (select string_agg(a::text, '') from audit_entries a where a.account_id = $1) as all`,
      [merchant.account.id],
    );
    assert.ok(!rows[0].all.includes("secret-of-s"));
    const stranger = await signedIn(await createMerchant());
    assert.equal((await stranger.post(`/test/alert-channels/${id}/test`)).status, 404);
    assert.equal((await stranger.post(`/test/alert-channels/${id}/delete`)).status, 404);
    const left = (await owner.post(`/test/alert-channels/${id}/delete`)).body;
    assert.deepEqual(left.channels, []);
    assert.ok(left.rules.every((rule: { channel: string | null }) => rule.channel === null));
  } finally {
    await receiver.stop();
  }
});

test("a key that is used from an address it was not used from for 30 days is told once a day; a new key is not", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const { id } = (await owner.post("/test/keys", { kind: "secret", name: "Till" })).body.key;
  const { id: accountId } = merchant.account;
  const use = async (address: string) => {
    countKeyUse({ accountId, keyId: id, isError: false, address, version: null });
    await flushKeyUse();
    const tasks = await watchedRules.claimOf(accountId, 4);
    await Promise.all(tasks.map((task) => task.run()));
    return (await owner.get("/test/alerts")).body.alerts.map((one: { title: string }) => one.title);
  };
  // The rules were made before the keys are used: the clock of this test does not move.
  await getPool().query(
    "update alert_rules set created_at = now() - interval '9 days' where account_id = $1",
    [accountId],
  );
  assert.deepEqual(await use("203.0.113.1"), []);
  assert.deepEqual(await use("203.0.113.2"), [], "the key's first day");
  await getPool().query(
    "update api_key_addresses set first_at = first_at - interval '2 days' where account_id = $1",
    [accountId],
  );
  const told = ["Key Till was used from a new address"];
  assert.deepEqual(await use("203.0.113.3"), told);
  assert.deepEqual(await use("203.0.113.3"), told);
  assert.deepEqual(await use("203.0.113.4"), told, "once a day");
  assert.equal(
    (await owner.post("/test/alert-rules/try", { kind: "key_new_address", params: {} })).body.count,
    1,
  );
});

test("quiet hours and digest are a person's own, with times that exist", async () => {
  const owner = await signedIn(await createMerchant());
  const night = { quietFrom: "22:00", quietTo: "07:00", digestAt: "08:30" };
  assert.deepEqual((await owner.post("/test/alerts/preferences", night)).body, night);
  assert.deepEqual((await owner.get("/live/alert-rules")).body.preferences, night);
  for (const wrong of [
    { ...night, quietFrom: "25:00" },
    { ...night, quietTo: null },
    { ...night, quietTo: "22:00" },
  ]) {
    assert.equal((await owner.post("/test/alerts/preferences", wrong)).status, 400);
  }
});
