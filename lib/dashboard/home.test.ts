import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { countKeyUse } from "#lib/domain/keys/index.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { readWaiting } from "#lib/domain/overview/index.ts";
import { convertMinor, RATES } from "#lib/domain/rates/index.ts";
import { DAY_MS, dateFromMs, nowMs, useClock } from "#lib/kernel/clock.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { askOwner } from "#test/as-owner.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { attemptRow, deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { disputeRow, paymentRow, refundRow } from "#test/money-rows.ts";
import { IBANS, openPayer, skipTime, to } from "#test/payouts.ts";
import { plansOf, scansOf } from "#test/plans.ts";
import { outcomeRow } from "#test/report-rows.ts";

test("every read of a money screen needs a session", async () => {
  const visitor = new DashboardVisitor();
  for (const path of ["home", "payments", "payments/pay_x", "refunds", "customers"]) {
    assert.equal((await visitor.get(`/test/${path}`)).status, 401, path);
  }
});

test("home's days are in the merchant's zone, and the previous days are cut at the current hour, per currency", async (t) => {
  const merchant = await createMerchant({ country: "DE" });
  const visitor = await signedIn(merchant);
  // 12:30 in Berlin, daylight saving time.
  const noon = Date.parse("2026-04-15T10:30:00Z");
  t.after(useClock({ nowMs: () => noon }));
  const on = (iso: string, params: object = {}) =>
    paymentRow(merchant, { createdAt: new Date(iso), outcome: "approved", ...params });
  const lost = { status: "failed", outcome: "declined", declineCode: "lost_card" };
  await on("2026-04-15T09:00:00Z", { amount: 300n });
  await on("2026-04-14T22:00:00Z", { amount: 200n });
  await on("2026-04-14T21:59:59Z", { amount: 70n });
  await on("2026-04-14T10:30:00Z", { amount: 30n });
  await on("2026-04-14T10:30:01Z", { amount: 5n });
  await on("2026-04-14T10:00:00Z", { ...lost });
  await on("2026-04-14T20:00:00Z", { ...lost });
  await on("2026-04-14T10:00:00Z", { status: "processing", outcome: null });
  await on("2026-04-14T10:00:00Z", { currency: "GBP", amount: 999n });
  await on("2026-02-01T10:00:00Z", { amount: 1n });

  const { body } = await visitor.get("/test/home?range=7d");
  assert.equal(body.today, "2026-04-15");
  assert.equal(body.currency, "EUR");
  assert.equal(body.firstDay, "2026-02-01");
  assert.equal(body.quickStart, null);
  assert.deepEqual(
    body.currencies.map(({ code }: { code: string }) => code),
    ["EUR", "GBP"],
  );
  const { converted } = body;
  const inEuro = String(convertMinor(999n, "GBP", "EUR"));
  assert.deepEqual(
    [converted.into, converted.total, converted.rows],
    [
      "EUR",
      String(605n + BigInt(inEuro)),
      [
        { code: "GBP", volume: "999", converted: inEuro },
        { code: "EUR", volume: "605", converted: "605" },
      ],
    ],
  );
  assert.equal(converted.rates.date, RATES.date);
  assert.ok(converted.rates.source.startsWith(RATES.package));
  assert.deepEqual(body.days, [
    {
      day: "2026-04-14",
      volume: "105",
      approved: 3,
      declined: 2,
      volumeByNow: "30",
      approvedByNow: 1,
      declinedByNow: 1,
    },
    {
      day: "2026-04-15",
      volume: "500",
      approved: 2,
      declined: 0,
      volumeByNow: "500",
      approvedByNow: 2,
      declinedByNow: 0,
    },
  ]);
  assert.deepEqual(body.declines, [
    { day: "2026-04-14", code: "lost_card", advice: null, count: 2 },
  ]);
  const pounds = await visitor.get("/test/home?currency=GBP");
  assert.equal(pounds.body.days[0].volume, "999");
  assert.deepEqual(pounds.body.declines, []);
});

test("a new account sees its key and base URL until its first webhook is delivered", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { body } = await visitor.get("/test/home");
  assert.deepEqual(body.days, []);
  assert.equal(body.firstDay, null);
  assert.match(body.quickStart.baseUrl, /^https?:/);
  assert.equal(body.quickStart.key.hint.slice(-4), merchant.keys.test.secret.slice(-4));
  assert.ok(!JSON.stringify(body).includes(merchant.keys.test.secret));
  assert.equal(body.quickStart.firstPayment, null);
  const payment = await paymentRow(merchant);
  const paid = (await visitor.get("/test/home")).body;
  assert.equal(paid.quickStart.firstPayment, payment);
  assert.notEqual(paid.firstDay, null);
  const [event, endpoint] = [await eventRow(merchant), await endpointRow(merchant)];
  const waiting = await deliveryRow(merchant, event, endpoint, { status: "retrying" });
  const registered = (await visitor.get("/test/quick-start")).body;
  assert.deepEqual([registered.endpoint, registered.delivered], [endpoint, null]);
  const delivered = await deliveryRow(merchant, event, endpoint);
  assert.notEqual(delivered, waiting);
  assert.equal((await visitor.get("/test/quick-start")).body.delivered, delivered);
  assert.equal((await visitor.get("/test/home")).body.quickStart, null);
  assert.notEqual((await visitor.get("/live/home")).body.quickStart, null);
});

test("home leaves a currency without a rate out of the converted total", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  await paymentRow(merchant, { outcome: "approved", amount: 500n });
  await paymentRow(merchant, { outcome: "approved", amount: 700n, currency: "XTS" });
  const { body } = await visitor.get("/test/home?currency=EUR");
  assert.deepEqual(body.converted.rows, [
    { code: "EUR", volume: "500", converted: "500" },
    { code: "XTS", volume: "700", converted: null },
  ]);
  assert.equal(body.converted.total, "500");
  assert.deepEqual(body.recovered, { softDeclines: 0, softAmount: "0", recoveredAmount: "0" });
});

test("home shows failed refunds and authorisations that are not captured", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const paid = await paymentRow(merchant);
  await refundRow(merchant, paid, { status: "failed", amount: 300n });
  await refundRow(merchant, paid, { status: "failed", amount: 200n });
  await refundRow(merchant, paid, {
    status: "failed",
    amount: 900n,
    updatedAt: dateFromMs(Date.parse("2020-01-01T00:00:00Z")),
  });
  const held = dateFromMs(Date.now() - 2 * DAY_MS);
  await paymentRow(merchant, { status: "requires_capture", amount: 4_200n, createdAt: held });
  const { attention } = (await visitor.get("/test/home")).body;
  assert.deepEqual(attention.failedRefunds, [{ currency: "EUR", count: 2, amount: "500" }]);
  assert.deepEqual(attention.toCapture, [
    { currency: "EUR", count: 1, amount: "4200", oldest: held.toISOString() },
  ]);
  assert.deepEqual(attention.endpoints, []);
});

test("home shows expiring certificates, old versions and returned payouts", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const [event, endpoint] = [await eventRow(merchant), await endpointRow(merchant)];
  const certificate = (days: number) => ({
    subject: "hooks.merchant.example",
    issuer: "A test",
    validFrom: dateFromMs(Date.now() - DAY_MS).toISOString(),
    validTo: dateFromMs(Date.now() + days * DAY_MS).toISOString(),
  });
  const first = await deliveryRow(merchant, event, endpoint);
  await attemptRow(merchant, first, { certificate: certificate(3) });
  const attention = async () => (await visitor.get("/test/home")).body.attention;
  assert.equal((await attention()).certificates[0].id, endpoint);
  const renewed = await deliveryRow(merchant, event, endpoint);
  await attemptRow(merchant, renewed, { certificate: certificate(90) });
  assert.deepEqual((await attention()).certificates, []);

  const [key] = (await visitor.get("/test/keys")).body.keys;
  const [accountId, address] = [merchant.account.id, "203.0.113.40"];
  for (const version of ["2025-04-01", "2025-04-01", NEWEST_VERSION]) {
    countKeyUse({ accountId, keyId: key.id, isError: false, address, version });
  }
  await visitor.get("/test/versions");
  const { oldVersions, returnedPayouts } = await attention();
  assert.deepEqual(
    oldVersions.map(({ version, requests }: { version: string; requests: number }) => [
      version,
      requests,
    ]),
    [["2025-04-01", 2]],
  );
  assert.deepEqual(returnedPayouts, []);
});

test("a returned payout counts from its return, however old it is", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const payout = async (madeDays: number, movedDays: number, status = "returned", mode = "test") =>
    getPool().query(
      `insert into payouts (account_id, id, mode, status, amount, currency, beneficiary_name, country,
                            rail_requested, rail, end_to_end_id, arrival_date, created_at, updated_at)
       values ($1, $2, $3, $4, 700, 'EUR', 'Ada', 'DE', 'sepa_credit', 'sepa_credit', 'e2e', '2026-04-01',
               $5, $6)`,
      [
        merchant.account.id,
        newIdAt("po", Date.now() - madeDays * DAY_MS),
        mode,
        status,
        dateFromMs(Date.now() - madeDays * DAY_MS),
        dateFromMs(Date.now() - movedDays * DAY_MS),
      ],
    );
  await payout(60, 0);
  await payout(1, 0);
  await payout(90, 60);
  await payout(1, 0, "settled");
  await payout(1, 0, "returned", "live");
  const { attention } = (await visitor.get("/test/home")).body;
  assert.deepEqual(attention.returnedPayouts, [{ currency: "EUR", count: 2, amount: "1400" }]);
});

test("money that came back leaves the home screen after 14 days by the account's clock", async () => {
  const payer = await openPayer();
  const visitor = await signedIn(payer);
  const { id } = await payer.paid(to(IBANS.settles));
  await payer.advance(60);
  await payer.call("POST", "/v1/test/simulate", { object: id, scenario: "return" });
  const returned = async () => (await visitor.get("/test/home")).body.attention.returnedPayouts;
  assert.equal((await returned()).length, 1);
  await skipTime(payer, 13 * DAY_MS);
  assert.equal((await returned()).length, 1);
  await skipTime(payer, 15 * DAY_MS);
  assert.deepEqual(await returned(), []);
});

test("returned payouts are found by an index that has no others", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  await getPool().query(
    `insert into payouts (account_id, id, mode, status, amount, currency, beneficiary_name, country,
                          rail_requested, rail, end_to_end_id, arrival_date)
     select $1, 'po_' || lpad(n::text, 24, '0'), 'test', case when n % 100 = 0 then 'returned' else 'settled' end,
            700, 'EUR', 'Ada', 'DE', 'sepa_credit', 'sepa_credit', 'e2e', '2026-04-01'
       from generate_series(1, 5000) n`,
    [merchant.account.id],
  );
  await askOwner("analyze payouts");
  const plans = await plansOf(() => visitor.get("/test/home"));
  const scans = plans
    .flatMap(({ root }) => scansOf(root))
    .filter((scan) => scan["Relation Name"] === "payouts");
  assert.ok(scans.length > 0);
  for (const scan of scans) {
    assert.equal(scan["Index Name"], "payouts_returned");
    assert.match(scan["Index Cond"] ?? "none", /account_id.*mode.*updated_at/);
  }
});

test("home shows the incident of its mode, with money, until a day after it was resolved", async () => {
  const merchant = await createMerchant();
  const other = await createMerchant();
  const visitor = await signedIn(merchant);
  const accountId = merchant.account.id;
  const id = newIdAt("inc", Date.now());
  await getPool().query(
    `insert into incidents (account_id, id, mode, dimension, value, since, opened_at, usual_of, usual_declined,
                            current_of, current_declined, least_declines, per_hour)
     values ($1, $2, 'test', 'issuer', 'Nordlicht Bank', now() - interval '20 minutes', now(), 480, 48, 12, 11, 6, 20)`,
    [accountId, id],
  );
  await getPool().query("insert into incident_amounts values ($1, $2, 'EUR', 12000)", [
    accountId,
    id,
  ]);
  const { incident } = (await visitor.get("/test/home")).body;
  assert.deepEqual(
    [incident.id, incident.dimension, incident.value, incident.resolvedAt, incident.toldOpened],
    [id, "issuer", "Nordlicht Bank", null, []],
  );
  assert.deepEqual(incident.current, { of: 12, declined: 11 });
  assert.deepEqual(incident.atRisk, [{ currency: "EUR", amount: "12000" }]);
  assert.equal((await visitor.get("/live/home")).body.incident, null);
  const slice = "created=2026-11-24T10:00..2026-11-24T23:59&outcome=declined&issuer=Nordlicht Bank";
  const preview = await visitor.get(`/test/payment-retries/preview?${encodeURI(slice)}`);
  assert.deepEqual([preview.status, preview.body.retryable], [200, []], "the card's question");
  const stranger = await signedIn(other);
  assert.equal((await stranger.get("/test/home")).body.incident, null);
  const resolve = (age: string) =>
    getPool().query(
      "update incidents set until = now() - $2::interval, resolved_at = now() - $2::interval where account_id = $1",
      [accountId, age],
    );
  await resolve("23 hours");
  assert.equal((await visitor.get("/test/home")).body.incident.id, id);
  await resolve("25 hours");
  assert.equal((await visitor.get("/test/home")).body.incident, null);
});

test("the retries of an incident are of the payments from its first decline on, not of others in the same minute", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const since = Math.floor(Date.now() / 60_000) * 60_000 - 20 * 60_000 + 30_250;
  const until = since + 5 * 60_000;
  const declined = (ms: number) => outcomeRow(merchant, "declined", { createdAt: dateFromMs(ms) });
  for (const ms of [since - 20_000, since - 1, since, until - 1, until, until + 1]) {
    await declined(ms);
  }
  const checked = async (ends: string) => {
    const found = await visitor.get(
      `/test/payment-retries/preview?outcome=declined&created=${ends}`,
    );
    return found.status === 200 ? found.body.checked : found.body.error.param;
  };
  const [from, to] = [since, until].map((ms) => dateFromMs(ms).toISOString());
  assert.equal(await checked(`${from}..`), 4, "while it goes on");
  assert.equal(await checked(`${from}..${to}`), 2);
  assert.equal(await checked(`..${to}`), 4);
  const list = await visitor.get(`/test/payments?outcome=declined&created=${from}..${to}`);
  assert.equal(list.body.payments.length, 2, "the list has the same payments");
  for (const ends of [`${from}..2026-11-27`, "2026-11-27T10:00:00Z..", `${from}`, `${to}..x`]) {
    assert.equal(await checked(ends), "created", ends);
  }
});

test("the sidebar counts what waits for the member's role, by index and to a hundred at most", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const railCheckAt = dateFromMs(nowMs() + DAY_MS);
  await disputeRow(merchant, await paymentRow(merchant, {}), { railCheckAt });
  const answered = { status: "under_review", railCheckAt } as const;
  await disputeRow(merchant, await paymentRow(merchant, {}), answered);
  await endpointRow(merchant, { status: "disabled" });
  const counts = async (mode = "test") => (await visitor.get(`/${mode}/waiting`)).body;
  const waiting = { disputes: 1, payouts: 0, "reports/bank": 0, webhooks: 1 };
  assert.deepEqual(await counts(), waiting);
  assert.deepEqual(await counts("live"), { ...waiting, disputes: 0, webhooks: 0 });
  const person = await createMerchant();
  const [accountId, { userId }] = [merchant.account.id, person];
  await transact((tx) => addMemberIn(tx, { accountId, userId, role: "support" }));
  const support = await signedIn(person);
  await support.post("/session/account", { account: accountId });
  assert.deepEqual((await support.get("/test/waiting")).body, { ...waiting, webhooks: 0 });
  const [plan] = await plansOf(() => readWaiting(merchant.ctx.test));
  for (const scan of scansOf(plan!.root)) assert.match(scan["Index Cond"] ?? "none", /account_id/);
});
