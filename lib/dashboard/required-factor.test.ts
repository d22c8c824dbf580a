import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn, codeOf, stepAt } from "#lib/domain/members/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { addressOf, INTERNAL_ROUTES } from "#test/internal-routes/index.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

/** Routes that stay open to a member who must set up a second factor. */
const OPEN: readonly string[] = [
  "GET /session",
  "POST /security/confirm",
  "POST /security/second-factor",
  "POST /security/second-factor/enable",
  "POST /session/account",
];

async function setUpFactor(visitor: DashboardVisitor): Promise<void> {
  const { secret } = (await visitor.post("/security/second-factor")).body;
  const code = codeOf(secret, stepAt(nowMs()));
  assert.equal((await visitor.post("/security/second-factor/enable", { code })).status, 200);
}

async function join(merchant: Merchant, role: Role) {
  const person = await createMerchant();
  const accountId = merchant.account.id;
  await transact((tx) => addMemberIn(tx, { accountId, userId: person.userId, role }));
  const visitor = await signedIn(person);
  await visitor.post("/session/account", { account: accountId });
  return { person, visitor };
}

const ask = (visitor: DashboardVisitor, ofEverybody: boolean) =>
  visitor.post("/team/second-factor", { ofEverybody });

/** An account that requires a second factor, set by its owner, who has one. */
async function asking() {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  await setUpFactor(owner);
  assert.equal((await ask(owner, true)).status, 200);
  return { merchant, owner };
}

for (const role of ["owner", "admin", "developer", "finance", "support", "read_only"] as const) {
  test(`${role}: a required second factor closes every route to members without one, and opens them with it`, async () => {
    const { merchant } = await asking();
    const { visitor } = await join(merchant, role);
    const open: string[] = [];
    for (const [route, { may }] of INTERNAL_ROUTES) {
      if (may === "anyone") continue;
      const [method, path] = addressOf(route);
      const { status, body } = await visitor.send(method, path, method === "GET" ? undefined : {});
      if (body?.error?.code !== "second_factor_required") open.push(route);
      else assert.equal(status, 403, route);
    }
    assert.deepEqual(open.sort(), OPEN);
    assert.equal((await visitor.get("/session")).body.mustSetUpFactor, true);
    await setUpFactor(visitor);
    assert.equal((await visitor.get("/session")).body.mustSetUpFactor, false);
    assert.equal((await visitor.get("/test/payments")).status, 200);
  });
}

test("only a member with a second factor can require it of others, and keeps theirs while it is required", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const early = await ask(owner, true);
  assert.deepEqual([early.status, early.body.error.code], [409, "state_invalid"]);
  await setUpFactor(owner);
  assert.equal((await ask(owner, true)).status, 200);
  assert.equal((await owner.get("/team")).body.requiresSecondFactor, true);
  const again = await ask(owner, true);
  assert.deepEqual([again.status, again.body.error.code], [409, "state_invalid"]);
  const disable = () => owner.post("/security/second-factor/disable");
  const kept = await disable();
  assert.equal(kept.status, 409);
  assert.match(kept.body.error.message, new RegExp(merchant.account.name));
  assert.equal((await ask(owner, false)).status, 200);
  assert.equal((await disable()).status, 200);
});

test("a concurrent removal of one's own second factor locks nobody out", async () => {
  for (let round = 0; round < 5; round++) {
    const merchant = await createMerchant();
    const owner = await signedIn(merchant);
    await setUpFactor(owner);
    await Promise.all([ask(owner, true), owner.post("/security/second-factor/disable")]);
    const { body } = await owner.get("/session");
    assert.equal(body.mustSetUpFactor, false, `round ${round}`);
  }
});

test("the requirement applies to one account only", async () => {
  const { merchant } = await asking();
  const { person, visitor } = await join(merchant, "support");
  assert.equal((await visitor.get("/test/payments")).status, 403);
  await visitor.post("/session/account", { account: person.account.id });
  assert.equal((await visitor.get("/test/payments")).status, 200);
  assert.equal((await ask(visitor, true)).status, 409);
});
