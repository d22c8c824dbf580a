import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { authenticateKey, SCOPE_RESOURCES } from "#lib/domain/keys/index.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { grantableScopes } from "./grantable-scopes.ts";

const ROLES: readonly Role[] = ["owner", "admin", "developer", "finance", "support", "read_only"];
const SCOPES = SCOPE_RESOURCES.flatMap((name) => [`${name}:read`, `${name}:write`]);

/** Write scopes per role in live mode; owners and admins have all. */
const WRITES: Readonly<Partial<Record<Role, readonly string[]>>> = {
  developer: ["events", "webhook_endpoints", "deliveries", "replays", "test"],
  finance: ["disputes", "payouts"],
  support: [
    ...["payments", "bank_payments", "refunds", "customers", "payment_methods", "disputes"],
    ...["plans", "mandates", "subscriptions", "invoices", "test"],
  ],
  read_only: [],
};

test("in live mode each role may grant what it may do itself, in test mode everything", () => {
  for (const role of ROLES) {
    assert.equal(grantableScopes(role, "test"), null);
    const writes = WRITES[role];
    const wanted = SCOPES.filter(
      (scope) => scope.endsWith(":read") || writes?.includes(scope.replace(":write", "")),
    );
    assert.deepEqual(grantableScopes(role, "live"), writes ? wanted : null, role);
  }
});

async function memberOf(merchant: Merchant, role: Role) {
  const other = await createMerchant();
  await transact((tx) =>
    addMemberIn(tx, { accountId: merchant.account.id, userId: other.userId, role }),
  );
  const visitor = await signedIn(other);
  await visitor.post("/session/account", { account: merchant.account.id });
  return visitor;
}

test("a developer's live secret key may do no more than the developer; test and publishable keys may", async () => {
  const merchant = await createMerchant();
  const developer = await memberOf(merchant, "developer");
  const make = (mode: string, scopes: readonly string[] | null, kind = "secret") =>
    developer.post(`/${mode}/keys`, { kind, name: "Shop", scopes });
  for (const scope of SCOPES) {
    const isMine = grantableScopes("developer", "live")!.includes(scope);
    const made = await make("live", ["payments:read", scope]);
    assert.equal(made.status, isMine ? 201 : 400, scope);
    if (isMine) continue;
    assert.equal(made.body.error.param, "scopes");
    assert.equal(
      made.body.error.message,
      `Your role (developer) cannot give a live key ${scope}. Ask an owner or admin.`,
    );
  }
  const whole = await make("live", null);
  assert.deepEqual([whole.status, whole.body.error.param], [400, "scopes"]);
  assert.match(whole.body.error.message, /cannot make a live key without limits/);
  assert.equal((await make("test", null)).status, 201);
  assert.equal((await make("test", ["payouts:write"])).status, 201);
  assert.equal((await make("live", null, "publishable")).status, 201);
});

test("a member cannot rotate or change a key that may do more than they; they can revoke it, and it works until then", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const developer = await memberOf(merchant, "developer");
  const full = await owner.post("/live/keys", { kind: "secret", name: "Server" });
  const hooks = await owner.post("/live/keys", {
    kind: "secret",
    name: "Hooks",
    scopes: ["webhook_endpoints:write"],
  });
  const [fullPath, hooksPath] = [full, hooks].map(({ body }) => `/live/keys/${body.key.id}`);
  assert.equal((await developer.get(fullPath!)).body.withinRole, false);
  assert.equal((await developer.get(hooksPath!)).body.withinRole, true);
  assert.equal((await owner.get(fullPath!)).body.withinRole, true);
  const refused = await developer.post(`${fullPath}/rotate`);
  assert.deepEqual([refused.status, refused.body.error.code], [403, "role_insufficient"]);
  const list = { addresses: ["203.0.113.9"] };
  assert.equal((await developer.post(`${fullPath}/addresses`, list)).status, 403);
  assert.equal((await developer.post(`${hooksPath}/addresses`, list)).status, 200);
  assert.equal((await developer.post(`${hooksPath}/rotate`)).status, 201);
  assert.ok(await authenticateKey(full.body.secret));
  assert.equal((await owner.get("/live/keys")).body.grantableScopes, null);
  assert.deepEqual(
    (await developer.get("/live/keys")).body.grantableScopes,
    grantableScopes("developer", "live"),
  );
  assert.equal((await developer.post(`${fullPath}/revoke`, { name: "Server" })).status, 200);
});
