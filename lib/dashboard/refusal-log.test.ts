import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

const lines: string[] = [];
const write = process.stderr.write;
beforeEach(() => {
  lines.length = 0;
  assignEnv({ LOG_LEVEL: "warn" });
  process.stderr.write = (line: string | Uint8Array) => Boolean(lines.push(String(line)));
});
afterEach(() => {
  process.stderr.write = write;
  assignEnv({ LOG_LEVEL: "silent" });
});

test("what a role may not do, and a write from elsewhere, are each one line of the log with who and where", async () => {
  const [merchant, person] = [await createMerchant(), await createMerchant()];
  const { id: accountId } = merchant.account;
  await transact((tx) => addMemberIn(tx, { accountId, userId: person.userId, role: "read_only" }));
  const visitor = await signedIn(person);
  await visitor.post("/session/account", { account: accountId });
  assert.equal((await visitor.post("/test/keys", { kind: "secret", name: "Till" })).status, 403);
  const elsewhere = { origin: "https://elsewhere.example" };
  assert.equal((await visitor.send("POST", "/test/keys", {}, elsewhere)).status, 403);
  const [role, origin] = lines.map((line) => JSON.parse(line));
  assert.equal(lines.length, 2);
  assert.deepEqual(
    [role.message, role.code, role.method, role.path, role.user, role.account, role.address],
    [
      ...["a dashboard request was refused", "role_insufficient", "POST", "/internal/test/keys"],
      ...[person.userId, accountId, visitor.address],
    ],
  );
  assert.match(role.requestId, /^req_/);
  assert.deepEqual([origin.code, origin.user], ["origin_refused", null]);
});
