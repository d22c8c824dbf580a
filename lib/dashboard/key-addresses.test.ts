import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey, getKey, limitAddresses, revokeKey } from "#lib/domain/keys/index.ts";
import { api } from "#test/api.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

test("a key's address list is normalised, shown and audited in both modes", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  for (const mode of ["test", "live"] as const) {
    const { key } = await createKey(merchant.ctx[mode], { kind: "secret", name: "Till" });
    const path = `/${mode}/keys/${key.id}`;
    const save = (addresses: string[] | null) => visitor.post(`${path}/addresses`, { addresses });
    const saved = await save(["::ffff:203.0.113.9", " 2001:DB8::/32 ", "203.0.113.9/32"]);
    assert.equal(saved.status, 200);
    const kept = ["203.0.113.9", "2001:db8::/32"];
    assert.deepEqual(saved.body.key.addresses, kept);
    assert.deepEqual((await visitor.get(path)).body.key.addresses, kept);
    assert.equal((await save(null)).body.key.addresses, null);
    const { entries } = (await visitor.get("/audit")).body;
    const [removed, limited] = entries.filter(
      ({ action, subject }: { action: string; subject: { id: string } | null }) =>
        action === "key.addresses_changed" && subject?.id === key.id,
    );
    const change = (before: string, after: string) => [{ name: "addresses", before, after }];
    assert.deepEqual(limited.changes, change("any", kept.join(", ")));
    assert.deepEqual(removed.changes, change(kept.join(", "), "any"));
  }
});

test("a malformed, empty or too long list is refused, names the parameter and changes nothing", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { key } = await createKey(merchant.ctx.test, { kind: "secret", name: "Till" });
  const save = (addresses: unknown) =>
    visitor.post(`/test/keys/${key.id}/addresses`, { addresses });
  const range = (length: number) => Array.from({ length }, (_, i) => `203.0.113.${i}`);
  assert.equal((await save(range(50))).status, 200);
  const wrong = [[], range(51), ["shop.example"], ["10.0.0.1/8"], ["10.0.0.0/33"], "10.0.0.1", [7]];
  for (const addresses of wrong) {
    const { status, body } = await save(addresses);
    assert.equal(status, 400, JSON.stringify(addresses));
    assert.match(body.error.param, /^addresses/);
  }
  assert.equal((await getKey(merchant.ctx.test, key.id)).addresses?.length, 50);
});

test("publishable, revoked, and other merchants' keys take no list", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const stranger = await signedIn(other);
  const addresses = ["203.0.113.9"];
  const { test: ctx } = merchant.ctx;
  const secret = (await createKey(ctx, { kind: "secret", name: "Till" })).key;
  const browser = (await createKey(ctx, { kind: "publishable", name: "Shop" })).key;
  const refused = await visitor.post(`/test/keys/${browser.id}/addresses`, { addresses });
  assert.deepEqual([refused.status, refused.body.error.param], [400, "addresses"]);
  const path = `keys/${secret.id}/addresses`;
  assert.equal((await stranger.post(`/test/${path}`, { addresses })).status, 404);
  assert.equal((await visitor.post(`/live/${path}`, { addresses })).status, 404);
  await revokeKey(ctx, secret.id);
  assert.equal((await visitor.post(`/test/${path}`, { addresses })).status, 409);
  assert.equal((await getKey(ctx, secret.id)).addresses, null);
});

test("concurrent changes leave exactly one of the lists, and none on a revoked key", async () => {
  const { ctx } = await createMerchant();
  const { key } = await createKey(ctx.test, { kind: "secret", name: "Till" });
  const lists = [["203.0.113.9"], ["198.51.100.0/24", "2001:db8::1"], ["10.0.0.0/8"]];
  await Promise.all(lists.map((list) => limitAddresses(ctx.test, key.id, list)));
  const { addresses } = await getKey(ctx.test, key.id);
  assert.ok(lists.some((list) => list.join() === addresses?.join()));
  const [revoked] = await Promise.allSettled([
    revokeKey(ctx.test, key.id),
    ...lists.map((list) => limitAddresses(ctx.test, key.id, list)),
  ]);
  assert.equal(revoked.status, "fulfilled");
  await assert.rejects(limitAddresses(ctx.test, key.id, null), /revoked or expired/);
});

test("a key can be created with an address list, which is validated like a later one", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const make = (params: object) =>
    visitor.post("/test/keys", { kind: "secret", name: "Till", ...params });
  const before = (await visitor.get("/test/keys")).body.keys.length;
  for (const addresses of [[], ["shop.example"], ["10.0.0.1/8"], [7]]) {
    const { status, body } = await make({ addresses });
    assert.equal(status, 400, JSON.stringify(addresses));
    assert.match(body.error.param, /^addresses/);
  }
  const open = await make({ kind: "publishable", addresses: ["203.0.113.9"] });
  assert.deepEqual([open.status, open.body.error.param], [400, "addresses"]);
  assert.equal((await visitor.get("/test/keys")).body.keys.length, before);
  const addresses = ["203.0.113.0/24", "2001:db8::1"];
  const made = await make({ addresses });
  assert.deepEqual([made.status, made.body.key.addresses], [201, addresses]);
  const from = (address: string) =>
    api().call(made.body.secret, "GET", "/v1/payments", undefined, { "x-forwarded-for": address });
  const statuses = await Promise.all(
    ["203.0.113.7", "2001:db8::1", "198.51.100.1", "2001:db8::2"].map(
      async (address) => (await from(address)).status,
    ),
  );
  assert.deepEqual(statuses, [200, 200, 403, 403]);
  assert.equal((await make({ addresses: null })).body.key.addresses, null);
});
