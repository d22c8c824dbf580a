import assert from "node:assert/strict";
import { hostedApp } from "#lib/hosted/app.ts";
import { env } from "#lib/kernel/env.ts";
import { AGREED } from "#test/money.ts";
import { IBANS } from "#test/payouts.ts";
import { decide, limit } from "./approvals.ts";
import type { Act, Player } from "./life.ts";

const CARDS = [
  ...["4242424242424242", "5555555555554444", "378282246310005", "4000000000009995"],
  ...["4000000000000259", "4000000000002685", "4000000000007726", "4000000000005126"],
  ...["4000000000003220", "4000000000000341", "4000008000000518"],
].map((number) => `pm_test_${number}`);

const CURRENCIES = ["EUR", "EUR", "GBP", "JPY"] as const;

const amountOf = ({ dice }: Player) => 1 + dice.below(50_000);

async function charge(life: Player): Promise<void> {
  await life.post("/v1/payments", {
    amount: amountOf(life),
    currency: life.dice.pick(CURRENCIES),
    method: "card",
    payment_method: life.dice.pick(CARDS),
    capture: life.dice.pick(["automatic", "automatic", "manual"]),
  });
}

const ACCOUNTS = [
  ...["AT611904300234573201", "AT861904300235473202", "AT591904300235473203"],
  ...["AT981904300002222227", "AT751904300235473206", "DE89370400440532013000"],
];

/** A bank account's token, or null while the rail does not respond. */
async function accountToDebit(life: Player): Promise<string | null> {
  const iban = life.dice.pick(ACCOUNTS);
  const made = await life.post("/v1/payment_methods", { type: "sepa_debit", sepa_debit: { iban } });
  return made.status < 300 ? made.body.id : null;
}

async function debit(life: Player): Promise<void> {
  const account = await accountToDebit(life);
  if (!account) return;
  const method = { method: "sepa_debit", payment_method: account, ...AGREED };
  await life.post("/v1/payments", { amount: amountOf(life), currency: "EUR", ...method });
}

async function payByBank(life: Player): Promise<void> {
  const params = { amount: amountOf(life), currency: "EUR", return_url: "https://shop.example/" };
  const method = life.dice.pick(["ideal", "bancontact", "eps", null]);
  if (method) await life.post("/v1/payments", { ...params, method });
  else {
    const bank_id = life.dice.pick(["bank_ok", "bank_declines", "bank_slow", "bank_unavailable"]);
    await life.post("/v1/bank_payments", { ...params, bank_id });
  }
}

/** A payer answers an open request of a bank or issuer. */
async function payerAnswers(life: Player): Promise<void> {
  const path = life.dice.pick(["/v1/payments", "/v1/bank_payments"]);
  const waiting = (await life.list(path)).find(({ redirect_url: url }) => typeof url === "string");
  if (!waiting) return;
  const answer = life.dice.pick(["approve", "approve", "refuse", "decline"]);
  const init = {
    method: "POST",
    body: new URLSearchParams({ answer }),
    headers: { origin: env.publicUrl },
  };
  const { status } = await hostedApp.request(String(waiting.redirect_url), init);
  assert.ok(status < 500, `the payer's page answers ${status}`);
}

async function stepOf(life: Player, verb: "capture" | "cancel"): Promise<void> {
  const payment = await life.one("/v1/payments");
  if (!payment) return;
  const part = verb === "capture" && life.dice.below(2) === 0;
  await life.post(
    `/v1/payments/${payment.id}/${verb}`,
    part ? { amount: 1 + life.dice.below(Number(payment.amount)) } : {},
  );
}

async function refund(life: Player): Promise<void> {
  const payment = await life.one("/v1/payments");
  if (!payment) return;
  const amount = 1 + life.dice.below(Number(payment.amount));
  await life.post("/v1/refunds", { payment: payment.id, amount });
}

async function cancelRefund(life: Player): Promise<void> {
  const found = await life.one("/v1/refunds");
  if (found) await life.post(`/v1/refunds/${found.id}/cancel`);
}

async function answerDispute(life: Player): Promise<void> {
  const dispute = await life.one("/v1/disputes");
  if (!dispute) return;
  if (life.dice.below(3) === 0) await life.post(`/v1/disputes/${dispute.id}/accept`);
  else {
    const uncategorized_text = life.dice.pick(["winning_evidence", "losing_evidence"]);
    const evidence = { uncategorized_text };
    await life.post(`/v1/disputes/${dispute.id}/evidence`, { evidence, submit: true });
  }
}

const SECONDS = [60, 3_600, 86_400, 3 * 86_400, 10 * 86_400] as const;

async function passTime(life: Player): Promise<void> {
  await life.post("/v1/test/clock/advance", { seconds: life.dice.pick(SECONDS) });
}

const SIMULATED: Readonly<Record<string, readonly string[]>> = {
  "/v1/settlements": ["paid", "bank_account_closed"],
  "/v1/mandates": ["active", "failed", "revoked", "expired"],
  "/v1/payments": ["late_failure", "late_failure", "chargeback"],
  "/v1/payouts": ["submit", "settle", "fail", "return"],
  "/v1/disputes": ["won", "lost", "deadline_passes"],
  "/v1/subscriptions": ["trial_ends", "attempt_now", "dunning_ends"],
};

async function simulate(life: Player): Promise<void> {
  const path = life.dice.pick(Object.keys(SIMULATED));
  const found = await life.one(path);
  if (!found) return;
  const scenario = life.dice.pick(SIMULATED[path]!);
  const { status } = await life.post("/v1/test/simulate", { object: found.id, scenario });
  if (status < 300) life.simulated.add(found.id);
}

async function topUp(life: Player): Promise<void> {
  await life.post("/v1/test/topup", { amount: amountOf(life), currency: "EUR" });
}

/** A beneficiary whose account number decides the outcome: settled, refused, another rail, returned or still open. */
const accountOf = (life: Player) => ({
  name: "Ada Lindqvist",
  iban: life.dice.pick(Object.values(IBANS)),
});

async function payOut(life: Player): Promise<void> {
  const beneficiary = accountOf(life);
  await life.post("/v1/payouts", { amount: amountOf(life), currency: "EUR", beneficiary });
}

async function payOutMany(life: Player): Promise<void> {
  const instructions = Array.from({ length: 1 + life.dice.below(4) }, () => ({
    amount: life.dice.below(20_000),
    currency: "EUR",
    beneficiary: accountOf(life),
  }));
  await life.post("/v1/payouts", { instructions });
}

async function cancelPayout(life: Player): Promise<void> {
  const found = await life.one("/v1/payouts");
  if (found) await life.post(`/v1/payouts/${found.id}/cancel`);
}

const INTERVALS = ["day", "week", "month"] as const;

async function subscribe(life: Player): Promise<void> {
  const customer = await life.post("/v1/customers", { name: "Ada Lindqvist" });
  const plan = await life.post("/v1/plans", {
    name: "Team",
    amount: amountOf(life),
    currency: "EUR",
    interval: life.dice.pick(INTERVALS),
    trial_days: life.dice.pick([0, 0, 7]),
  });
  await life.post("/v1/subscriptions", {
    customer: customer.body.id,
    plan: plan.body.id,
    quantity: 1 + life.dice.below(3),
    ...(await methodOf(life)),
  });
}

/** A method, with the payer's agreement for an account, which has not been debited before. */
async function methodOf(life: Player): Promise<object> {
  const account = life.dice.below(3) === 0 ? await accountToDebit(life) : null;
  return account
    ? { payment_method: account, ...AGREED }
    : { payment_method: life.dice.pick(CARDS) };
}

async function changeSubscription(life: Player): Promise<void> {
  const found = await life.one("/v1/subscriptions");
  if (!found) return;
  const path = `/v1/subscriptions/${found.id}`;
  const roll = life.dice.below(5);
  if (roll === 0) await life.post(`${path}/cancel`);
  else if (roll === 1) await life.post(path, await methodOf(life));
  else await life.post(path, { quantity: 1 + life.dice.below(5) });
}

/** The actions of a merchant, payers, banks and time. */
export const ACTS: readonly Act[] = [
  { name: "charge", weight: 6, run: charge },
  { name: "capture", weight: 2, run: (life) => stepOf(life, "capture") },
  { name: "cancel", weight: 1, run: (life) => stepOf(life, "cancel") },
  { name: "refund", weight: 3, run: refund },
  { name: "cancel a refund", weight: 1, run: cancelRefund },
  { name: "answer a dispute", weight: 1, run: answerDispute },
  { name: "debit", weight: 2, run: debit },
  { name: "pay by bank", weight: 2, run: payByBank },
  { name: "a payer answers", weight: 3, run: payerAnswers },
  { name: "top up", weight: 2, run: topUp },
  { name: "pay out", weight: 3, run: payOut },
  { name: "pay out many", weight: 1, run: payOutMany },
  { name: "cancel a payout", weight: 1, run: cancelPayout },
  { name: "limit payouts", weight: 1, run: limit },
  { name: "decide on a payout", weight: 2, run: decide },
  { name: "subscribe", weight: 2, run: subscribe },
  { name: "change a subscription", weight: 2, run: changeSubscription },
  { name: "time passes", weight: 3, run: passTime },
  { name: "simulate", weight: 2, run: simulate },
];
