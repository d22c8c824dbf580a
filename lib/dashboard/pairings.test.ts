import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { authenticateKey } from "#lib/domain/keys/index.ts";
import { addMemberIn, changeRole } from "#lib/domain/members/index.ts";
import { prunePairings } from "#lib/domain/pairings/index.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import { api } from "#test/api.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

type Begun = { code: string; pollSecret: string; url: string };

/** A command line: no session, no key. */
class Machine extends DashboardVisitor {
  async begin(device = "workbench"): Promise<Begun> {
    const { status, body } = await this.post("/cli/pairings", { device });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  /** As if the last poll were a while ago. */
  async poll(pollSecret: string) {
    await getPool().query("update pairings set polled_at = null where address = $1", [
      this.address,
    ]);
    return await this.post("/cli/pairings/poll", { pollSecret });
  }

  /** As if it had begun that long ago. */
  async age(minutes: number): Promise<void> {
    const text =
      "update pairings set created_at = now() - $1 * interval '1 minute' where address = $2";
    await getPool().query(text, [minutes, this.address]);
  }
}

const keysOf = async (visitor: DashboardVisitor) => (await visitor.get("/test/keys")).body.keys;
const confirm = (visitor: DashboardVisitor, code: string, access = "write") =>
  visitor.post("/pairing/confirm", { code, access });

async function colleague(merchant: Merchant, role: "developer" | "support") {
  const person = await createMerchant();
  const { id: accountId } = merchant.account;
  await transact((tx) => addMemberIn(tx, { accountId, userId: person.userId, role }));
  const visitor = await signedIn(person);
  await visitor.post("/session/account", { account: accountId });
  return { visitor, userId: person.userId };
}

test("a confirmed command line collects a restricted test key once", async () => {
  const merchant = await createMerchant();
  const [owner, machine] = [await signedIn(merchant), new Machine()];
  const { code, pollSecret, url } = await machine.begin("ada's laptop <b>");
  assert.match(code, /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  assert.ok(url.endsWith(`/test/keys/pair?code=${code}`));
  assert.deepEqual((await machine.poll(pollSecret)).body, { status: "pending" });

  const shown = (await owner.get(`/pairing?code=${code.toLowerCase().replace("-", " ")}`)).body;
  assert.deepEqual(
    [shown.code, shown.pairing.device, shown.pairing.address, shown.pairing.isNear],
    [code, "ada's laptop b", machine.address, false],
  );
  const before = (await keysOf(owner)).length;
  assert.equal((await confirm(owner, code)).body.status, "confirmed");
  assert.equal((await keysOf(owner)).length, before, "the key is made when it is collected");

  const { body: paired, headers } = await machine.poll(pollSecret);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.deepEqual(
    [paired.status, paired.name, paired.mode, paired.account],
    ["confirmed", "CLI on ada's laptop b", "test", merchant.account.id],
  );
  const days = (Date.parse(paired.expiresAt) - nowMs()) / DAY_MS;
  assert.ok(days > 89.9 && days < 90.1);
  const [key] = await keysOf(owner);
  assert.deepEqual(
    [key.name, key.kind, key.hint.slice(-4)],
    [paired.name, "secret", paired.key.slice(-4)],
  );
  assert.ok(key.scopes.includes("payments:write") && key.scopes.includes("requests:read"));
  assert.equal((await api().call(paired.key, "GET", "/v1/listener")).status, 200);

  assert.deepEqual((await machine.poll(pollSecret)).body, { status: "collected" });
  assert.equal((await keysOf(owner)).length, before + 1);
  await owner.post(`/test/keys/${key.id}/revoke`, {});
  assert.equal(await authenticateKey(paired.key), null);
});

test("the confirmation and the key are in the audit log, with the person and both addresses", async () => {
  const merchant = await createMerchant();
  const [owner, machine] = [await signedIn(merchant), new Machine()];
  const { code, pollSecret } = await machine.begin();
  await confirm(owner, code, "read");
  const { body: paired } = await machine.poll(pollSecret);
  const { rows } = await getPool().query(
    `select action, actor_id, p.address, concat(e, p) as text from audit_entries e
       join audit_people p using (account_id, id) where account_id = $1 and action like 'key.%' order by id`,
    [merchant.account.id],
  );
  assert.deepEqual(
    rows.map((row) => [row.action, row.actor_id, row.address]),
    [
      ["key.pairing_confirmed", merchant.userId, owner.address],
      ["key.created", merchant.userId, machine.address],
    ],
  );
  assert.match(rows[0].text, new RegExp(machine.address.replaceAll(".", "\\.")));
  assert.ok(!rows.some(({ text }) => text.includes(paired.key)));
  const scopes: string[] = (await keysOf(owner))[0].scopes;
  assert.ok(scopes.every((scope) => scope.endsWith(":read")));
});

test("neither the code nor the poll secret is stored", async () => {
  const { code, pollSecret } = await new Machine().begin("stored machine");
  const { rows } = await getPool().query(
    "select p::text as text from pairings p where device = 'stored machine'",
  );
  assert.equal(rows.length, 1);
  for (const secret of [code, code.replace("-", ""), pollSecret]) {
    assert.ok(
      !rows[0].text.includes(secret) && !rows[0].text.includes(Buffer.from(secret).toString("hex")),
    );
  }
});

test("a refused command line gets no key, and a code is answered once", async () => {
  const [owner, other] = [
    await signedIn(await createMerchant()),
    await signedIn(await createMerchant()),
  ];
  const machine = new Machine();
  const refused = await machine.begin();
  assert.equal(
    (await owner.post("/pairing/refuse", { code: refused.code })).body.status,
    "refused",
  );
  assert.equal((await confirm(owner, refused.code)).body.error.code, "state_invalid");
  assert.deepEqual((await machine.poll(refused.pollSecret)).body, { status: "refused" });

  const { code, pollSecret } = await machine.begin();
  const answers = await Promise.all([confirm(owner, code), confirm(other, code)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await other.post("/pairing/refuse", { code })).status, 409);
  const polls = await Promise.all([machine.poll(pollSecret), machine.poll(pollSecret)]);
  const made = polls.filter(({ body }) => body.key);
  assert.equal(made.length, 1, "two polls at once make one key");
});

test("a code and its secret expire after ten minutes", async () => {
  const [owner, machine] = [await signedIn(await createMerchant()), new Machine()];
  const confirmed = await machine.begin();
  await confirm(owner, confirmed.code);
  const { code, pollSecret } = await machine.begin();
  await machine.age(10);
  assert.equal((await owner.get(`/pairing?code=${code}`)).body.pairing, null);
  const late = await confirm(owner, code);
  assert.deepEqual([late.status, late.body.error.code], [404, "resource_missing"]);
  assert.deepEqual((await machine.poll(pollSecret)).body, { status: "expired" });
  assert.deepEqual((await machine.poll(confirmed.pollSecret)).body, { status: "expired" });
  await machine.age(61);
  await prunePairings();
  assert.equal((await machine.poll(pollSecret)).status, 404, "deleted after an hour");
});

test("only members who may create keys confirm, and only while they may", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const machine = new Machine();
  const { code, pollSecret } = await machine.begin();
  const support = await colleague(merchant, "support");
  assert.equal((await support.visitor.get(`/pairing?code=${code}`)).body.pairing.status, "pending");
  const refused = await confirm(support.visitor, code);
  assert.deepEqual([refused.status, refused.body.error.code], [403, "role_insufficient"]);
  const developer = await colleague(merchant, "developer");
  assert.equal((await confirm(developer.visitor, code)).status, 200);
  const before = (await keysOf(owner)).length;
  const { ctx, userId } = merchant;
  const actor = { type: "member", userId, name: "Ada" } as const;
  await changeRole({ ...ctx.test, actor }, developer.userId, "support");
  assert.deepEqual((await machine.poll(pollSecret)).body, { status: "refused" });
  assert.equal((await keysOf(owner)).length, before);
});

test("guesses of codes, polls and beginnings are limited", async () => {
  const [owner, machine] = [await signedIn(await createMerchant()), new Machine()];
  const { code, pollSecret } = await machine.begin();
  await machine.poll(pollSecret);
  const hasty = await machine.post("/cli/pairings/poll", { pollSecret });
  assert.deepEqual([hasty.status, hasty.headers.get("retry-after")], [429, "1"]);
  assert.equal((await machine.post("/cli/pairings/poll", { pollSecret: "x" })).status, 404);

  const wrong = () => owner.get("/pairing?code=BBBB-BBBB");
  for (let guess = 1; guess <= 10; guess++) {
    assert.equal((await wrong()).body.pairing, null);
    const right = await owner.get(`/pairing?code=${code}`);
    if (guess < 10) assert.ok(right.body.pairing, "a right code gives no guesses back");
  }
  assert.equal((await wrong()).status, 429);
  assert.equal((await confirm(owner, code)).status, 429);
  const { body } = await (await signedIn(await createMerchant())).get("/pairing?code=ABC");
  assert.deepEqual([body.code, body.pairing], [null, null]);

  const flood = new Machine();
  for (let begun = 1; begun <= 30; begun++) await flood.begin();
  assert.equal((await flood.post("/cli/pairings", { device: "x" })).status, 429);
  for (let poll = 1; poll <= 30; poll++) {
    assert.equal((await flood.post("/cli/pairings/poll", { pollSecret: "y" })).status, 404);
  }
  assert.equal((await flood.post("/cli/pairings/poll", { pollSecret: "y" })).status, 429);
});
