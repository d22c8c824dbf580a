// Credits to a live rail for payouts, and the rail's news of them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hostedApp } from "#lib/hosted/app.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { type CreditOutcome, type Rail, RailUnavailableError } from "#lib/rails/index.ts";
import type { NewsMessage } from "#lib/rails/protocol/news.ts";
import { newNonce, SIGNATURE_HEADER, sign } from "#lib/rails/protocol/signature.ts";
import { disagreements } from "#test/books-agree.ts";
import { signedIn } from "#test/dashboard.ts";
import { type LiveRail, referenceOf, useLiveRail } from "#test/live-rail.ts";
import { openTill, type Till } from "#test/money.ts";
import { IBANS } from "#test/payouts.ts";

const SECRET = "what the connector and we both know";

/** Replaces the rail's answer for a while. */
let instead: Rail["creditStatus"] | null = null;
let asked = 0;

let live: LiveRail;
before(() => {
  assignEnv({ LIVE_RAIL_URL: "https://connector.example", LIVE_RAIL_SECRET: SECRET });
  live = useLiveRail(({ creditStatus }) => ({
    creditStatus: (request) => {
      asked++;
      return (instead ?? creditStatus)(request);
    },
  }));
});
after(async () => {
  live.putBack();
});

async function tell(credit: string, params: { livemode?: boolean; secret?: string } = {}) {
  const { livemode = true, secret = SECRET } = params;
  const message: NewsMessage = { livemode, credit };
  const [body, nonce] = [Buffer.from(JSON.stringify(message)), newNonce()];
  const signature = sign(secret, { kind: "request", nonce, path: "news", body });
  const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
  const response = await hostedApp.request("/rail/v1/news", {
    ...{ method: "POST", headers, body: new Uint8Array(body) },
  });
  const { result = null } = (await response.json()) as { result?: string };
  return { status: response.status, result };
}

const BOOKED = { status: 200, result: "booked" };

/** The payout balance in live mode. */
async function funds(till: Till, currency = "EUR"): Promise<number> {
  type Balance = { payouts: { amount: number; currency: string }[] };
  const { secret } = till.keys.live;
  const headers = { Authorization: `Bearer ${secret}` };
  const { body } = await till.call<Balance>("GET", "/v1/balance", undefined, headers);
  return body.payouts.find((one) => one.currency === currency)?.amount ?? 0;
}

const transfersOf = (till: Till) =>
  till.rows<{ kind: string; mode: string; amount: bigint; debit: string; credit: string }>(
    "select kind, mode, amount, debit, credit from ledger_transfers where account_id = $1",
  );

test("a transfer with the account's reference is on the payout balance when its news is answered, and can be paid out", async () => {
  const till = await openTill();
  const reference = await referenceOf(till);
  assert.match(reference, /^RF\d{2}PDL\d{8}$/);
  const credit = await live.send({ reference, amountMinor: 250_000n });
  assert.equal(await funds(till), 0, "nothing is there before it is told");
  assert.deepEqual(await tell(credit), BOOKED);
  assert.equal(await funds(till), 250_000);
  assert.deepEqual(await transfersOf(till), [
    {
      ...{ kind: "topup", mode: "live", amount: 250_000n },
      ...{ debit: "payout_funds", credit: "payout_balance" },
    },
  ]);
  assert.deepEqual(await disagreements(till.account.id), []);

  const owner = await signedIn(till);
  const { entries } = (await owner.get("/audit?about=payout_balance")).body;
  const [entry] = entries;
  assert.deepEqual(
    [entry.action, entry.mode, entry.actor.id, entry.subject.name],
    ["payout_balance.credited", "live", "rail", "Lindqvist AB"],
  );
  const { body } = await owner.get("/live/balance/funding");
  assert.equal(body.reference, reference);
  assert.deepEqual(
    body.credits.map((one: { amount: string; payerName: string }) => [one.amount, one.payerName]),
    [["250000", "Lindqvist AB"]],
  );

  const beneficiary = { name: "Ada Lindqvist", iban: IBANS.settles };
  const params = { amount: 250_000, currency: "EUR", beneficiary };
  const headers = { Authorization: `Bearer ${till.keys.live.secret}` };
  assert.equal((await till.call("POST", "/v1/payouts", params, headers)).status, 201);
  assert.equal(await funds(till), 0);
});

test("a credit is booked once, however often, late or concurrently its news arrives", async () => {
  const till = await openTill();
  const credit = await live.send({ reference: await referenceOf(till) });
  const heard = await Promise.all(Array.from({ length: 12 }, () => tell(credit)));
  for (const answer of heard) assert.deepEqual(answer, BOOKED);
  const before = asked;
  // The rail repeats news whose answer was lost, or whose receiver crashed.
  assert.deepEqual(await tell(credit), BOOKED);
  assert.equal(asked, before, "what is booked is not asked about again");
  assert.equal(await funds(till), 250_000);
  assert.equal((await transfersOf(till)).length, 1);
  const entries = await till.rows("select 1 from audit_entries where account_id = $1");
  assert.equal(entries.length, 1);
});

test("news alone books nothing: a credit is booked only once the rail confirms it", async () => {
  const till = await openTill();
  const reference = await referenceOf(till);
  assert.deepEqual(await tell("crd_nobody_sent"), { status: 200, result: "not_waiting" });
  instead = async () => ({ result: "pending" });
  assert.equal((await tell("crd_announced")).result, "not_waiting");
  instead = async () => {
    throw new RailUnavailableError("no answer");
  };
  assert.equal((await tell("crd_announced")).status, 503, "tell it again");
  assert.equal(await funds(till), 0);
  instead = null;
  await live.send({ id: "crd_announced", reference });
  assert.deepEqual(await tell("crd_announced"), BOOKED);
  assert.equal(await funds(till), 250_000);
});

test("a booked credit never changes, whatever the rail says later", async () => {
  const [till, other] = await Promise.all([openTill(), openTill()]);
  const credit = await live.send({ reference: await referenceOf(till) });
  await tell(credit);
  const reference = await referenceOf(other);
  const changed: CreditOutcome = {
    ...{ result: "received", reference, amountMinor: 999n, currency: "EUR" },
    ...{ payerName: null, receivedAtMs: nowMs() },
  };
  instead = async () => changed;
  assert.deepEqual(await tell(credit), BOOKED);
  instead = null;
  assert.deepEqual([await funds(till), await funds(other)], [250_000, 0]);
});

test("one credit is booked to one account only, even if the rail's answer changes between concurrent news", async () => {
  const [till, other] = await Promise.all([openTill(), openTill()]);
  const references = [await referenceOf(till), await referenceOf(other)];
  let turn = 0;
  instead = async () => ({
    ...{ result: "received", reference: references[turn++ % 2]!, amountMinor: 700n },
    ...{ currency: "EUR", payerName: null, receivedAtMs: nowMs() },
  });
  const credit = `crd_torn_${till.account.id}`;
  await Promise.all(Array.from({ length: 8 }, () => tell(credit)));
  instead = null;
  assert.equal((await funds(till)) + (await funds(other)), 700);
});

test("a reference is read in any spelling, and an unknown one matches no account", async () => {
  const till = await openTill();
  const [reference, ofTest] = [await referenceOf(till), await referenceOf(till, "test")];
  const grouped = reference.replace(/(.{4})/g, "$1 ").toLowerCase();
  for (const written of [grouped, `Payouts March 2026, ${reference}.`, `${reference}2026`]) {
    const credit = await live.send({ reference: written, amountMinor: 100n });
    assert.deepEqual(await tell(credit), BOOKED, written);
  }
  assert.equal(await funds(till), 300);
  const slip = reference.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  const another = await referenceOf(await openTill());
  for (const written of ["", "Thank you", slip, ofTest, `${reference} ${another}`]) {
    const credit = await live.send({ reference: written, amountMinor: 100n });
    assert.deepEqual(await tell(credit), { status: 200, result: "unmatched" }, written);
  }
  assert.equal(await funds(till), 300);
});

test("news is accepted only from the mode's own rail", async () => {
  const till = await openTill();
  const credit = await live.send({ reference: await referenceOf(till) });
  const before = asked;
  assert.equal((await tell(credit, { secret: "a guess" })).status, 401);
  assert.equal((await tell(credit, { livemode: false })).status, 401);
  assert.equal(asked, before);
  assert.equal(await funds(till), 0);
});

test("a credit in any currency is booked; an amount of zero is not", async () => {
  const till = await openTill();
  const reference = await referenceOf(till);
  const pounds = await live.send({ reference, amountMinor: 12_345n, currency: "GBP" });
  assert.deepEqual(await tell(pounds), BOOKED);
  assert.equal(await funds(till, "GBP"), 12_345);
  const nothing = await live.send({ reference, amountMinor: 0n });
  assert.equal((await tell(nothing)).result, "unmatched");
});
