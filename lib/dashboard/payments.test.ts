import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { addDays, dayStart, localDay } from "#lib/kernel/period.ts";
import type { DisputeStatus } from "#lib/kernel/vocabulary/disputes.ts";
import { SHOWN_AS_SUCCEEDED, type ShownPaymentStatus } from "#lib/kernel/vocabulary/payments.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import {
  customerRow,
  disputeRow,
  paymentMethodRow,
  paymentRow,
  refundRow,
} from "#test/money-rows.ts";

const ids = (body: { payments: { id: string }[] }) => body.payments.map(({ id }) => id);

test("the list has the account's payments of the mode in the path, newest first", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const older = await paymentRow(merchant, { createdAt: dateFromMs(nowMs() - HOUR_MS) });
  const newer = await paymentRow(merchant);
  const live = await paymentRow(merchant, { mode: "live" });
  await paymentRow(other);
  const list = await visitor.get("/test/payments");
  assert.deepEqual(ids(list.body), [newer, older]);
  assert.equal(list.body.total, 2);
  assert.deepEqual(ids((await visitor.get("/live/payments")).body), [live]);
  assert.equal((await visitor.get(`/test/payments/${live}`)).status, 404);
  assert.equal((await visitor.get(`/live/payments/${live}`)).status, 200);
  const foreign = await (await signedIn(other)).get(`/test/payments/${newer}`);
  assert.equal(foreign.status, 404);
  assert.equal(foreign.body.error.code, "resource_missing");
  assert.equal((await visitor.get("/test/payments/nonsense")).status, 404);
});

test("each filter narrows the list, and the count is exact for the filters", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const customerId = await customerRow(merchant, { name: "Ada Byron", email: "ada@mail.example" });
  const plain = await paymentRow(merchant, { amount: 1_290n, description: "Order 100% wool" });
  const declined = await paymentRow(merchant, { status: "failed", declineCode: "lost_card" });
  const part = await paymentRow(merchant, { amountRefunded: 1n, customerId });
  const whole = await paymentRow(merchant, { amountRefunded: 1_000n, cardLast4: "0005" });
  const yen = await paymentRow(merchant, { currency: "JPY", amount: 1_290n });
  const ideal = await paymentRow(merchant, { method: "ideal", cardLast4: null });
  const old = await paymentRow(merchant, { createdAt: dateFromMs(nowMs() - 40 * DAY_MS) });
  const cases: [query: string, expected: string[]][] = [
    ["status=failed", [declined]],
    ["status=succeeded", [plain, yen, ideal, old]],
    ["status=refunded,partially_refunded", [part, whole]],
    ["status=refunded", [whole]],
    ["method=ideal", [ideal]],
    ["currency=JPY", [yen]],
    ["created=30d", [plain, declined, part, whole, yen, ideal]],
    ["amount=EUR:12.90..12.90", [plain]],
    ["amount=JPY:1290..", [yen]],
    ["amount=EUR:10.01..", [plain]],
    [`customer=${customerId}`, [part]],
    ["last4=0005", [whole]],
    ["decline=lost_card,stolen_card", [declined]],
    ["status=succeeded&created=30d&currency=EUR&method=card", [plain]],
    ["q=ada@mail.example", [part]],
    ["q=ADA@MAIL.EXAMPLE", [part]],
    ["q=ada byron", [part]],
    ["q=0005", [whole]],
    ["q=100% w", [plain]],
    ["q=_rder", []],
    ["q=12.90", [plain]],
    ["q=1290 JPY", [yen]],
    ["q=1290", [yen]],
    [`q=${declined}`, [declined]],
    [`q=${customerId}`, [part]],
  ];
  for (const [query, expected] of cases) {
    const { body, status } = await visitor.get(`/test/payments?${encodeURI(query)}`);
    assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`);
    assert.deepEqual(ids(body).sort(), [...expected].sort(), query);
    assert.equal(body.total, expected.length, query);
  }
});

test("payments are filtered by who is liable for fraud, and name the checks that failed", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const told = { eci: "05", arn: null, avsResult: "match", cvcResult: "match" } as const;
  const shifted = await paymentRow(merchant, {
    acquirerResponse: { ...told, liabilityShift: true },
  });
  const own = await paymentRow(merchant, {
    acquirerResponse: { ...told, liabilityShift: false, cvcResult: "no_match" },
  });
  await paymentRow(merchant, { acquirerResponse: { ...told, liabilityShift: null } });
  await paymentRow(merchant);
  const read = async (query: string) => (await visitor.get(`/test/payments?${query}`)).body;
  assert.deepEqual(ids(await read("liability=issuer")), [shifted]);
  const ofMerchant = await read("liability=merchant");
  assert.deepEqual([ids(ofMerchant), ofMerchant.total], [[own], 1]);
  assert.deepEqual(ofMerchant.payments[0].failedChecks, ["cvc"]);
  assert.deepEqual((await read("liability=issuer")).payments[0].failedChecks, []);
  const csv = await visitor.get("/test/payments/export?liability=merchant");
  assert.match(csv.body, new RegExp(`${own}`));
  assert.doesNotMatch(csv.body, new RegExp(`${shifted}`));
});

test("the search reads amounts in the account's format", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const large = await paymentRow(merchant, { amount: 123_456n });
  const find = async (text: string) => [
    ids((await visitor.get(`/test/payments?q=${encodeURIComponent(text)}`)).body),
    (await visitor.get(`/test/search?q=${encodeURIComponent(text)}`)).body.found.length,
  ];
  assert.deepEqual(await find("1,234.56"), [[large], 1]);
  assert.deepEqual(await find("1.234,56"), [[], 0]);
  await visitor.post("/account", { locale: "de-DE" });
  assert.deepEqual(await find("1.234,56 EUR"), [[large], 1]);
});

test("a disputed payment says so until the dispute is decided, and then who won", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const plain = await paymentRow(merchant);
  const disputed = async (status: DisputeStatus, amountRefunded = 0n) => {
    const id = await paymentRow(merchant, { disputed: true, amountRefunded });
    await disputeRow(merchant, id, { status });
    return id;
  };
  const [waits, reviewed] = [await disputed("needs_response"), await disputed("under_review", 1n)];
  const [won, lost] = [await disputed("won"), await disputed("lost")];
  const groups: [ShownPaymentStatus, string[]][] = [
    ["succeeded", [plain]],
    ["disputed", [waits, reviewed]],
    ["dispute_won", [won]],
    ["dispute_lost", [lost]],
    ["partially_refunded", []],
  ];
  for (const [status, expected] of groups) {
    const { body } = await visitor.get(`/test/payments?status=${status}`);
    assert.deepEqual(ids(body).sort(), [...expected].sort(), status);
    assert.equal(body.total, expected.length);
    for (const { id } of body.payments) {
      assert.equal((await visitor.get(`/test/payments/${id}`)).body.status, status);
      const { found } = (await visitor.get(`/test/search?q=${id}`)).body;
      assert.equal(found[0].status, status);
    }
  }
  const paid = await visitor.get(`/test/payments?status=${SHOWN_AS_SUCCEEDED.join()}`);
  assert.equal(paid.body.total, 5);
  const csv = await visitor.get("/test/payments/export?status=disputed,dispute_won");
  assert.match(csv.body, /,disputed,/);
  assert.match(csv.body, /,dispute_won,/);
  const [dispute] = (await visitor.get("/test/disputes?status=lost")).body.disputes;
  const shown = (await visitor.get(`/test/disputes/${dispute.id}`)).body;
  assert.equal(shown.payment.status, "dispute_lost");
});

test("days in a filter begin and end at midnight in the merchant's zone", async () => {
  const merchant = await createMerchant({ country: "DE" });
  const visitor = await signedIn(merchant);
  // Berlin is UTC+1 until 29 March 2026, 02:00, then UTC+2.
  const first = await paymentRow(merchant, { createdAt: new Date("2026-03-28T23:00:00Z") });
  const last = await paymentRow(merchant, { createdAt: new Date("2026-03-29T21:59:59Z") });
  await paymentRow(merchant, { createdAt: new Date("2026-03-28T22:59:59Z") });
  await paymentRow(merchant, { createdAt: new Date("2026-03-29T22:00:00Z") });
  const { body } = await visitor.get("/test/payments?created=2026-03-29..2026-03-29");
  assert.deepEqual(ids(body), [last, first]);
  assert.equal((await visitor.get("/test/payments?created=2026-03-29..")).body.total, 3);
});

test("a period names days back, or today and yesterday in the merchant's zone", async () => {
  const merchant = await createMerchant({ country: "DE" });
  const visitor = await signedIn(merchant);
  const zone = "Europe/Berlin";
  const today = localDay(dateFromMs(nowMs()), zone);
  const at = (day: string) => ({ createdAt: dayStart(day, zone) });
  const [first, before, long] = [
    await paymentRow(merchant, at(today)),
    await paymentRow(merchant, at(addDays(today, -1))),
    await paymentRow(merchant, at(addDays(today, -13))),
  ];
  await paymentRow(merchant, at(addDays(today, -2)));
  const found = async (created: string) =>
    ids((await visitor.get(`/test/payments?created=${created}`)).body);
  assert.deepEqual(await found("today"), [first]);
  assert.deepEqual(await found("yesterday"), [before]);
  assert.equal((await found("14d")).at(-1), long);
  assert.equal((await found("12d")).includes(long), false);
});

test("an issuer is found by how its name starts, in any capitals, or by its whole name", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const bank = await paymentRow(merchant, { cardIssuer: "Nordlicht Bank" });
  const other = await paymentRow(merchant, { cardIssuer: "Nordlicht" });
  await paymentRow(merchant, { cardIssuer: "Harbour Bank" });
  const found = async (issuer: string) =>
    ids((await visitor.get(`/test/payments?issuer=${encodeURIComponent(issuer)}`)).body);
  assert.deepEqual(await found("nordlicht*"), [other, bank]);
  assert.deepEqual(await found("Nordlicht"), [other]);
  assert.deepEqual(await found("n_rd*"), []);
});

test("paging to the end and back shows every payment once, while new ones are created", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const made: string[] = [];
  for (let i = 0; i < 120; i++) {
    made.push(await paymentRow(merchant, { createdAt: dateFromMs(nowMs() - (200 - i) * 60_000) }));
  }
  const seen: string[] = [];
  let query = "";
  let pages = 0;
  let before: string | null = null;
  for (;;) {
    const { body } = await visitor.get(`/test/payments${query}`);
    seen.push(...ids(body));
    pages++;
    await paymentRow(merchant);
    before = body.newer;
    if (body.older === null) break;
    query = `?after=${body.older}`;
  }
  assert.deepEqual(seen, made.toReversed());
  assert.equal(pages, 3);
  const back = await visitor.get(`/test/payments?before=${before}`);
  assert.deepEqual(ids(back.body), made.toReversed().slice(50, 100));
  const first = await visitor.get(`/test/payments?before=${made[119]!}`);
  assert.equal(first.body.payments.length, 50, "going back ends on a whole first page");
  assert.equal(first.body.newer, null);
});

test("the filters of tabs are counted up to a bound; one that is not valid does not hinder the others", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  await paymentRow(merchant, { status: "failed", declineCode: "lost_card" });
  await paymentRow(merchant);
  await paymentRow(merchant, { mode: "live" });
  const counts = async (list: string, of: string[]) =>
    visitor.get(`/test/list-views/counts?${new URLSearchParams({ list, of: of.join("\n") })}`);
  const { body } = await counts("payments", ["", "status=failed", "status=gone", "q=4242"]);
  const exact = (total: number) => ({ total, orMore: false });
  assert.deepEqual(body.counts, [exact(2), exact(1), null, exact(2)]);
  assert.deepEqual((await counts("refunds", [""])).body.counts, [exact(0)]);
  assert.equal((await counts("secrets", [""])).body.error.param, "list");
  assert.equal((await counts("payments", Array(61).fill(""))).body.error.param, "of");
  for (let n = 0; n < 101; n++) await customerRow(merchant, { name: "Ada Byron" });
  const many = (await counts("customers", ["q=ada", "q=grace"])).body.counts;
  assert.deepEqual(many, [{ total: 100, orMore: true }, exact(0)]);
});

test("a malformed filter is refused and named", async () => {
  const visitor = await signedIn(await createMerchant());
  const cases: [query: string, param: string][] = [
    ["status=succeded", "status"],
    ["created=someday", "created"],
    ["created=0d", "created"],
    ["created=10000d", "created"],
    ["created=2026-02-30..", "created"],
    ["created=..", "created"],
    ["amount=10..20", "amount"],
    ["amount=EUR:1.234..", "amount"],
    ["amount=XXQ:1..2", "amount"],
    ["decline=a;b", "decline"],
    ["liability=payer", "liability"],
    ["after=';drop", "after"],
  ];
  for (const [query, param] of cases) {
    const { status, body } = await visitor.get(`/test/payments?${query}`);
    assert.equal(status, 400, query);
    assert.equal(body.error.param, param, query);
  }
});

test("a payment's screen has its details, its refunds and the refundable amount", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const customerId = await customerRow(merchant, { name: "Ada Byron" });
  const paymentMethodId = await paymentMethodRow(merchant, {
    customerId,
    cardExpMonth: 4,
    cardExpYear: 2031,
  });
  const purchase = { amount: 9_900n, customerId, paymentMethodId } as const;
  const failed = await paymentRow(merchant, {
    ...purchase,
    status: "failed",
    declineCode: "insufficient_funds",
    networkDeclineCode: "51",
    adviceCode: "try_again_later",
    createdAt: dateFromMs(nowMs() - HOUR_MS),
  });
  const paid = await paymentRow(merchant, { ...purchase, amountRefunded: 1_500n });
  await paymentRow(merchant, { ...purchase, amount: 9_901n });
  const refund = await refundRow(merchant, paid, { amount: 1_500n });

  const { body } = await visitor.get(`/test/payments/${paid}`);
  assert.equal(body.status, "partially_refunded");
  assert.equal(body.amount, "9900");
  assert.equal(body.refundable, "8400");
  assert.deepEqual(body.customer, { id: customerId, name: "Ada Byron", email: null });
  assert.equal(body.card.expYear, 2031);
  assert.deepEqual(
    body.refunds.map((one: { id: string }) => one.id),
    [refund],
  );
  assert.deepEqual(
    body.attempts.map((one: { id: string }) => one.id),
    [failed],
    "the declined try at the same purchase",
  );
  const before = (await visitor.get(`/test/payments/${failed}`)).body;
  assert.deepEqual(before.decline, {
    code: "insufficient_funds",
    networkCode: "51",
    advice: "try_again_later",
  });
  assert.equal(before.refundable, "0");
});

test("a key of metadata that is refused is told why, in words for people", async () => {
  const till = await openTill();
  const [visitor, { body: payment }] = [await signedIn(till), await till.charge({})];
  for (const [metadata, why] of [
    [{ "order[id]": "7" }, "A key cannot have square brackets."],
    [{ ["k".repeat(41)]: "7" }, "At most 40 characters are allowed."],
    [{ order: "7".repeat(501) }, "At most 500 characters are allowed."],
  ] as const) {
    const answer = await visitor.post(`/test/payments/${payment.id}/details`, {
      ...{ metadata, attempt: crypto.randomUUID() },
    });
    assert.deepEqual([answer.status, answer.body.error.message], [400, why]);
  }
});
