import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { createMerchant } from "#test/merchant.ts";
import { authenticateKey } from "./authenticate-key.ts";
import { createKey } from "./create-key.ts";
import { looksLikeKey, makeKey } from "./key-format.ts";
import { getKey, keyStatus, listKeys, revokeKey, rotateKey } from "./manage-keys.ts";

const code = (expected: string, param?: string) => (error: unknown) =>
  error instanceof ApiError && error.code === expected && error.param === param;

test("a new account has one key of each kind per mode, newest first, without the managed key", async () => {
  const { ctx } = await createMerchant();
  for (const mode of ["test", "live"] as const) {
    const keys = await listKeys(ctx[mode]);
    assert.deepEqual(
      keys.map(({ kind, name }) => [kind, name]),
      [
        ["secret", "Server"],
        ["publishable", "Browser"],
      ],
    );
    assert.ok(keys.every((key) => key.mode === mode && key.use.requests === 0));
  }
});

test("rotation creates a second key with the same scopes, and both work until the first is revoked", async () => {
  const { ctx } = await createMerchant();
  const scopes = ["refunds:read", "refunds:write"];
  const first = await createKey(ctx.test, { kind: "secret", name: "Desk", scopes });
  const second = await rotateKey(ctx.test, first.key.id);
  assert.equal(second.key.rotatedFrom, first.key.id);
  assert.equal(second.key.name, "Desk (2)");
  assert.deepEqual(second.key.scopes, scopes);
  assert.ok(await authenticateKey(first.plaintext));
  assert.ok(await authenticateKey(second.plaintext));
  await revokeKey(ctx.test, first.key.id);
  assert.equal(await authenticateKey(first.plaintext), null);
  assert.ok(await authenticateKey(second.plaintext));
  assert.equal((await rotateKey(ctx.test, second.key.id)).key.name, "Desk (3)");
});

test("a key is revoked once, and a revoked key cannot be rotated", async () => {
  const { ctx } = await createMerchant();
  const { key } = await createKey(ctx.test, { kind: "secret", name: "Old" });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => revokeKey(ctx.test, key.id)),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  await assert.rejects(revokeKey(ctx.test, key.id), code("state_invalid"));
  await assert.rejects(rotateKey(ctx.test, key.id), code("state_invalid"));
  assert.equal(keyStatus(await getKey(ctx.test, key.id)), "revoked");
});

test("a key of another merchant or mode is missing", async () => {
  const [one, other] = [await createMerchant(), await createMerchant()];
  const { key } = await createKey(one.ctx.test, { kind: "secret", name: "Mine" });
  for (const ctx of [other.ctx.test, one.ctx.live]) {
    await assert.rejects(getKey(ctx, key.id), code("resource_missing"));
    await assert.rejects(revokeKey(ctx, key.id), code("resource_missing"));
    await assert.rejects(rotateKey(ctx, key.id), code("resource_missing"));
  }
  assert.equal((await getKey(one.ctx.test, key.id)).revokedAt, null);
});

test("a key with an invalid name, scope or expiry is not created", async () => {
  const { ctx } = await createMerchant();
  const make = (params: object) => createKey(ctx.test, { kind: "secret", name: "Key", ...params });
  await assert.rejects(make({ name: "  " }), code("parameter_invalid", "name"));
  await assert.rejects(make({ name: "x".repeat(81) }), code("parameter_invalid", "name"));
  await assert.rejects(make({ scopes: [] }), code("parameter_invalid", "scopes"));
  await assert.rejects(make({ scopes: ["payments"] }), code("parameter_invalid", "scopes"));
  await assert.rejects(
    make({ kind: "publishable", scopes: ["payments:read"] }),
    code("parameter_invalid", "scopes"),
  );
  await assert.rejects(
    make({ expiresAt: dateFromMs(nowMs() - 1) }),
    code("parameter_invalid", "expires_at"),
  );
  assert.equal((await listKeys(ctx.test)).length, 2);
});

test("the checksum detects a mistyped key", () => {
  const key = makeKey("secret", "live");
  assert.match(key, /^sk_live_[0-9A-Za-z]{38}$/);
  assert.ok(looksLikeKey(key));
  const at20 = key[20] === "a" ? "b" : "a";
  assert.equal(looksLikeKey(`${key.slice(0, 20)}${at20}${key.slice(21)}`), false);
});
