import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { runPrepared } from "#db/client.ts";
import { dateFromMs, HOUR_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import { childEnv, env } from "#lib/kernel/env.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { createMerchant } from "#test/merchant.ts";
import { authenticateKey, permits } from "./authenticate-key.ts";
import { createKey, getManagedSecret } from "./create-key.ts";
import { makeKey } from "./key-format.ts";
import { revokeKey } from "./manage-keys.ts";

/** Another process that reports for each key whether it accepts it. */
function startOtherProcess() {
  const code = `
    import { createInterface } from "node:readline";
    import { authenticateKey } from "#lib/domain/keys/index.ts";
    for await (const key of createInterface({ input: process.stdin })) {
      console.log((await authenticateKey(key)) ? "accepted" : "refused");
    }
    process.exit();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    env: childEnv({ DATABASE_URL: env.databaseUrl }),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  return {
    async asks(key: string): Promise<string> {
      const answered = once(lines, "line");
      child.stdin.write(`${key}\n`);
      const [line] = await answered;
      return line;
    },
    async stop() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

test("a key authenticates its account in its own mode, with the account's pin", async () => {
  const { account, keys } = await createMerchant();
  const secret = await authenticateKey(keys.live.secret);
  assert.equal(secret?.accountId, account.id);
  assert.equal(secret?.mode, "live");
  assert.equal(secret?.kind, "secret");
  assert.equal(secret?.pinnedVersion, NEWEST_VERSION);
  assert.equal(secret?.scopes, null);
  assert.equal(secret?.rateLimits, null);
  const publishable = await authenticateKey(keys.test.publishable);
  assert.equal(publishable?.kind, "publishable");
  assert.equal(publishable?.mode, "test");
});

test("a revoked key is refused by another process immediately, after being accepted there before", async () => {
  const { ctx } = await createMerchant();
  const other = startOtherProcess();
  try {
    for (let round = 0; round < 5; round++) {
      const { key, plaintext } = await createKey(ctx.test, { kind: "secret", name: "Till" });
      for (let i = 0; i < 3; i++) assert.equal(await other.asks(plaintext), "accepted");
      await revokeKey(ctx.test, key.id);
      assert.equal(await other.asks(plaintext), "refused");
      assert.equal(await authenticateKey(plaintext), null);
    }
  } finally {
    await other.stop();
  }
});

test("a key works until its expiry and not after", async () => {
  const { ctx } = await createMerchant();
  const expiresAt = dateFromMs(nowMs() + HOUR_MS);
  const { plaintext } = await createKey(ctx.test, { kind: "secret", name: "Audit", expiresAt });
  assert.ok(await authenticateKey(plaintext));
  const putBack = useClock({ nowMs: () => expiresAt.getTime() - 1 });
  try {
    assert.ok(await authenticateKey(plaintext));
    useClock({ nowMs: () => expiresAt.getTime() });
    assert.equal(await authenticateKey(plaintext), null);
  } finally {
    putBack();
  }
});

test("a key with a prefix edited to another mode or kind is refused", async () => {
  const { keys } = await createMerchant();
  const { secret } = keys.test;
  assert.ok(await authenticateKey(secret));
  for (const changed of [
    secret.replace("sk_test_", "sk_live_"),
    secret.replace("sk_test_", "pk_test_"),
    secret.slice(0, -1),
    `${secret}0`,
    ` ${secret}`,
    secret.toUpperCase(),
    "",
    makeKey("secret", "test"),
  ]) {
    assert.equal(await authenticateKey(changed), null, changed);
  }
});

test("a restricted key has its scopes, and write does not include read", async () => {
  const { ctx } = await createMerchant();
  const scopes = ["payments:write", "refunds:read"];
  const { plaintext } = await createKey(ctx.live, { kind: "secret", name: "Shop", scopes });
  const bearer = await authenticateKey(plaintext);
  assert.ok(bearer);
  assert.deepEqual(bearer.scopes, scopes);
  assert.equal(permits(bearer, "payments:write"), true);
  assert.equal(permits(bearer, "payments:read"), false);
  assert.equal(permits(bearer, "refunds:write"), false);
  assert.equal(permits({ scopes: null }, "refunds:write"), true);
});

test("no column stores a secret key, nor the managed key in plaintext", async () => {
  const { account, ctx, keys } = await createMerchant();
  const managed = await getManagedSecret(ctx.test);
  assert.equal((await authenticateKey(managed))?.managed, true);
  const rows = await runPrepared<{ row: string }>(
    "test.whole_rows",
    "select k::text as row from api_keys k where account_id = $1",
    [account.id],
  );
  const stored = rows.map(({ row }) => row).join("\n");
  for (const secret of [keys.test.secret, keys.live.secret, managed]) {
    assert.ok(!stored.includes(secret));
    assert.ok(!stored.includes(Buffer.from(secret).toString("hex")));
  }
  assert.ok(stored.includes(keys.test.publishable), "publishable keys can be read again");
});
