import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { authenticateKey, countKeyUse } from "#lib/domain/keys/index.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { api } from "#test/api.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

test("a new key's secret is in the response that creates it and in no other", async () => {
  const visitor = await signedIn(await createMerchant());
  const made = await visitor.post("/test/keys", { kind: "secret", name: "Till" });
  assert.equal(made.status, 201);
  assert.match(made.body.secret, /^sk_test_/);
  assert.ok(await authenticateKey(made.body.secret));
  const list = await visitor.get("/test/keys");
  assert.equal(list.body.keys[0].name, "Till");
  assert.equal(list.body.keys[0].hint.slice(-4), made.body.secret.slice(-4));
  assert.equal(list.body.keys[0].hours.length, 24);
  const one = await visitor.get(`/test/keys/${made.body.key.id}`);
  for (const answer of [list, one]) {
    assert.ok(!JSON.stringify(answer.body).includes(made.body.secret));
    assert.ok(!/"(hash|managedSecret)"/.test(JSON.stringify(answer.body)));
  }
  const publishable = list.body.keys.find((key: { kind: string }) => key.kind === "publishable");
  assert.match(publishable.value, /^pk_test_/);
});

test("a live key and its successor both work until the old one is revoked with its name typed", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const [old] = (await visitor.get("/live/keys")).body.keys;
  const second = await visitor.post(`/live/keys/${old.id}/rotate`);
  assert.equal(second.status, 201);
  assert.ok(await authenticateKey(merchant.keys.live.secret));
  assert.ok(await authenticateKey(second.body.secret));
  const pair = await visitor.get(`/live/keys/${old.id}`);
  assert.equal(pair.body.successors[0].id, second.body.key.id);
  assert.equal(pair.body.successors[0].minutes.length, 60);
  const back = await visitor.get(`/live/keys/${second.body.key.id}`);
  assert.equal(back.body.predecessor.id, old.id);

  for (const body of [{}, { name: "server" }, { name: "" }]) {
    const refused = await visitor.post(`/live/keys/${old.id}/revoke`, body);
    assert.equal(refused.status, 400);
    assert.equal(refused.body.error.param, "name");
  }
  assert.ok(await authenticateKey(merchant.keys.live.secret));
  const revoked = await visitor.post(`/live/keys/${old.id}/revoke`, { name: old.name });
  assert.equal(revoked.body.key.status, "revoked");
  assert.equal(await authenticateKey(merchant.keys.live.secret), null);
  assert.ok(await authenticateKey(second.body.secret));
  assert.equal((await visitor.post(`/live/keys/${old.id}/revoke`, { name: old.name })).status, 409);
});

test("the revoke dialog shows the key's requests in the last hour", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const [key] = (await visitor.get("/test/keys")).body.keys;
  for (const isError of [false, false, true]) {
    const address = "203.0.113.40";
    countKeyUse({
      accountId: merchant.account.id,
      keyId: key.id,
      isError,
      address,
      version: "2025-10-01",
    });
  }
  const { body } = await visitor.get(`/test/keys/${key.id}`);
  assert.deepEqual(body.key.lastHour, { requests: 3, errors: 1 });
  assert.equal(body.key.minutes.length, 60);
  assert.equal(body.key.use.lastAddress, "203.0.113.40");
  assert.equal(body.key.use.lastVersion, "2025-10-01");
  assert.equal(body.key.hours.at(-1).requests, 3);
});

test("callers of the keys of a rotation are shown per key, and its lineage is kept", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const keys = (await visitor.get("/test/keys")).body.keys;
  const old = keys.find((key: { name: string }) => key.name === "Server");
  const second = (await visitor.post(`/test/keys/${old.id}/rotate`)).body.key;
  const third = (await visitor.post(`/test/keys/${second.id}/rotate`)).body.key;
  for (const [keyId, address] of [
    [old.id, "10.0.0.7"],
    [second.id, "10.0.0.8"],
    [second.id, "10.0.0.8"],
  ]) {
    const [accountId, client] = [merchant.account.id, "shop/1.0"];
    countKeyUse({ accountId, keyId, isError: false, address, client, version: "2026-04-01" });
  }
  const { body } = await visitor.get(`/test/keys/${old.id}/callers?part=address&per=hour`);
  const seen = new Map(
    body.keys.map((key: { id: string; callers: { value: string; requests: number }[] }) => [
      key.id,
      key.callers.map(({ value, requests }) => [value, requests]),
    ]),
  );
  assert.deepEqual(seen.get(old.id), [["10.0.0.7", 1]]);
  assert.deepEqual(seen.get(second.id), [["10.0.0.8", 2]]);
  assert.equal(body.keys[0].callers[0].slices.length, 24);

  const line = (await visitor.get(`/test/keys/${third.id}`)).body.lineage;
  assert.deepEqual(
    line.map((key: { id: string }) => key.id),
    [old.id, second.id, third.id],
  );
  const activity = (await visitor.get(`/test/keys/${second.id}/activity`)).body;
  assert.deepEqual(
    [activity.callers.length, activity.callers[0].address, activity.callers[0].requests],
    [1, "10.0.0.8", 2],
  );
  assert.deepEqual([activity.calls[0].route, activity.calls[0].requests], ["other", 2]);
  const misread = await visitor.get(`/test/keys/${old.id}/callers?part=colour`);
  assert.equal(misread.status, 400);
  assert.equal(misread.body.error.param, "part");
  const stranger = await signedIn(await createMerchant());
  for (const part of ["callers", "activity"]) {
    assert.equal((await stranger.get(`/test/keys/${old.id}/${part}`)).status, 404);
  }
});

test("a leaked key's screen has the changes it made, and none of another key", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const keys = (await visitor.get("/test/keys")).body.keys;
  const leaked = keys.find((key: { kind: string }) => key.kind === "secret");
  const { secret } = (await visitor.post("/test/keys", { kind: "secret", name: "Till" })).body;
  const client = api();
  const body = {
    amount: 500,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4242424242424242",
  };
  const made = await client.call(merchant.keys.test.secret, "POST", "/v1/payments", body);
  await client.call(merchant.keys.test.secret, "GET", `/v1/payments/${made.body.id}`);
  await client.call(secret, "POST", "/v1/payments", body);
  await visitor.post(`/test/keys/${leaked.id}/revoke`, { name: leaked.name });
  await client.call(merchant.keys.test.secret, "POST", "/v1/payments", body);
  const activity = (await visitor.get(`/test/keys/${leaked.id}/activity`)).body;
  assert.equal(activity.changesMade, 1);
  assert.deepEqual(
    activity.changes.map((change: { method: string; objectId: string }) => [
      change.method,
      change.objectId,
    ]),
    [["POST", made.body.id]],
  );
});

test("managing keys needs the permission; keys of other accounts and modes are 404", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const owner = await signedIn(merchant);
  const [key] = (await owner.get("/test/keys")).body.keys;
  const stranger = await signedIn(other);
  assert.equal((await stranger.get(`/test/keys/${key.id}`)).status, 404);
  assert.equal((await stranger.post(`/test/keys/${key.id}/revoke`)).status, 404);
  assert.equal((await owner.get(`/live/keys/${key.id}`)).status, 404);
  assert.equal((await owner.get("/sandbox/keys")).status, 404);

  await transact((tx) =>
    addMemberIn(tx, { accountId: merchant.account.id, userId: other.userId, role: "support" }),
  );
  await stranger.post("/session/account", { account: merchant.account.id });
  assert.equal((await stranger.get(`/test/keys/${key.id}`)).status, 200);
  for (const path of ["", `/${key.id}/rotate`, `/${key.id}/revoke`]) {
    const { status, body } = await stranger.post(`/test/keys${path}`, {
      kind: "secret",
      name: "X",
    });
    assert.equal(status, 403);
    assert.equal(body.error.code, "role_insufficient");
  }
});

test("the parameters of a key are validated and the invalid field is named", async () => {
  const visitor = await signedIn(await createMerchant());
  const make = (params: object) =>
    visitor.post("/test/keys", { kind: "secret", name: "Key", ...params });
  const cases: Array<[object, string]> = [
    [{ name: "" }, "name"],
    [{ kind: "root" }, "kind"],
    [{ scopes: ["everything"] }, "scopes"],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
    [{ expiresAt: "soon" }, "expiresAt"],
  ];
  for (const [params, param] of cases) {
    const { status, body } = await make(params);
    assert.equal(status, 400);
    assert.equal(body.error.param, param);
  }
});
