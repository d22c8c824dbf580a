import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

const DISPUTES = { mode: null, path: "disputes", label: "Disputes" };
const FAILED = { mode: "test", path: "payments?status=failed", label: "Failed today" };

test("favourites are kept in order per person and account", async () => {
  const [merchant, colleague] = [await createMerchant(), await createMerchant()];
  const [here, there] = [await signedIn(merchant), await signedIn(merchant)];
  assert.deepEqual((await here.get("/session")).body.favourites, []);
  const saved = await here.post("/favourites", { favourites: [FAILED, DISPUTES] });
  assert.deepEqual([saved.status, saved.body], [200, { favourites: [FAILED, DISPUTES] }]);
  assert.deepEqual((await there.get("/session")).body.favourites, [FAILED, DISPUTES]);
  await there.post("/favourites", { favourites: [DISPUTES, FAILED] });
  assert.deepEqual((await here.get("/session")).body.favourites, [DISPUTES, FAILED]);

  await transact((tx) =>
    addMemberIn(tx, {
      accountId: merchant.account.id,
      userId: colleague.userId,
      role: "support",
    }),
  );
  const other = await signedIn(colleague);
  await other.post("/session/account", { account: merchant.account.id });
  assert.deepEqual((await other.get("/session")).body.favourites, []);
  await other.post("/favourites", { favourites: [DISPUTES] });
  await other.post("/session/account", { account: colleague.account.id });
  assert.deepEqual((await other.get("/session")).body.favourites, [], "in their own account");
  assert.deepEqual((await here.get("/session")).body.favourites, [DISPUTES, FAILED]);
});

test("favourites lead only to pages of the dashboard", async () => {
  const visitor = await signedIn(await createMerchant());
  const refused = async (favourites: object[]) => {
    const { status, body } = await visitor.post("/favourites", { favourites });
    assert.equal(status, 400, JSON.stringify(favourites));
    return body.error.param;
  };
  for (const path of ["//evil.example", "/payments", "https://evil.example", "a/../b", "", "a#b"]) {
    assert.equal(await refused([{ ...DISPUTES, path }]), "favourites");
  }
  assert.equal(await refused([DISPUTES, DISPUTES]), "favourites");
  assert.equal(await refused([{ ...DISPUTES, label: " " }]), "favourites");
  const many = Array.from({ length: 21 }, (_, at) => ({ ...DISPUTES, path: `disputes/dp_${at}` }));
  assert.equal(await refused(many), "favourites");
  assert.equal((await visitor.post("/favourites", { favourites: many.slice(1) })).status, 200);
  await refused([{ ...DISPUTES, mode: "other" }]);
  const anyone = new DashboardVisitor();
  assert.equal((await anyone.post("/favourites", { favourites: [] })).status, 401);
});

test("the step of the tour is remembered beside the favourites", async () => {
  const merchant = await createMerchant();
  const [here, there] = [await signedIn(merchant), await signedIn(merchant)];
  await here.post("/favourites", { favourites: [DISPUTES] });
  assert.equal((await here.get("/session")).body.tourStep, null, "only after sign-up");
  assert.deepEqual((await here.post("/tour", { step: "follow" })).body, { step: "follow" });
  const { body } = await there.get("/session");
  assert.deepEqual([body.tourStep, body.favourites], ["follow", [DISPUTES]]);
  await there.post("/tour", { step: null });
  assert.equal((await here.get("/session")).body.tourStep, null);
  assert.equal((await here.post("/tour", { step: "fourth" })).status, 400);
  assert.equal((await new DashboardVisitor().post("/tour", { step: null })).status, 401);
});
