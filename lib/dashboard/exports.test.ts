import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { MINUTE_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { trailersOf } from "#lib/kernel/file-response.ts";
import { askOwner } from "#test/as-owner.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { dashboardApp } from "#test/dashboard-app.ts";
import { entryRow } from "#test/entry-rows.ts";
import { addressOf, EXPORTS, openWorld, type World } from "#test/internal-routes/index.ts";
import { memberAs } from "#test/members.ts";
import { createMerchant } from "#test/merchant.ts";
import { paymentRow } from "#test/money-rows.ts";
import { readCsv, readCsvObjects } from "#test/report-file.ts";
import { DashboardError } from "./errors.ts";

let world: World;
before(async () => {
  world = await openWorld();
});
after(async () => {
  await world.receiver.stop();
});

/** Requests a file as a browser does from a link, without reading the response. */
async function ask(visitor: DashboardVisitor, path: string) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = new Request(new URL(`/internal${path}`, env.publicUrl), { headers: { cookie } });
  return { request, response: await dashboardApp.fetch(request) };
}

async function rowsOf(visitor: DashboardVisitor, path: string) {
  const { response } = await ask(visitor, path);
  const text = await response.text();
  assert.equal(response.status, 200, `${path}: ${text}`);
  return readCsvObjects(text.replaceAll("\r\n", "\n"));
}

test("every list's file has the rows of its screen, with every id, and none of another account", async () => {
  const { owner } = world;
  const made = await Promise.all([
    world.refund(),
    world.dispute(),
    world.mandate(),
    world.subscription(),
    world.invoice(),
    world.settlement(),
    world.batch(),
    world.bankLine(),
    world.delivery(),
    world.replay(),
    world.download(),
    world.request(),
    world.mail(),
    world.entry(),
  ]);
  const stranger = await signedIn(await createMerchant());
  for (const [route, { rows: name, valid }] of Object.entries(EXPORTS)) {
    const [, path] = addressOf(route, await valid(world));
    const { body } = await owner.get(path.replace("/export", ""));
    const shown: { id: string }[] = body[name];
    const file = await rowsOf(owner, path);
    // The export writes its own entry first.
    const before = file.filter((row) => row.action !== "list.exported");
    const screen = route.includes("/audit/") ? before.length : shown.length;
    assert.ok(screen > 0, `${route} has rows to compare`);
    for (const { id } of shown) {
      const found = file.some((row) => Object.values(row).includes(id));
      assert.ok(found, `${route} lacks ${id}`);
    }
    const others = (await (await ask(stranger, path)).response.text()).split("\r\n");
    for (const id of [...made, ...shown.map((row) => row.id)]) {
      assert.ok(!others.some((line) => line.includes(id)), `${route} shows a stranger ${id}`);
    }
  }
});

test("a file has the rows that match the filters and only the requested columns", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  await paymentRow(merchant, { amount: 2_500n });
  await paymentRow(merchant, { status: "failed", declineCode: "insufficient_funds" });
  await paymentRow(merchant, { status: "failed", declineCode: "expired_card", currency: "GBP" });
  await paymentRow(merchant, { mode: "live", status: "failed" });
  const path = "/test/payments/export";
  const codes = async (query: string) =>
    (await rowsOf(visitor, `${path}?${query}`)).map((row) => row.decline_code);
  assert.deepEqual(await codes("status=failed"), ["expired_card", "insufficient_funds"]);
  assert.deepEqual(await codes("status=failed&currency=GBP"), ["expired_card"]);
  assert.deepEqual(await codes("amount=EUR:25.00..&created=1h"), [""]);
  const [only, ...more] = await rowsOf(visitor, `${path}?decline=expired_card&columns=id,amount`);
  assert.deepEqual(more, []);
  assert.deepEqual(Object.keys(only!), ["amount", "currency", "amount_refunded", "id"]);
  assert.deepEqual([only!.amount, only!.currency], ["10.00", "GBP"]);
  for (const [query, param] of [
    ["status=lost", "status"],
    ["created=lately", "created"],
    ["columns=id,secret", "columns"],
    ["columns=,", "columns"],
  ] as const) {
    const { status, body } = await visitor.get(`${path}?${query}`);
    assert.deepEqual([status, body.error?.param], [400, param], query);
  }
});

test("amounts of a list's file are numbers with exactly the digits of the currency", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const written = [
    ["EUR", "refund", -1_250n, "-12.50"],
    ["JPY", "charge", 1_250n, "1250"],
    ["KWD", "refund", -5n, "-0.005"],
  ] as const;
  for (const [currency, type, amount] of written) {
    await entryRow(merchant, { currency, type, amount });
  }
  const rows = await rowsOf(visitor, "/test/balance/export?columns=amount,net");
  assert.deepEqual(
    rows.map(({ currency, amount, net }) => [currency, amount, net]),
    written.map(([currency, , , figure]) => [currency, figure, figure]).reverse(),
  );
});

test("an export writes its audit entry before it sends the first row", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { response } = await ask(visitor, "/test/customers/export?country=DE&columns=name,email");
  const [entry, ...others] = (await visitor.get("/audit?about=list")).body.entries;
  await response.body!.cancel();
  assert.deepEqual(others, []);
  assert.deepEqual([entry.label, entry.subject.id], ["List exported", "customers"]);
  assert.match(entry.subject.name, /^customers_test_\d{4}-\d\d-\d\d\.csv$/);
  const facts = Object.fromEntries(
    entry.changes.map((change: { name: string; after: string }) => [change.name, change.after]),
  );
  assert.match(facts.filters, /country=DE/);
  assert.match(facts.columns, /name.*email/);
});

const HOSTILE = [
  "=HYPERLINK(1)",
  "+1",
  "-2+3",
  "@SUM(A1)",
  '"quoted", and\r\nbroken',
  "\tx",
  "ä;€",
];

test("text of other people stays one text cell in a spreadsheet, whatever it begins with", async () => {
  const merchant = await createMerchant();
  for (const description of HOSTILE) await paymentRow(merchant, { description });
  const visitor = await signedIn(merchant);
  const { response } = await ask(visitor, "/test/payments/export?columns=description");
  const text = (await response.text()).replace(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/g, "\n");
  const [, ...cells] = readCsv(text).map(([cell]) => cell);
  const safe = HOSTILE.map((written) => (/^[=+\-@\t]/.test(written) ? `'${written}` : written));
  assert.deepEqual(cells, safe.reverse());
});

const MANY = 100_000;

test("100,000 rows are exported in constant memory, followed by their number and hash", async () => {
  const merchant = await createMerchant();
  const other = await createMerchant();
  await getPool().query(
    `insert into payments (account_id, id, mode, status, amount, currency, method, description)
     select account, 'pay_00000' || lpad(n::text, 19, '0'), 'test', 'succeeded', n, 'EUR', 'card',
            repeat('A description of an order ', 4) || n
       from generate_series(1, $2::int) n, unnest($1::text[]) account`,
    [[merchant.account.id, other.account.id], MANY],
  );
  await askOwner("analyze payments");
  const visitor = await signedIn(merchant);
  const { request, response } = await ask(visitor, "/test/payments/export?status=succeeded");
  const hash = createHash("sha256");
  let [lines, bytes, highest] = [0, 0, 0];
  globalThis.gc?.();
  const start = process.memoryUsage().rss;
  for await (const piece of response.body!) {
    hash.update(piece);
    bytes += piece.length;
    lines += Buffer.from(piece).toString().split("\r\n").length - 1;
    highest = Math.max(highest, process.memoryUsage().rss);
  }
  assert.equal(lines, MANY + 1);
  assert.ok(bytes > 15_000_000, `${bytes} bytes`);
  const grown = Math.round((highest - start) / 2 ** 20);
  assert.ok(grown < 96, `${grown} MB more`);
  assert.deepEqual(trailersOf(request)!.values(), {
    "Service-Row-Count": String(MANY),
    "Service-Content-Sha256": hash.copy().digest("hex"),
    "Repr-Digest": `sha-256=:${hash.digest("base64")}:`,
  });
});

test("rows are read on demand; an account exports three files at a time, and an aborted one frees its place", async (t) => {
  const merchant = await createMerchant();
  await paymentRow(merchant);
  const visitor = await signedIn(merchant);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const files = [];
  for (let n = 0; n < 3; n++) files.push((await ask(visitor, "/test/payments/export")).response);
  const refused = await visitor.get("/test/refunds/export");
  assert.deepEqual([refused.status, refused.body.error.code], [429, "rate_limited"]);
  assert.equal((await visitor.send("HEAD", "/test/refunds/export")).status, 200);
  await files[0]!.body!.cancel();
  assert.equal((await visitor.get("/test/refunds/export")).status, 200);
  // The other files are not read: their places go to waiting ones, and their clients see an incomplete file.
  t.mock.timers.tick(3 * MINUTE_MS);
  for (let n = 0; n < 3; n++) {
    assert.equal((await visitor.get("/test/refunds/export")).status, 200);
  }
  await assert.rejects(files[1]!.text(), /the client read nothing/);
});

test("a member who signed out, left or lost the role gets no more rows of a file, which then has no end", async () => {
  const merchant = await createMerchant();
  await getPool().query(
    `insert into payments (account_id, id, mode, status, amount, currency, method)
     select $1, 'pay_00000' || lpad(n::text, 19, '0'), 'test', 'succeeded', n, 'EUR', 'card'
       from generate_series(1, 2500) n`,
    [merchant.account.id],
  );
  const take = async (visitor: DashboardVisitor) => {
    const { response } = await ask(visitor, "/test/payments/export");
    const reader = response.body!.getReader();
    await reader.read();
    return async () => {
      for (;;) if ((await reader.read()).done) return "complete";
    };
  };
  const owner = await signedIn(merchant);
  const roles = ["support", "support", "support", "admin"] as const;
  for (const [n, role] of roles.entries()) {
    const visitor = await memberAs(merchant, role);
    const { id } = (await visitor.get("/session")).body.person;
    const rest = await take(visitor);
    if (n === 0) await visitor.delete("/session");
    if (n === 1) assert.equal((await owner.post(`/team/members/${id}/remove`)).status, 200);
    if (n >= 2) {
      const to = n === 2 ? "read_only" : "finance";
      assert.equal((await owner.post(`/team/members/${id}/role`, { role: to })).status, 200);
    }
    const then = nowMs() + 10_000;
    const putBack = useClock({ nowMs: () => then });
    try {
      if (n === 3) assert.equal(await rest(), "complete");
      else await assert.rejects(rest(), DashboardError, `visitor ${n}`);
    } finally {
      putBack();
    }
  }
});
