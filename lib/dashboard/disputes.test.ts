import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { pdfFile } from "#test/evidence-files.ts";
import { memberAs } from "#test/members.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { customerRow, disputeRow, paymentRow } from "#test/money-rows.ts";

const DISPUTED = "pm_test_4000000000000259";
const DAY_S = 86_400;

const attempt = () => crypto.randomUUID();
const ids = (body: { disputes: { id: string }[] }) => body.disputes.map(({ id }) => id);

/** A sandbox dispute and a signed-in visitor. */
async function disputed() {
  const till = await openTill();
  const { body: payment } = await till.charge({ payment_method: DISPUTED, amount: 1_290 });
  const advance = (seconds: number) => till.call("POST", "/v1/test/clock/advance", { seconds });
  await advance(3_600);
  const visitor = await signedIn(till);
  const { body } = await visitor.get("/test/disputes");
  const { id } = body.disputes[0];
  const path = `/test/disputes/${id}`;
  const read = async () => (await visitor.get(path)).body;
  return { till, payment, visitor, id: id as string, path, read, advance };
}

test("disputes are listed and filtered, with the number in each status", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const customerId = await customerRow(merchant, { name: "Ada Byron", email: "ada@mail.example" });
  const order = await paymentRow(merchant, { customerId, description: "Order 7" });
  const [plain, third] = [
    await paymentRow(merchant, { cardLast4: "0005" }),
    await paymentRow(merchant),
  ];
  const soon = await disputeRow(merchant, order, {
    createdAt: dateFromMs(nowMs() - 2 * HOUR_MS),
    evidenceDueBy: dateFromMs(nowMs() + 2 * DAY_MS),
  });
  const lost = await disputeRow(merchant, plain, {
    createdAt: dateFromMs(nowMs() - HOUR_MS),
    status: "lost",
    reason: "duplicate",
    currency: "GBP",
  });
  const late = await disputeRow(merchant, third, { reason: "product_not_received" });
  await disputeRow(other, await paymentRow(other));

  const list = await visitor.get("/test/disputes");
  assert.deepEqual(ids(list.body), [late, lost, soon]);
  assert.equal(list.body.total, 3);
  const cases: [query: string, expected: string[]][] = [
    ["status=needs_response", [late, soon]],
    ["status=won,lost", [lost]],
    ["reason=duplicate,product_not_received", [late, lost]],
    ["currency=GBP", [lost]],
    ["due=in3d", [soon]],
    ["due=in1d", []],
    ["due=in3d&status=lost", []],
    [`q=${soon.slice(0, 12)}`, ids(list.body).filter((id) => id.startsWith(soon.slice(0, 12)))],
    [`q=${order}`, [soon]],
    ["q=byron", [soon]],
    ["q=ADA@mail.example", [soon]],
    ["q=0005", [lost]],
    ["q=%25", []],
  ];
  for (const [query, expected] of cases) {
    const { status, body } = await visitor.get(`/test/disputes?${query}`);
    assert.equal(status, 200, query);
    assert.deepEqual(ids(body), expected, query);
    assert.equal(body.total, expected.length, query);
  }
  for (const param of ["status", "reason", "due"]) {
    const refused = await visitor.get(`/test/disputes?${param}=nonsense`);
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
  }
});

test("a dispute's screen has payment, transfers, status changes and events; the payment's screen links to it", async () => {
  const { payment, visitor, id, read } = await disputed();
  const dispute = await read();
  assert.deepEqual(
    [dispute.amount, dispute.fee, dispute.status, dispute.payment.id],
    ["1290", "1500", "needs_response", payment.id],
  );
  const kinds = dispute.transfers.map(({ kind }: { kind: string }) => kind).sort();
  assert.deepEqual(kinds, ["dispute", "dispute_fee"]);
  assert.deepEqual(
    dispute.events.map(({ type }: { type: string }) => type),
    ["dispute.opened"],
  );
  const its = (await visitor.get(`/test/payments/${payment.id}`)).body;
  assert.ok(its.events.some(({ type }: { type: string }) => type === "dispute.opened"));
  assert.deepEqual(its.dispute, {
    id,
    status: "needs_response",
    evidenceDueBy: dispute.evidenceDueBy,
  });
  const json = await visitor.get(`/test/disputes/${id}/json`);
  assert.equal(json.body.object.payment, payment.id);
});

test("evidence is saved and changed text by text, then submitted once, and the issuer decides", async () => {
  const { till, visitor, id, path, read, advance } = await disputed();
  const draft = { receipt: "Order 12", refund_policy: "None" };
  const saved = await visitor.post(`${path}/evidence`, {
    evidence: draft,
    submit: false,
    attempt: attempt(),
  });
  assert.deepEqual([saved.body.status, saved.body.evidence], ["needs_response", draft]);
  const changed = { refund_policy: null, service_date: "2026-04-01" };
  const handIn = { evidence: changed, submit: true, attempt: attempt() };
  const once = await visitor.post(`${path}/evidence`, handIn);
  assert.deepEqual(once.body.evidence, { receipt: "Order 12", service_date: "2026-04-01" });
  // A repeat gets the same response.
  const again = await visitor.post(`${path}/evidence`, handIn);
  assert.deepEqual([again.status, again.body], [200, once.body]);
  const late = await visitor.post(`${path}/evidence`, {
    evidence: {},
    submit: true,
    attempt: attempt(),
  });
  assert.deepEqual([late.status, late.body.error.code], [409, "state_invalid"]);
  await advance(DAY_S + 60);
  const decided = await read();
  assert.equal(decided.status, "lost");
  assert.deepEqual(
    decided.moves.map(({ status }: { status: string }) => status),
    ["needs_response", "under_review", "lost"],
  );
  const [first] = decided.moves;
  assert.match(first.requestId, /^req_/);
  assert.deepEqual(first.evidence.toSorted(), Object.keys(draft).sort());
  assert.equal((await till.eventsOf(id)).at(-1), "dispute.lost");
});

test("an accepted dispute is lost immediately, and a double click accepts it once", async () => {
  const { till, visitor, id, path } = await disputed();
  const press = { attempt: attempt() };
  const answers = await Promise.all([1, 2, 3].map(() => visitor.post(`${path}/accept`, press)));
  assert.ok(answers.some(({ status }) => status === 200));
  assert.equal((await visitor.get(path)).body.status, "lost");
  assert.deepEqual(await till.eventsOf(id), ["dispute.opened", "dispute.updated", "dispute.lost"]);
});

test("a text that a colleague saved meanwhile is not replaced unseen", async () => {
  const { visitor, path } = await disputed();
  const save = (evidence: object, before: object) =>
    visitor.post(`${path}/evidence`, { evidence, before, submit: false, attempt: attempt() });
  assert.equal((await save({ receipt: "Theirs" }, { receipt: null })).status, 200);
  const late = await save({ receipt: "Mine", service_date: "2026-04-01" }, { receipt: null });
  assert.deepEqual([late.status, late.body.error.param], [409, "evidence[receipt]"]);
  assert.deepEqual((await visitor.get(path)).body.evidence, { receipt: "Theirs" });
  // The same text is no conflict, nor is one that was seen.
  assert.equal((await save({ receipt: "Theirs" }, { receipt: null })).status, 200);
  const seen = await save({ receipt: "Mine" }, { receipt: "Theirs" });
  assert.deepEqual(seen.body.evidence, { receipt: "Mine" });
});

test("invalid evidence is refused with its field and changes nothing", async () => {
  const { visitor, path, read } = await disputed();
  for (const [evidence, param] of [
    [{ bribe: "50 EUR" }, "evidence"],
    [{ receipt: "" }, "evidence[receipt]"],
    [{ receipt: "a\0b" }, "evidence[receipt]"],
    [{ receipt: "x".repeat(20_001) }, "evidence[receipt]"],
    [{ receipt: "card 4242424242424242" }, "evidence[receipt]"],
  ] as const) {
    const refused = await visitor.post(`${path}/evidence`, {
      evidence,
      submit: false,
      attempt: attempt(),
    });
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
  }
  assert.deepEqual((await read()).evidence, {});
});

test("home shows disputes that need a response, by currency with the nearest deadline", async () => {
  const { visitor, path, read } = await disputed();
  const due = async () => (await visitor.get("/test/home")).body.attention.disputesDue;
  const { evidenceDueBy } = await read();
  assert.deepEqual(await due(), [
    { currency: "EUR", count: 1, amount: "1290", dueBy: evidenceDueBy },
  ]);
  await visitor.post(`${path}/accept`, { attempt: attempt() });
  assert.deepEqual(await due(), []);
});

test("disputes belong to one account and mode, and evidence needs the permission", async () => {
  const { till, visitor, path } = await disputed();
  const answer = { evidence: { receipt: "mine" }, submit: true, attempt: attempt() };
  assert.equal((await new DashboardVisitor().get(path)).status, 401);
  const stranger = await signedIn(await createMerchant());
  assert.equal((await stranger.get(path)).status, 404);
  assert.equal((await stranger.post(`${path}/evidence`, answer)).status, 404);
  const accepted = await stranger.post(`${path}/accept`, { attempt: attempt() });
  assert.equal(accepted.status, 404);
  const live = path.replace("/test/", "/live/");
  assert.equal((await visitor.get(live)).status, 404);
  assert.equal((await visitor.post(`${live}/accept`, { attempt: attempt() })).status, 404);
  const forged = await visitor.send("POST", `${path}/accept`, answer, {
    "x-paydesk-request": undefined,
  });
  assert.equal(forged.status, 403);
  for (const role of ["developer", "read_only"] as Role[]) {
    const member = await createMerchant();
    await transact((tx) =>
      addMemberIn(tx, { accountId: till.account.id, userId: member.userId, role }),
    );
    const reader = await signedIn(member);
    await reader.post("/session/account", { account: till.account.id });
    assert.equal((await reader.get(path)).status, 200, role);
    for (const verb of ["evidence", "accept"]) {
      const refused = await reader.post(`${path}/${verb}`, answer);
      assert.deepEqual([refused.status, refused.body.error.code], [403, "role_insufficient"]);
    }
  }
  assert.equal((await visitor.get(path)).body.status, "needs_response");
});

test("evidence is proposed from the payment, its metadata, its refunds and the customer's earlier payments", async () => {
  const till = await openTill();
  const made = await till.call("POST", "/v1/customers", {
    name: "Ada Byron",
    email: "ada@mail.example",
  });
  const customer = made.body.id;
  const order = { customer, description: "Order 7" };
  const { body: first } = await till.charge({ ...order, description: "Order 3", amount: 2_500 });
  await till.charge({ ...order, payment_method: "pm_test_4000000000009995" });
  const metadata = { "Order-ID": "1042", carrier: "DHL", trackingNumber: "JD 0042", colour: "red" };
  const { body: payment } = await till.charge({
    ...order,
    payment_method: DISPUTED,
    amount: 1_290,
    metadata,
  });
  await till.refund({ payment: payment.id, amount: 290 });
  await till.charge({ ...order, description: "Order 9" });
  await till.call("POST", "/v1/test/clock/advance", { seconds: 3_600 });
  const visitor = await signedIn(till);
  const { body: list } = await visitor.get("/test/disputes");
  const path = `/test/disputes/${list.disputes[0].id}`;
  const { proposals, evidence } = (await visitor.get(path)).body;
  const texts = Object.fromEntries(
    proposals.map(({ field, text }: { field: string; text: string }) => [field, text]),
  );
  assert.deepEqual(Object.keys(texts).sort(), [
    "receipt",
    "shipping_carrier",
    "shipping_tracking_number",
    "uncategorized_text",
  ]);
  assert.deepEqual([texts.shipping_carrier, texts.shipping_tracking_number], ["DHL", "JD 0042"]);
  for (const part of [
    "Order 7",
    "Order: 1042",
    "Ada Byron <ada@mail.example>",
    "12.90",
    payment.id,
  ]) {
    assert.ok(texts.receipt.includes(part), `${part} in ${texts.receipt}`);
  }
  assert.match(texts.uncategorized_text, new RegExp(`25\\.00.*Order 3, ${first.id}`));
  assert.match(texts.uncategorized_text, /Refunds of this payment:\n.*2\.90/);
  assert.ok(!/Order 9|declined/.test(texts.uncategorized_text), "only what was paid before");
  assert.deepEqual(evidence, {}, "a proposal is no evidence");
  await visitor.post(`${path}/evidence`, { evidence: {}, submit: true, attempt: attempt() });
  const after = (await visitor.get(path)).body;
  assert.deepEqual([after.proposals, after.evidence], [[], {}]);
});

test("a dispute is assigned to a member who may answer it, and the assignee is e-mailed", async () => {
  const { till, visitor, path, id, read } = await disputed();
  const join = async (role: Role) => {
    const member = await createMerchant();
    await transact((tx) =>
      addMemberIn(tx, { accountId: till.account.id, userId: member.userId, role }),
    );
    return member;
  };
  const [finance, reader, stranger] = [
    await join("finance"),
    await join("read_only"),
    await createMerchant(),
  ];
  const assign = (member: string | null) =>
    visitor.post(`${path}/assign`, { member, attempt: attempt() });
  for (const userId of [reader.userId, stranger.userId]) {
    const refused = await assign(userId);
    assert.deepEqual([refused.status, refused.body.error.param], [400, "member"]);
  }
  assert.equal((await assign(finance.userId)).body.assignee.id, finance.userId);
  await assign(finance.userId);
  assert.equal((await read()).assignee.id, finance.userId);
  assert.equal((await assign(till.userId)).status, 200);
  assert.equal((await assign(null)).body.assignee, null);
  assert.equal((await read()).assignee, null);
  const mails = await till.rows<{ recipient: string; subject: string; body: string }>(
    "select recipient, subject, text_body as body from mail_messages where account_id = $1 and kind = 'dispute_assigned'",
  );
  assert.equal(mails.length, 1, "not for the same assignee again, nor for oneself");
  assert.match(mails[0]!.subject, /A dispute of .*12\.90.* was assigned to you/);
  assert.ok(mails[0]!.body.includes(`/test/disputes/${id}`));
  const other = await signedIn(stranger);
  assert.equal(
    (await other.post(`${path}/assign`, { member: null, attempt: attempt() })).status,
    404,
  );
});

test("files that colleagues send at the same time are added in turn, up to 25 MB together", async () => {
  const { till, visitor: owner, path } = await disputed();
  const support = await memberAs(till, "support");
  const send = async (visitor: DashboardVisitor, name: string) => {
    const file = Buffer.concat([pdfFile(name), Buffer.alloc(70_000, " "), pdfFile()]);
    const body = { name: `${name}.pdf`, file: file.toString("base64"), attempt: attempt() };
    const answer = await visitor.post(`${path}/files`, body);
    return [answer.status, answer.body.error?.message];
  };
  const both = (name: string) =>
    Promise.all([send(owner, `${name} 1`), send(support, `${name} 2`), send(owner, `${name} 3`)]);
  const added = [201, undefined];
  assert.deepEqual(await both("photo"), [added, added, added]);
  await till.rows(
    "with x as (update dispute_files set size = 8300000 where account_id = $1 returning 1) select count(*) from x",
  );
  const [statuses, full] = [await both("letter"), "at most 25 MB together"];
  assert.equal(statuses.filter(([status]) => status === 201).length, 1);
  const refused = statuses.filter(([, message]) => String(message).includes(full));
  assert.equal(refused.length, 2, JSON.stringify(statuses));
});
