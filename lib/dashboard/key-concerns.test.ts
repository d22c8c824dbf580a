import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { ROLES, type Role } from "#lib/kernel/vocabulary/roles.ts";
import { api } from "#test/api.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

async function colleague(merchant: Merchant, role: Role) {
  const person = await createMerchant();
  const { id: accountId } = merchant.account;
  await transact((tx) => addMemberIn(tx, { accountId, userId: person.userId, role }));
  const visitor = await signedIn(person);
  assert.equal((await visitor.post("/session/account", { account: accountId })).status, 200);
  return { visitor, userId: person.userId, name: person.account.name };
}

/** An owner, and an admin who created a key in each mode: one without scopes, one that charges. */
async function team() {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const admin = await colleague(merchant, "admin");
  const make = async (mode: string, name: string, scopes: string[] | null) =>
    (await admin.visitor.post(`/${mode}/keys`, { kind: "secret", name, scopes })).body;
  return {
    ...{ merchant, owner, admin },
    full: await make("live", "Full", null),
    charging: await make("live", "Charging", ["payments:read", "payments:write"]),
    test: await make("test", "Sandbox", null),
  };
}

const concernsAt = async (visitor: DashboardVisitor, mode = "live") =>
  (await visitor.get(`/${mode}/keys`)).body.concerns;

const statusOf = async (secret: string) => (await api().call(secret, "GET", "/v1/payments")).status;

test("a key needs no decision if its creator may do as much, nor do the first keys", async () => {
  const { owner } = await team();
  assert.deepEqual(await concernsAt(owner), {});
  assert.deepEqual(await concernsAt(owner, "test"), {});
});

/** Keys that need a decision, by the new role of their creator. */
const BEYOND: Readonly<Record<Exclude<Role, "owner" | "admin">, readonly string[]>> = {
  developer: ["Charging", "Full"],
  finance: ["Charging", "Full"],
  support: ["Full"],
  read_only: ["Charging", "Full"],
};

for (const role of ROLES.filter((one) => one in BEYOND) as (keyof typeof BEYOND)[]) {
  test(`a creator who becomes ${role}: keys that may do more are listed before and after, and keep working`, async () => {
    const { owner, admin, full, charging, test: sandbox } = await team();
    const path = `/team/members/${admin.userId}`;
    const { body: foretold } = await owner.get(`${path}/keys?role=${role}`);
    const names = foretold.map(({ name }: { name: string }) => name).sort();
    assert.deepEqual(names, BEYOND[role]);
    assert.equal((await owner.post(`${path}/role`, { role })).status, 200);
    const { keys, concerns } = (await owner.get("/live/keys")).body;
    const told = keys.filter(({ id }: { id: string }) => concerns[id]);
    assert.deepEqual(told.map(({ name }: { name: string }) => name).sort(), BEYOND[role]);
    for (const concern of Object.values(concerns)) {
      assert.deepEqual(concern, { reason: "demoted", person: admin.name });
    }
    assert.deepEqual(await concernsAt(owner, "test"), {}, "test keys move no money");
    for (const { secret } of [full, charging, sandbox]) {
      assert.notEqual(await statusOf(secret), 401, "none stops silently");
    }
  });
}

test("when a member leaves, all their keys need a decision, keep working, and each owner gets one e-mail", async () => {
  const { merchant, owner, admin, full, test: sandbox } = await team();
  const path = `/team/members/${admin.userId}`;
  assert.equal((await owner.get(`${path}/keys`)).body.length, 3);
  assert.equal((await owner.post(`${path}/remove`)).status, 200);
  const concern = { reason: "left", person: admin.name };
  assert.deepEqual((await concernsAt(owner))[full.key.id], concern);
  assert.deepEqual(await concernsAt(owner, "test"), { [sandbox.key.id]: concern });
  assert.equal((await owner.get(`/live/keys/${full.key.id}`)).body.concern.reason, "left");
  assert.equal(await statusOf(sandbox.secret), 200);
  const { rows } = await getPool().query(
    "select recipient, text_body from mail_messages where account_id = $1 and kind = 'keys_to_decide'",
    [merchant.account.id],
  );
  assert.equal(rows.length, 1);
  assert.equal(rows[0].recipient, merchant.email);
  for (const name of ["Full", "Charging", "Sandbox"]) assert.ok(rows[0].text_body.includes(name));
});

test("a change of role that affects no key sends no e-mail, and the dialog names none", async () => {
  const { merchant, owner, admin } = await team();
  const path = `/team/members/${admin.userId}`;
  assert.deepEqual((await owner.get(`${path}/keys?role=owner`)).body, []);
  assert.equal((await owner.get(`${path}/keys?role=king`)).body.error.param, "role");
  await owner.post(`${path}/role`, { role: "owner" });
  const { rows } = await getPool().query(
    "select 1 from mail_messages where account_id = $1 and kind = 'keys_to_decide'",
    [merchant.account.id],
  );
  assert.deepEqual(rows, []);
});

test("adopting a key changes only the member responsible for it, and no decision is left", async () => {
  const { owner, admin, full, merchant } = await team();
  await owner.post(`/team/members/${admin.userId}/remove`);
  const adopt = () => owner.post(`/live/keys/${full.key.id}/adopt`);
  const answers = await Promise.all([adopt(), adopt(), adopt()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  assert.equal((await concernsAt(owner))[full.key.id], undefined);
  assert.equal((await owner.get(`/live/keys/${full.key.id}`)).body.key.scopes, null);
  const { entries } = (await owner.get("/audit?about=key")).body;
  assert.deepEqual(entries[0].changes, [
    { name: "answered for by", before: admin.userId, after: merchant.userId },
  ]);
});

test("a narrowed key loses scopes immediately, gains none, and needs no decision if its creator may do as much", async () => {
  const { owner, admin, full } = await team();
  await owner.post(`/team/members/${admin.userId}/role`, { role: "read_only" });
  const narrow = (scopes: string[]) => owner.post(`/live/keys/${full.key.id}/narrow`, { scopes });
  for (const scopes of [[], ["planets:read"]]) {
    assert.equal((await narrow(scopes)).body.error.param, "scopes");
  }
  assert.equal((await narrow(["payments:read", "refunds:read"])).status, 200);
  assert.equal((await narrow(["payments:read", "payments:write"])).body.error.param, "scopes");
  assert.equal((await narrow(["payments:read", "refunds:read"])).body.error.code, "state_invalid");
  assert.equal(await statusOf(full.secret), 200);
  const refused = await api().call(full.secret, "GET", "/v1/customers");
  assert.equal(refused.status, 403);
  assert.equal((await concernsAt(owner))[full.key.id], undefined);
});

test("with a concurrent narrowing and rotation the new key has no more scopes than the old one had", async () => {
  const { owner, full } = await team();
  const scopes = ["payments:read"];
  const [narrowed, rotated] = await Promise.all([
    owner.post(`/live/keys/${full.key.id}/narrow`, { scopes }),
    owner.post(`/live/keys/${full.key.id}/rotate`),
  ]);
  assert.deepEqual([narrowed.status, rotated.status], [200, 201]);
  const made = rotated.body.key.scopes;
  assert.ok(made === null || made.join() === scopes.join());
  const old = (await owner.get(`/live/keys/${full.key.id}`)).body.key;
  assert.deepEqual(old.scopes, scopes);
});

test("only owners and admins decide, and only on active secret keys of their account", async () => {
  const { merchant, owner, full } = await team();
  const verbs = { adopt: {}, narrow: { scopes: ["payments:read"] } };
  for (const [verb, body] of Object.entries(verbs)) {
    const path = `/live/keys/${full.key.id}/${verb}`;
    for (const role of ["developer", "finance", "support", "read_only"] as const) {
      const { visitor } = await colleague(merchant, role);
      assert.equal((await visitor.post(path, body)).status, 403, role);
    }
    assert.equal((await (await signedIn(await createMerchant())).post(path, body)).status, 404);
    assert.equal((await owner.post(path.replace("live", "test"), body)).status, 404);
  }
  const { keys } = (await owner.get("/live/keys")).body;
  const open = keys.find(({ kind }: { kind: string }) => kind === "publishable");
  await owner.post(`/live/keys/${full.key.id}/revoke`, { name: "Full" });
  for (const id of [open.id, full.key.id]) {
    for (const [verb, body] of Object.entries(verbs)) {
      assert.equal((await owner.post(`/live/keys/${id}/${verb}`, body)).status, 409, `${verb}`);
    }
  }
});
