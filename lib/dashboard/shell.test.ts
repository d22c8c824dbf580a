import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

const CHARGE = JSON.stringify({
  amount: 1290,
  currency: "EUR",
  method: "card",
  payment_method: "pm_test_4242424242424242",
});
const charge = (idempotencyKey: string) => ({
  method: "POST",
  path: "/v1/payments",
  body: CHARGE,
  idempotencyKey,
});

async function memberOf(merchant: Awaited<ReturnType<typeof createMerchant>>, role: Role) {
  const person = await createMerchant();
  const member = { accountId: merchant.account.id, userId: person.userId, role };
  await transact((tx) => addMemberIn(tx, member));
  const visitor = await signedIn(person);
  await visitor.post("/session/account", { account: merchant.account.id });
  return visitor;
}

test("a call from the shell is like one from outside: idempotent, versioned and logged", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const first = (await visitor.post("/test/shell", charge("order-1"))).body;
  const again = (await visitor.post("/test/shell", charge("order-1"))).body;
  assert.deepEqual([first.status, again.status, again.replayed], [201, 200, true]);
  const { id } = JSON.parse(first.body);
  const old = { method: "GET", path: `/v1/payments/${id}`, version: "2025-10-01" };
  const read = (await visitor.post("/test/shell", old)).body;
  assert.deepEqual([read.status, read.version, JSON.parse(read.body).id], [200, "2025-10-01", id]);
  const logged = (await visitor.get(`/test/logs/${first.requestId}`)).body;
  assert.deepEqual([logged.key, logged.objectId, logged.address], [null, id, visitor.address]);
  assert.match(logged.userAgent, new RegExp(`shell .*${merchant.email}`));
  const refused = (await visitor.post("/test/shell", { ...charge("order-2"), body: "{" })).body;
  assert.deepEqual(
    [refused.status, JSON.parse(refused.body).error.code],
    [400, "parameter_invalid"],
  );
});

test("a version that no header can hold is refused with the parameter", async () => {
  const visitor = await signedIn(await createMerchant());
  for (const version of ["２０２６-04-01", "2026…", "a\r\nb", "\ud800", "2".repeat(21)]) {
    const call = { method: "GET", path: "/v1/balance", version };
    const { status, body } = await visitor.post("/test/shell", call);
    assert.deepEqual([status, body.error.param], [400, "version"], version);
  }
});

test("the shell calls only paths of the API, in the mode of the screen", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  for (const path of [
    "/internal/session",
    "/v1/../internal/session",
    "//evil.example/v1/payments",
    "https://evil.example/v1/payments",
    "v1/payments",
  ]) {
    const { status, body } = await visitor.post("/test/shell", { method: "GET", path });
    assert.deepEqual([status, body.error.param], [400, "path"], path);
  }
  const made = JSON.parse((await visitor.post("/test/shell", charge("order-1"))).body.body);
  const other = await visitor.post("/live/shell", {
    method: "GET",
    path: `/v1/payments/${made.id}`,
  });
  assert.equal(other.body.status, 404);
  const wrong = await visitor.post("/test/shell", { method: "PUT", path: "/v1/payments" });
  assert.equal(wrong.body.error.param, "method");
  const nobody = await new DashboardVisitor().post("/test/shell", charge("order-1"));
  assert.equal(nobody.status, 401);
});

test("the shell changes live data only with the permission and the confirmation", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const developer = await memberOf(merchant, "developer");
  const create = {
    method: "POST",
    path: "/v1/customers",
    body: '{"name":"Ada"}',
    idempotencyKey: "ada",
  };
  const unsaid = await owner.post("/live/shell", create);
  assert.deepEqual([unsaid.status, unsaid.body.error.param], [400, "changesLive"]);
  const said = { ...create, changesLive: true };
  assert.equal((await developer.post("/live/shell", said)).body.error.code, "role_insufficient");
  const list = { method: "GET", path: "/v1/customers" };
  assert.deepEqual(JSON.parse((await developer.post("/live/shell", list)).body.body).data, []);
  assert.equal((await owner.post("/live/shell", said)).body.status, 201);
  assert.equal(JSON.parse((await owner.post("/live/shell", list)).body.body).data.length, 1);
  for (const role of ["finance", "support", "read_only"] as const) {
    const visitor = await memberOf(merchant, role);
    const { status } = await visitor.post("/test/shell", list);
    assert.equal(status, 403, role);
  }
});

test("the shell does not pass on a live card number", async () => {
  const visitor = await signedIn(await createMerchant());
  const body =
    '{"type":"card","card":{"number":"4242424242424242","exp_month":1,"exp_year":2031,"cvc":"123"}}';
  const params = { method: "POST", path: "/v1/payment_methods", body, idempotencyKey: "a" };
  assert.equal((await visitor.post("/test/shell", params)).body.status, 201);
  const live = await visitor.post("/live/shell", { ...params, changesLive: true });
  assert.deepEqual([live.status, live.body.error.param], [400, "body"]);
});
