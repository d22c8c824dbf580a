// Checks before real money is sent: the typed amount and a recent confirmation.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import { signedIn } from "#test/dashboard.ts";
import { dashboardApp } from "#test/dashboard-app.ts";
import { CHANGES } from "#test/internal-routes/index.ts";
import { type LiveRail, useLiveRail } from "#test/live-rail.ts";
import { createMerchant, TEST_PASSWORD } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import { IBANS, limitPayouts, openPayer, type Payer } from "#test/payouts.ts";
import { isConfirmation } from "./middleware/require.ts";

const single = () => ({
  amount: "123456",
  ...{ currency: "EUR", name: "Ada Lindqvist", iban: IBANS.settles },
  ...{ accountNumber: null, sortCode: null, bic: null, rail: null, reference: null },
  attempt: randomUUID(),
});
/** Two accepted rows and a rejected one: 12.00 EUR in total. */
const batch = () => ({
  format: "csv",
  file: [
    "name,iban,amount,currency,reference",
    `Ada Lindqvist,${IBANS.settles},700,EUR,One`,
    `Bo Berg,${IBANS.comesBack},500,EUR,Two`,
    "Cy Dahl,DE00,900,EUR,Three",
  ].join("\n"),
  attempt: randomUUID(),
});

/** Every route that sends money out, with a valid request and the text to type. */
const SENDING = {
  "POST /:mode/payouts": { body: single, typed: "1,234.56 EUR" },
  "POST /:mode/payout-batches": { body: batch, typed: "12.00 EUR" },
} as const;
const routes = Object.entries(SENDING).map(([route, { body, typed }]) => ({
  ...{ route, body, typed },
  path: (mode: string) => route.replace("POST ", "").replace(":mode", mode),
}));

let live: LiveRail;
let clock: MovingClock | undefined;
before(() => {
  live = useLiveRail();
});
afterEach(() => {
  clock?.putBack();
  clock = undefined;
});
after(async () => {
  live.putBack();
});

async function fundedPayer(): Promise<Payer> {
  const payer = await openPayer(500_000);
  await live.fund(payer, 500_000n);
  return payer;
}

const livePayouts = (payer: Payer) =>
  payer.rows<{ amount: bigint }>(
    "select amount from payouts where account_id = $1 and mode = 'live'",
  );

test("these tests cover every route that sends money out", () => {
  const leaving = Object.entries(CHANGES).filter(
    ([, { leaves }]) => leaves === "payout.created" || leaves === "payout_batch.created",
  );
  assert.deepEqual(leaving.map(([route]) => route).sort(), Object.keys(SENDING).sort());
  const confirmed = dashboardApp.routes.filter(({ handler }) => isConfirmation(handler));
  for (const route of Object.keys(SENDING)) {
    const [method, path] = route.split(" ");
    assert.ok(
      confirmed.some((one) => one.method === method && one.path === `/internal${path}`),
      route,
    );
  }
});

for (const { route, path, body, typed } of routes) {
  test(`${route}: live money needs the typed amount, which the server checks`, async () => {
    const payer = await fundedPayer();
    const visitor = await signedIn(payer);
    const wrong = [undefined, "", typed.replace(/^1/, "2"), typed.replace(/\D/g, ""), `-${typed}`];
    for (const given of [...wrong, "21.00 EUR", typed.replace("EUR", "GBP")]) {
      const refused = await visitor.post(path("live"), { ...body(), typed: given });
      assert.deepEqual([refused.status, refused.body.error?.param], [400, "typed"], `${given}`);
    }
    assert.deepEqual(await livePayouts(payer), []);
    const params = { ...body(), typed: ` ${typed} ` };
    const answers = await Promise.all([1, 2].map(() => visitor.post(path("live"), params)));
    // One attempt pays once, however often it is sent.
    for (const { status } of answers) assert.ok([200, 201, 409].includes(status), String(status));
    const sum = (await livePayouts(payer)).reduce((total, { amount }) => total + amount, 0n);
    assert.equal(`${sum}`, typed.replace(/\D/g, ""));
    assert.ok(
      (await visitor.post(path("test"), body())).status < 300,
      "test mode asks for nothing",
    );
  });

  test(`${route}: live money needs a recent confirmation`, async () => {
    const payer = await fundedPayer();
    const visitor = await signedIn(payer);
    clock = moveClock();
    clock.advance(10 * MINUTE_MS);
    const params = { ...body(), typed };
    const asked = await visitor.post(path("live"), params);
    assert.deepEqual([asked.status, asked.body.error.code], [403, "confirmation_needed"]);
    const wrong = await visitor.post("/security/confirm", { password: "not it at all" });
    assert.equal(wrong.status, 400);
    assert.equal((await visitor.post(path("live"), params)).status, 403);
    assert.deepEqual(await livePayouts(payer), []);
    assert.ok(
      (await visitor.post(path("test"), body())).status < 300,
      "test mode asks for nothing",
    );
    const confirmed = await visitor.post("/security/confirm", { password: TEST_PASSWORD });
    assert.equal(confirmed.status, 200);
    assert.equal((await visitor.post(path("live"), params)).status, 201);
    const elsewhere = await signedIn(payer);
    clock.advance(10 * MINUTE_MS);
    assert.equal((await elsewhere.post(path("live"), { ...body(), typed })).status, 403);
  });
}

/** Objects that wait for approval, by the route that approves them. */
const WAITING = [
  { route: "POST /:mode/payouts/:id/approve", body: single, typed: "1,234.56 EUR" },
  { route: "POST /:mode/payout-batches/:id/approve", body: batch, typed: "12.00 EUR" },
] as const;

for (const { route, body, typed } of WAITING) {
  test(`${route}: the approval of live money needs the typed amount and a recent confirmation`, async () => {
    const payer = await fundedPayer();
    await limitPayouts(payer, { perPayout: 100 }, { mode: "live" });
    const parent = route.replace("POST /:mode", "/live").replace("/:id/approve", "");
    const made = await (await signedIn(payer)).post(parent, { ...body(), typed });
    assert.equal(made.status, 201);
    const colleague = await createMerchant();
    const { id: accountId } = payer.account;
    await transact((tx) =>
      addMemberIn(tx, { accountId, userId: colleague.userId, role: "finance" }),
    );
    clock = moveClock();
    const second = await signedIn(colleague);
    await second.post("/session/account", { account: accountId });
    const approve = (given: string | undefined) =>
      second.post(`${parent}/${made.body.id}/approve`, { attempt: randomUUID(), typed: given });
    for (const given of [undefined, "", typed.replace(/^1/, "2"), typed.replace("EUR", "GBP")]) {
      const refused = await approve(given);
      assert.deepEqual([refused.status, refused.body.error?.param], [400, "typed"], `${given}`);
    }
    clock.advance(10 * MINUTE_MS);
    assert.equal((await approve(typed)).body.error.code, "confirmation_needed");
    assert.equal((await second.post("/security/confirm", { password: TEST_PASSWORD })).status, 200);
    const approved = await approve(typed);
    assert.deepEqual([approved.status, approved.body.state], [200, "approved"]);
  });
}
