// The permission to approve payouts, tested at the routes of the dashboard.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { api } from "#test/api.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { useLiveRail } from "#test/live-rail.ts";
import { createMerchant } from "#test/merchant.ts";
import { moveClock } from "#test/moving-clock.ts";
import { IBANS, instruction, limitPayouts, openPayer, type Payer } from "#test/payouts.ts";

const press = () => ({ attempt: randomUUID() });
const single = (amount = "50000") => ({
  ...{ amount, currency: "EUR", name: "Ada Lindqvist", iban: IBANS.settles },
  ...{ accountNumber: null, sortCode: null, bic: null, rail: null, reference: null },
  ...press(),
});

type Colleague = DashboardVisitor & { email: string; userId: string };

async function colleague(payer: Payer, role: Role): Promise<Colleague> {
  const person = await createMerchant();
  const { id: accountId } = payer.account;
  await transact((tx) => addMemberIn(tx, { accountId, userId: person.userId, role }));
  const visitor = await signedIn(person);
  assert.equal((await visitor.post("/session/account", { account: accountId })).status, 200);
  return Object.assign(visitor, { email: person.email, userId: person.userId });
}

async function limited() {
  const payer = await openPayer(1_000_000);
  await limitPayouts(payer, { perPayout: 10_000 });
  const [owner, finance] = [await signedIn(payer), await colleague(payer, "finance")];
  return { payer, owner, finance };
}

const approve = (visitor: DashboardVisitor, id: string, mode = "test") =>
  visitor.post(`/${mode}/payouts/${id}/approve`, press());

test("the creator of a payout may not approve it, another member with the permission may", async () => {
  const { owner, finance } = await limited();
  const { body: made } = await owner.post("/test/payouts", single());
  for (const verb of ["approve", "refuse"]) {
    const { status, body } = await owner.post(`/test/payouts/${made.id}/${verb}`, press());
    assert.deepEqual([status, body.error.code], [409, "state_invalid"]);
  }
  const seen = (await owner.get(`/test/payouts/${made.id}`)).body;
  assert.deepEqual(
    [seen.allowedActions.approve.allowed, seen.allowedActions.cancel.allowed],
    [false, true],
  );
  const theirs = (await finance.get(`/test/payouts/${made.id}`)).body;
  assert.equal(theirs.allowedActions.approve.allowed, true);
  assert.equal((await approve(finance, made.id)).body.state, "approved");
  assert.equal((await approve(finance, made.id)).status, 409);
});

test("the creator of a key may not approve the payouts of that key", async () => {
  const { payer, owner, finance } = await limited();
  const key = await owner.post("/test/keys", { kind: "secret", name: "Salaries" });
  const made = await api().call<{ id: string }>(
    key.body.secret,
    "POST",
    "/v1/payouts",
    instruction({ amount: 50_000 }),
  );
  assert.equal(made.status, 201, made.text);
  assert.equal((await approve(owner, made.body.id)).status, 409);
  assert.equal((await approve(finance, made.body.id)).status, 200);
  assert.equal(await payer.funds(), 950_000);
});

test("an account's first keys belong to its owner, who may not approve their payouts", async () => {
  const { payer, owner, finance } = await limited();
  const { id } = await payer.paid({ amount: 50_000 });
  const { allowedActions } = (await owner.get(`/test/payouts/${id}`)).body;
  assert.match(allowedActions.approve.reason, /Another member must decide/);
  assert.equal((await approve(owner, id)).status, 409);
  assert.equal((await approve(finance, id)).status, 200);
});

test("neither the creator nor the adopter of a key may approve its payouts, also after the creator left", async () => {
  const { payer, owner, finance } = await limited();
  const admin = await colleague(payer, "admin");
  const key = await admin.post("/test/keys", { kind: "secret", name: "Salaries" });
  const { userId } = admin;
  assert.equal((await owner.post(`/team/members/${userId}/remove`)).status, 200);
  assert.equal((await owner.post(`/test/keys/${key.body.key.id}/adopt`)).status, 200);
  const params = instruction({ amount: 50_000 });
  const made = await api().call<{ id: string }>(key.body.secret, "POST", "/v1/payouts", params);
  await transact((tx) => addMemberIn(tx, { accountId: payer.account.id, userId, role: "admin" }));
  const statuses = [];
  for (const person of [owner, admin, finance]) {
    statuses.push((await approve(person, made.body.id)).status);
  }
  assert.deepEqual(statuses, [409, 409, 200]);
});

test("a payout from the shell is made by the member, not by the managed key", async () => {
  const { payer, owner } = await limited();
  const admin = await colleague(payer, "admin");
  const call = {
    ...{ method: "POST", path: "/v1/payouts", idempotencyKey: randomUUID() },
    body: JSON.stringify(instruction({ amount: 50_000 })),
  };
  const { body } = await admin.post("/test/shell", call);
  const { id } = JSON.parse(body.body) as { id: string };
  assert.equal((await approve(admin, id)).status, 409);
  assert.equal((await approve(owner, id)).status, 200);
});

test("a role without the permission to pay out cannot approve or refuse", async () => {
  const { payer, owner } = await limited();
  const { body: made } = await owner.post("/test/payouts", single());
  for (const role of ["developer", "support", "read_only"] as const) {
    const visitor = await colleague(payer, role);
    assert.equal((await approve(visitor, made.id)).status, 403, role);
    const { body } = await visitor.get(`/test/payouts/${made.id}`);
    assert.equal(body.allowedActions.approve.allowed, false, role);
  }
  assert.equal((await payer.read(made.id)).approval?.state, "pending");
});

test("a payout of another mode or account is 404 at the approval", async () => {
  const { owner, finance } = await limited();
  const { body: made } = await owner.post("/test/payouts", single());
  assert.equal((await approve(finance, made.id, "live")).status, 404);
  assert.equal((await approve(await signedIn(await createMerchant()), made.id)).status, 404);
});

test("members who may decide get one e-mail each, and the creator gets none", async () => {
  const { payer, owner, finance } = await limited();
  await colleague(payer, "support");
  const { body: made } = await owner.post("/test/payouts", single());
  const { rows } = await getPool().query(
    "select recipient, subject, text_body from mail_messages where account_id = $1 and kind = $2",
    [payer.account.id, "payout_approval_requested"],
  );
  assert.deepEqual(
    rows.map(({ recipient }) => recipient),
    [finance.email],
  );
  assert.equal(rows[0].subject, "A payout of 500.00 EUR waits for approval");
  assert.ok(rows[0].text_body.includes(`/test/payouts/${made.id}`));
});

test("lists and the home screen show payouts that wait for approval", async () => {
  const { owner } = await limited();
  const { body: made } = await owner.post("/test/payouts", single());
  await owner.post("/test/payouts", single("5000"));
  const { body: list } = await owner.get("/test/payouts?approval=pending");
  assert.deepEqual(
    [list.total, list.payouts[0].id, list.payouts[0].approval],
    [1, made.id, "pending"],
  );
  const { attention } = (await owner.get("/test/home")).body;
  const [{ currency, count, amount }] = attention.waitingPayouts;
  assert.deepEqual([currency, count, amount], ["EUR", 1, "50000"]);
});

/** A batch of three payouts of 300, 200 and 100 euros that waits, without the payout of 200. */
async function shrunk(visitor: DashboardVisitor, mode: string, typed?: string) {
  const rows = [30_000, 20_000, 10_000].map(
    (amount) => `Ada Lindqvist,${IBANS.settles},${amount},EUR`,
  );
  const file = ["name,iban,amount,currency", ...rows].join("\n");
  const sent = { file, format: "csv", ...press(), ...(typed && { typed }) };
  const { status, body } = await visitor.post(`/${mode}/payout-batches`, sent);
  assert.equal(status, 201);
  const { payouts } = (await visitor.get(`/${mode}/payouts?batch=${body.id}`)).body;
  const [middle] = payouts.filter(({ amount }: { amount: string }) => amount === "20000");
  const canceled = await visitor.post(`/${mode}/payouts/${middle.id}/cancel`, press());
  assert.equal(canceled.status, 200);
  return String(body.id);
}

test("a batch waits with the sum of the payouts that an approval sends", async () => {
  const { payer, owner, finance } = await limited();
  const id = await shrunk(owner, "test");
  const seen = (await finance.get(`/test/payout-batches/${id}`)).body;
  assert.deepEqual([seen.acceptedTotal, seen.asked.amount], ["60000", "40000"]);
  const { attention } = (await finance.get("/test/home")).body;
  assert.equal(attention.waitingPayouts[0].amount, "40000");
  assert.equal((await finance.post(`/test/payout-batches/${id}/approve`, press())).status, 200);
  await payer.advance(60);
  assert.equal(await payer.funds(), 1_000_000 - 40_000);
  const [entry] = await payer.rows<{ after: { amountMinor: string } }>(
    "select after from audit_entries where account_id = $1 and action = 'payout_approval.approved'",
  );
  assert.equal(String(entry?.after.amountMinor), "40000");
});

test("a live batch is approved with the sum that is sent, not with the one that was requested", async () => {
  const live = useLiveRail();
  try {
    const payer = await openPayer(0);
    await live.fund(payer, 100_000n);
    await limitPayouts(payer, { perPayout: 10_000 }, { mode: "live" });
    const [owner, finance] = [await signedIn(payer), await colleague(payer, "finance")];
    const id = await shrunk(owner, "live", "600.00 EUR");
    const type = (typed: string) =>
      finance.post(`/live/payout-batches/${id}/approve`, { ...press(), typed });
    const old = await type("600.00 EUR");
    assert.deepEqual([old.status, old.body.error.param], [400, "typed"]);
    assert.equal((await type("400.00 EUR")).status, 200);
  } finally {
    live.putBack();
  }
});

test("a live payout is approved only after a recent confirmation", async () => {
  const live = useLiveRail();
  const clock = moveClock();
  try {
    const payer = await openPayer(0);
    await live.fund(payer, 100_000n);
    await limitPayouts(payer, { perPayout: 10_000 }, { mode: "live" });
    const [owner, finance] = [await signedIn(payer), await colleague(payer, "finance")];
    const { body: made } = await owner.post("/live/payouts", { ...single(), typed: "500.00 EUR" });
    clock.advance(11 * MINUTE_MS);
    const asked = await approve(finance, made.id, "live");
    assert.deepEqual([asked.status, asked.body.error.code], [403, "confirmation_needed"]);
    assert.equal((await finance.post(`/live/payouts/${made.id}/refuse`, press())).status, 200);
  } finally {
    clock.putBack();
    live.putBack();
  }
});
