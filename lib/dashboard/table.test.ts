import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { MOST_LISTED } from "#lib/kernel/vocabulary/lists.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { customerRow, disputeRow, paymentRow, refundRow } from "#test/money-rows.ts";
import { readCsvObjects } from "#test/report-file.ts";

const metadataKey = "metadata.order, no";
const named = (...names: string[]) => names.map(encodeURIComponent).join(",");

test("a list reads optional columns only when they are asked for", async () => {
  const till = await openTill();
  const visitor = await signedIn(till);
  const { body: payment } = await till.charge({ metadata: { "order, no": "A-7" } });
  const plain = (await visitor.get("/test/payments")).body.payments[0];
  assert.equal(plain.more, undefined);
  const more = encodeURIComponent(named("net", "fees", "captureMode", metadataKey));
  const [row] = (await visitor.get(`/test/payments?more=${more}`)).body.payments;
  const detail = (await visitor.get(`/test/payments/${payment.id}`)).body;
  assert.deepEqual(row.more, {
    captureMode: "automatic",
    [metadataKey]: "A-7",
    net: detail.charge.net,
    fees: detail.charge.fee,
  });
  const refused = await visitor.get("/test/payments?more=rail_token");
  assert.equal(refused.body.error.param, "more");
});

test("refunds, disputes, customers, payouts and subscriptions have their optional columns", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const customerId = await customerRow(merchant, { metadata: { tier: "gold" } });
  const metadata = { order: "A-7" };
  const payment = await paymentRow(merchant, { customerId, cardIssuer: "Nordlicht", metadata });
  await refundRow(merchant, payment, { metadata: { ticket: "9" } });
  await disputeRow(merchant, payment);
  const moreOf = async (list: string, ...names: string[]) => {
    const { body } = await visitor.get(`/test/${list}?more=${encodeURIComponent(named(...names))}`);
    return body[list][0]?.more;
  };
  assert.deepEqual(await moreOf("refunds", "net", "metadata.ticket"), {
    "metadata.ticket": "9",
    net: null,
  });
  assert.deepEqual(await moreOf("disputes", "issuer", "metadata.order"), {
    issuer: "Nordlicht",
    "metadata.order": "A-7",
  });
  assert.deepEqual(await moreOf("customers", "metadata.tier"), { "metadata.tier": "gold" });
  for (const list of ["payouts", "subscriptions"]) {
    assert.equal((await visitor.get(`/test/${list}?more=metadata.a`)).status, 200, list);
  }
});

test("the chooser offers the metadata keys of the newest rows of the account and mode", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  await paymentRow(merchant, { metadata: { order: "1", basket: "2" } });
  await paymentRow(merchant, { metadata: { order: "3" } });
  await paymentRow(merchant, { mode: "live", metadata: { secret: "1" } });
  await paymentRow(other, { metadata: { foreign: "1" } });
  const keys = async (of: string) => (await visitor.get(`/test/metadata-keys?of=${of}`)).body.keys;
  assert.deepEqual(await keys("payments"), ["basket", "order"]);
  assert.deepEqual(await keys("customers"), []);
});

test("chosen columns and widths follow a person to another browser, and are nobody else's", async () => {
  const [merchant, colleague] = [await createMerchant(), await createMerchant()];
  const [here, there] = [await signedIn(merchant), await signedIn(merchant)];
  await transact((tx) =>
    addMemberIn(tx, {
      accountId: merchant.account.id,
      userId: colleague.userId,
      role: "support",
    }),
  );
  const layout = { columns: ["amount", "net", metadataKey], widths: { net: 144 } };
  const saved = await here.post("/list-layouts", { list: "payments", ...layout });
  assert.deepEqual([saved.status, saved.body], [200, { kept: true }]);
  assert.deepEqual((await there.get("/session")).body.layouts, { payments: layout });
  const other = await signedIn(colleague);
  await other.post("/session/account", { account: merchant.account.id });
  assert.deepEqual((await other.get("/session")).body.layouts, {});

  const usual = { list: "payments", columns: null, widths: {} };
  assert.deepEqual((await there.post("/list-layouts", usual)).body, { kept: false });
  assert.deepEqual((await here.get("/session")).body.layouts, {});
  const unknown = await here.post("/list-layouts", { ...usual, list: "secrets" });
  assert.equal(unknown.status, 400);
});

/** Every page of a list in an order, forwards and then backwards. */
async function walk(visitor: DashboardVisitor, path: string, field: string): Promise<string[][]> {
  const pages: string[][] = [];
  const read = async (cursor: string) => {
    const { body, status } = await visitor.get(`${path}${cursor}`);
    assert.equal(status, 200, JSON.stringify(body));
    return { ids: body[field].map(({ id }: { id: string }) => id), ...body };
  };
  let page = await read("");
  for (;;) {
    pages.push(page.ids);
    if (!page.older) break;
    page = await read(`&after=${page.older}`);
  }
  for (let at = pages.length - 2; at > 0; at--) {
    page = await read(`&before=${page.newer}`);
    assert.deepEqual(page.ids, pages[at]);
  }
  return pages;
}

/** Disputes and payments with many equal amounts and deadlines in two currencies. */
async function tied(): Promise<Merchant> {
  const merchant = await createMerchant();
  for (let n = 0; n < 130; n++) {
    const [amount, currency] = [BigInt(100 + (n % 3)), n % 4 === 0 ? "JPY" : "EUR"];
    const payment = await paymentRow(merchant, { amount, currency });
    const evidenceDueBy = dateFromMs(nowMs() + (n % 5) * DAY_MS);
    await disputeRow(merchant, payment, { amount, currency, evidenceDueBy });
  }
  return merchant;
}

test("the pages of a sorted list are the whole list in its order, without doubles, under ties", async () => {
  const merchant = await tied();
  const visitor = await signedIn(merchant);
  const orders: [list: string, sort: string, keys: string][] = [
    ["payments", "created", "id"],
    ["payments", "amount", "currency, amount, id"],
    ["disputes", "due", "evidence_due_by, id"],
    ["disputes", "amount", "currency, amount, id"],
  ];
  for (const [list, sort, keys] of orders) {
    const { rows } = await getPool().query<{ id: string }>(
      `select id from ${list} where account_id = $1 order by ${keys}`,
      [merchant.account.id],
    );
    const ascending = rows.map(({ id }) => id);
    const up = await walk(visitor, `/test/${list}?sort=${sort}`, list);
    assert.deepEqual(up.flat(), ascending, `${list} by ${sort}`);
    assert.equal(up.length, 3);
    const down = await walk(visitor, `/test/${list}?sort=-${sort}`, list);
    assert.deepEqual(down.flat(), ascending.toReversed(), `${list} by -${sort}`);
  }
  const filtered = await walk(visitor, "/test/payments?sort=amount&currency=JPY", "payments");
  assert.equal(filtered.flat().length, 33);
});

test("customers sort by name, or by e-mail address without one; an unknown order is refused", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const zoe = await customerRow(merchant, { name: "zoe" });
  const bo = await customerRow(merchant, { name: null, email: "Bo@mail.example" });
  const ada = await customerRow(merchant, { name: "Ada" });
  const { body } = await visitor.get("/test/customers?sort=name");
  assert.deepEqual(
    body.customers.map(({ id }: { id: string }) => id),
    [ada, bo, zoe],
  );
  for (const path of ["customers?sort=email", "events?sort=created", "payments?sort=--amount"]) {
    assert.equal((await visitor.get(`/test/${path}`)).body.error.param, "sort", path);
  }
});

test("an order has its index, so a page costs the same in any history", async () => {
  const plan = async (table: string, order: string, where = "true") => {
    const { rows } = await getPool().query(
      `explain select id from ${table} where account_id = 'acct_1' and mode = 'test' and ${where}
        order by ${order} limit 51`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  assert.match(await plan("disputes", "evidence_due_by desc, id desc"), /disputes_due/);
  const name = "lower(coalesce(name, email, ''))";
  assert.match(await plan("customers", `${name}, id`, "not deleted"), /customers_name/);
  assert.match(await plan("settlements", "arrival_date desc, id desc"), /settlements_arrival/);
});

test("the sums of a list are per currency and of all rows that match; none are told for too many", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  await paymentRow(merchant, { amount: 1_000n });
  await paymentRow(merchant, { amount: 200n, status: "failed" });
  await paymentRow(merchant, { amount: 70n, currency: "JPY" });
  await paymentRow(merchant, { mode: "live", amount: 9_000n });
  await paymentRow(other, { amount: 5_000n });
  assert.deepEqual((await visitor.get("/test/payments/sums")).body, {
    sums: [
      { currency: "EUR", count: 2, amount: "1200", captured: "1000" },
      { currency: "JPY", count: 1, amount: "70", captured: "70" },
    ],
    hasMore: false,
  });
  const failed = (await visitor.get("/test/payments/sums?status=failed")).body;
  assert.deepEqual(failed.sums, [{ currency: "EUR", count: 1, amount: "200", captured: "0" }]);
  for (const list of ["refunds", "disputes", "payouts", "invoices", "settlements"]) {
    const { body } = await visitor.get(`/test/${list}/sums?q=nobody`);
    assert.deepEqual(body, { sums: [], hasMore: false }, list);
  }

  await getPool().query(
    `insert into payments (account_id, id, mode, status, amount, currency, method)
     select $1, 'pay_' || lpad(n::text, 20, '0'), 'test', 'failed', n, 'EUR', 'card'
       from generate_series(1, ${MOST_LISTED + 1}) n`,
    [merchant.account.id],
  );
  assert.equal((await visitor.get("/test/payments/sums")).body.hasMore, true);
  const refused = await visitor.get("/test/payments?sort=-amount");
  assert.deepEqual([refused.status, refused.body.error.param], [400, "sort"]);
  const narrow = await visitor.get("/test/payments?sort=-amount&status=succeeded");
  assert.equal(narrow.status, 200);
});

test("a file has the chosen rows and columns, with metadata", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const first = await paymentRow(merchant, { metadata: { "order, no": "1" } });
  const second = await paymentRow(merchant, { metadata: { "order, no": "2" } });
  await paymentRow(merchant);
  const foreign = await paymentRow(other);
  const columns = encodeURIComponent(named(metadataKey, "id"));
  const ids = [first, second, foreign].join(",");
  const file = await visitor.get(`/test/payments/export?columns=${columns}&ids=${ids}`);
  assert.deepEqual(readCsvObjects(file.body.replaceAll("\r\n", "\n")), [
    { id: second, [metadataKey]: "2" },
    { id: first, [metadataKey]: "1" },
  ]);
  assert.equal((await visitor.get("/test/payments/export?ids=1%27")).status, 400);
});
