import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { LIMITED_ROLES, mayDo } from "#lib/domain/members/index.ts";
import { ROLES } from "#lib/kernel/vocabulary/roles.ts";
import { memberOfEachRole } from "#test/action-table.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { memberAs } from "#test/members.ts";
import { openPayer, type Payer } from "#test/payouts.ts";

const pay = async (merchant: Payer, amount = 20_000, params: object = {}): Promise<string> => {
  const answer = await merchant.charge({ amount, ...params });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
};

const refund = (visitor: DashboardVisitor, payment: string, amount: string, more: object = {}) =>
  visitor.post(`/test/payments/${payment}/refunds`, { attempt: randomUUID(), amount, ...more });

const limit = (visitor: DashboardVisitor, limits: unknown, role = "support") =>
  visitor.post("/team/refund-limits", { role, limits });

const eur = (amount: string) => [{ currency: "EUR", amount }];

async function limited(limits: object = eur("10000")) {
  const merchant = await openPayer();
  const owner = await signedIn(merchant);
  assert.equal((await limit(owner, limits)).status, 200);
  return { merchant, owner, support: await memberAs(merchant, "support") };
}

test("only roles that refund and can neither change limits nor use keys are limited", () => {
  assert.deepEqual(LIMITED_ROLES, ["support"]);
  for (const role of ROLES.filter((one) => mayDo(one, "refund"))) {
    const evades = mayDo(role, "manage_team") || mayDo(role, "use_shell");
    assert.equal(LIMITED_ROLES.includes(role), !evades, role);
  }
});

test("each role refunds up to its limit and no more", async () => {
  const { merchant } = await limited();
  const visitors = await memberOfEachRole(merchant);
  for (const [role, visitor] of visitors) {
    for (const [amount, isAbove] of [
      ["9999", false],
      ["10000", false],
      ["10001", true],
      ["20000", true],
    ] as const) {
      const payment = await pay(merchant);
      const seen = (await visitor.get(`/test/payments/${payment}`)).body;
      const answer = await refund(visitor, payment, amount);
      const what = `${role} ${amount}: ${JSON.stringify(answer.body)}`;
      if (!mayDo(role, "refund")) {
        assert.equal(answer.status, 403, what);
        assert.equal(seen.allowedActions.refund.allowed, false, what);
        continue;
      }
      assert.equal(seen.allowedActions.refund.allowed, true, what);
      if (role !== "support") {
        assert.equal(seen.refundLimit, null);
        assert.equal(answer.status, 201, what);
        continue;
      }
      assert.deepEqual(seen.refundLimit, { most: "10000", left: "10000" });
      assert.equal(answer.status, isAbove ? 400 : 201, what);
      if (!isAbove) continue;
      assert.equal(answer.body.error.param, "amount");
      assert.equal(
        answer.body.error.message,
        "Your role (support) may refund at most 100.00 EUR of one payment. Enter at most 100.00 EUR, or ask an owner or admin to refund it.",
      );
      const after = (await visitor.get(`/test/payments/${payment}`)).body;
      assert.equal(after.refundable, "20000", "a refused refund reserves nothing");
      assert.deepEqual(after.refunds, []);
    }
  }
});

test("several refunds of one payment by one person share the limit; another person has their own", async () => {
  const { merchant, owner, support } = await limited();
  const payment = await pay(merchant, 30_000);
  assert.equal((await refund(support, payment, "6000")).status, 201);
  const seen = (await support.get(`/test/payments/${payment}`)).body;
  assert.deepEqual(seen.refundLimit, { most: "10000", left: "4000" });
  const refused = await refund(support, payment, "4001");
  assert.match(refused.body.error.message, /you have refunded 60\.00 EUR of this one/);
  assert.match(refused.body.error.message, /Enter at most 40\.00 EUR/);
  assert.equal((await refund(support, payment, "4000")).status, 201);

  const spent = (await support.get(`/test/payments/${payment}`)).body.allowedActions.refund;
  assert.equal(spent.allowed, false);
  const last = await refund(support, payment, "1");
  assert.deepEqual([last.status, last.body.error.message], [400, spent.reason]);
  assert.match(spent.reason, /Ask an owner or admin to refund it\.$/);

  assert.equal(
    (await refund(support, await pay(merchant), "10000")).status,
    201,
    "another payment",
  );
  const colleague = await memberAs(merchant, "support");
  assert.equal((await refund(colleague, payment, "10000")).status, 201);
  assert.equal((await refund(owner, payment, "10000")).status, 201);
});

test("a canceled refund does not use the limit", async () => {
  const { merchant, support } = await limited();
  const payment = await pay(merchant, 20_000, { payment_method: "pm_test_4000000000007726" });
  const made = await refund(support, payment, "10000");
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal((await refund(support, payment, "1")).status, 400);
  const canceled = await support.post(`/test/refunds/${made.body.id}/cancel`, {
    attempt: randomUUID(),
  });
  assert.equal(canceled.status, 200);
  assert.equal((await refund(support, payment, "10000")).status, 201);
});

test("concurrent refunds of one member never exceed the limit together", async () => {
  const { merchant, support } = await limited();
  const payment = await pay(merchant, 99_000);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => refund(support, payment, "3000")),
  );
  const made = answers.filter(({ status }) => status === 201).length;
  assert.equal(made, 3);
  assert.equal(answers.filter(({ status }) => status === 400).length, 9);
  const { body } = await support.get(`/test/payments/${payment}`);
  assert.equal(body.amountRefunded, "9000");
  assert.deepEqual(body.refundLimit, { most: "10000", left: "1000" });
});

test("currencies without a limit are refused to a limited role", async () => {
  const { merchant, support, owner } = await limited([
    { currency: "GBP", amount: "8000" },
    { currency: "EUR", amount: "0" },
  ]);
  const payment = await pay(merchant);
  const { refund: action } = (await support.get(`/test/payments/${payment}`)).body.allowedActions;
  const reason =
    "Your role (support) may not refund payments in EUR. Ask an owner or admin to refund it.";
  assert.deepEqual(action, { allowed: false, reason });
  const refused = await refund(support, payment, "1");
  assert.deepEqual([refused.status, refused.body.error.message], [400, reason]);
  assert.equal((await limit(owner, null)).status, 200);
  assert.equal((await refund(support, payment, "20000")).status, 201, "without a limit");
});

test("secret keys have no limit, and their refunds do not use a member's", async () => {
  const { merchant, support } = await limited();
  const payment = await pay(merchant, 50_000);
  assert.equal((await merchant.refund({ payment, amount: 20_000 })).status, 201);
  assert.equal((await refund(support, payment, "10000")).status, 201);
});

test("a limit applies to the account and from the next request, also when looking as the role", async () => {
  const { merchant, owner, support } = await limited(eur("500"));
  const other = await openPayer();
  const theirs = await memberAs(other, "support");
  assert.equal((await refund(theirs, await pay(other), "20000")).status, 201);
  assert.equal((await theirs.get("/session")).body.refundLimit, null);
  assert.deepEqual((await support.get("/session")).body.refundLimit, eur("500"));
  assert.equal((await owner.get("/session")).body.refundLimit, null);
  const payment = await pay(merchant);
  assert.equal((await refund(support, payment, "501")).status, 400);
  assert.equal((await limit(owner, eur("501"))).status, 200);
  assert.equal((await refund(support, payment, "501")).status, 201);
  assert.equal((await owner.post("/session/view-as", { role: "support" })).status, 200);
  assert.deepEqual((await owner.get("/session")).body.refundLimit, eur("501"));
  assert.equal((await refund(owner, payment, "502")).status, 400);
});

test("owners and admins set limits; the audit log has the amounts before and after", async () => {
  const { merchant, owner, support } = await limited();
  const admin = await memberAs(merchant, "admin");
  assert.equal((await limit(support, eur("1"))).status, 403);
  const both = [...eur("2500"), { currency: "GBP", amount: "2000" }];
  assert.equal((await limit(admin, both)).status, 200);
  assert.equal((await limit(admin, [...both].reverse())).status, 200);
  assert.deepEqual((await support.get("/team")).body.refundLimits, [
    { role: "support", limits: both },
  ]);
  assert.equal((await limit(admin, null)).status, 200);
  const { entries } = (await owner.get("/audit")).body;
  const changes = entries
    .filter(({ action }: { action: string }) => action === "account.refund_limit_changed")
    .map((entry: { changes: object[] }) => entry.changes[0]);
  assert.deepEqual(changes, [
    { name: "support", before: "25.00 EUR, 20.00 GBP", after: "no limit" },
    { name: "support", before: "100.00 EUR", after: "25.00 EUR, 20.00 GBP" },
    { name: "support", before: "no limit", after: "100.00 EUR" },
  ]);
});

test("an invalid limit is refused with the field and changes nothing", async () => {
  const { owner } = await limited();
  for (const [limits, role, param] of [
    [[], "support", "limits"],
    [[{ currency: "XXX", amount: "1" }], "support", "limits"],
    [[...eur("1"), ...eur("2")], "support", "limits"],
    [eur("-1"), "support", "limits[0][amount]"],
    [eur("1.5"), "support", "limits[0][amount]"],
    [eur("1"), "admin", "role"],
    [eur("1"), "finance", "role"],
    [eur("1"), "nobody", "role"],
  ] as const) {
    const { status, body } = await limit(owner, limits, role);
    assert.deepEqual([status, body.error.param], [400, param], JSON.stringify([limits, role]));
  }
  assert.deepEqual((await owner.get("/team")).body.refundLimits[0].limits, eur("10000"));
});

test("a bulk refund counts and refunds only what the limit allows, also when an owner looks as the role", async () => {
  const { merchant, owner, support } = await limited();
  const [under, above, begun] = [
    await pay(merchant, 10_000),
    await pay(merchant, 10_001),
    await pay(merchant, 13_000),
  ];
  assert.equal((await refund(support, begun, "6000")).status, 201);
  const chosen = { ids: [under, above, begun] };
  const { body } = await support.post("/test/bulk-refunds/preview", { chosen });
  assert.deepEqual(body.refundable, [{ currency: "EUR", count: 1, amount: "10000" }]);
  assert.deepEqual(
    body.refused.map(({ reason, count }: { reason: string; count: number }) => [
      count,
      /at most 100\.00 EUR of one payment/.test(reason),
    ]),
    [
      [1, true],
      [1, true],
    ],
  );
  const start = (visitor: DashboardVisitor, ids: string[]) =>
    visitor.post("/test/bulk-refunds", { chosen: { ids }, reason: null, attempt: randomUUID() });
  const none = await start(support, [above, begun]);
  assert.deepEqual([none.status, none.body.error.code], [409, "state_invalid"]);
  assert.equal((await owner.post("/session/view-as", { role: "support" })).status, 200);
  assert.equal((await start(owner, [above])).status, 409);
  assert.equal((await owner.post("/session/view-as", { role: null })).status, 200);
  assert.equal((await start(owner, [above])).status, 201);
});
